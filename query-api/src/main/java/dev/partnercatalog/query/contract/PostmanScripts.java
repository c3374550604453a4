package dev.partnercatalog.query.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The scripts of the Postman collection: each request is tested, and stores what later ones need. */
final class PostmanScripts {

    /** Operations for which a status other than 200 is also right: it depends on how the partner is set up. */
    private static final Map<String, String> STATUSES = Map.of(
            "enableSharedCustomer", "[200, 404]",
            "resumeWebhook", "[200, 403]",
            "pingWebhook", "[200, 403]",
            "getWebhookDelivery", "[200, 404]",
            "repeatWebhookDelivery", "[200, 404]");

    /** Operations that nobody wants to run just by running everything. */
    private static final Set<String> ON_DEMAND = Set.of(
            "resyncWebhook",
            "repeatWebhookDelivery",
            "rotateWebhookSecret",
            "updateWebhookAuthentication",
            "deleteWebhookAuthentication");

    /** They continue from the cursor of the previous snapshot, if that had a single page. */
    private static final Set<String> NEED_CURSOR = Set.of("getVariantChanges", "getCompanyVariantChanges");

    private static final List<String> LEAVE_CURSOR =
            List.of("pm.collectionVariables.set('changes', pm.response.json().changes || '');");

    private static final Map<String, List<String>> AFTER = Map.of(
            "getVariants", LEAVE_CURSOR,
            "getCompanyVariants", LEAVE_CURSOR,
            "requestToken", List.of("pm.collectionVariables.set('accessToken', pm.response.json().access_token);"),
            "getPartner",
                    List.of(
                            "const partner = pm.response.json();",
                            "pm.collectionVariables.set('partnerId', partner.partnerId);",
                            "pm.collectionVariables.set('partner', JSON.stringify(partner, null, 2));",
                            "pm.collectionVariables.set('etag', pm.response.headers.get('ETag'));",
                            "const company = partner.allowedCompanies[0];",
                            "if (company && !pm.variables.get('companyId')) {",
                            "  pm.collectionVariables.set('companyId', company.id);",
                            "}",
                            "if (company && !pm.variables.get('locationId')) {",
                            "  const location = company.locations[0];",
                            "  pm.collectionVariables.set('locationId', location ? location.id : company.id);",
                            "}"),
            "getWebhookDeliveries",
                    List.of(
                            "const delivery = pm.response.json().deliveries[0];",
                            "pm.collectionVariables.set('deliveryId', delivery ? delivery.id : '');"),
            "batchGetVariants",
                    List.of(
                            "pm.test('every identifier is accounted for', () => {",
                            "  const answer = pm.response.json();",
                            "  pm.expect(answer.variants.length + answer.failedBarcodes.length).to.be.at.least(1);",
                            "});"));

    private PostmanScripts() {}

    static List<String> before(String operationId) {
        if (NEED_CURSOR.contains(operationId)) {
            return List.of("if (!pm.variables.get('changes')) {", "  pm.execution.skipRequest();", "}");
        }
        return ON_DEMAND.contains(operationId)
                ? List.of(
                        "// Runs only if the variable 'everything' is set to true: it changes more than a test"
                                + " should.",
                        "if (String(pm.variables.get('everything')) !== 'true') {",
                        "  pm.execution.skipRequest();",
                        "}")
                : List.of();
    }

    static List<String> after(String operationId) {
        List<String> lines = new ArrayList<>();
        String statuses = STATUSES.get(operationId);
        if (statuses == null) {
            lines.add("pm.test('status is 200', () => pm.response.to.have.status(200));");
        } else {
            lines.add("pm.test('status is one of " + statuses + "', () => pm.expect(pm.response.code).to.be.oneOf("
                    + statuses + "));");
        }
        lines.addAll(AFTER.getOrDefault(operationId, List.of()));
        return lines;
    }
}
