package dev.partnercatalog.query.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the catalog's base specification has is not marked as an extension in the OpenAPI document; all else is. */
class BaseSpecificationTest {

    private static final String MARK = "x-extension";

    private static final Set<String> OPERATIONS = Set.of(
            "requestToken",
            "getPartner",
            "updatePartner",
            "enableSharedCustomer",
            "getHealth",
            "getLocationConfiguration",
            "batchGetVariants",
            "getPostmanCollection");

    private static final Map<String, String> FIELDS = Map.ofEntries(
            Map.entry("TokenRequest", "client_id client_secret grant_type scope"),
            Map.entry("Token", "access_token expires_in token_type"),
            Map.entry("Partner", "allowedCompanies enabled partnerId partnerName webhook"),
            Map.entry("WebhookSetting", "enabled url"),
            Map.entry("Company", "allowedFields id locations name provider providerId"),
            Map.entry("Location", "id name providerId"),
            Map.entry("AllowedFields", "badges cannabinoidOverrides displayNameOverrides labels"),
            Map.entry("SharedCustomer", "provider providerId"),
            Map.entry("LocationConfiguration", "allowedFields clientId companyId locationId variantAssetConfig"),
            Map.entry("AssetEntry", "assetType limit order"),
            Map.entry("BatchGetRequest", "barcodes locationId skus stateCode"),
            Map.entry("BatchGetResponse", "failedBarcodes failedSkus mappedSkuBarcodes variants"),
            Map.entry(
                    "Variant",
                    "appearance aromas assets barcode brand brandAssets cannabisUnitOfMeasure catalogSource cbd"
                            + " classification companyId craftDesignations delisted description effects energyScore"
                            + " flavors gradingResults growingConditions helpsWith lineages locationId manufacturer name"
                            + " originCity originState packagedQuantity parentProductId parentProductName"
                            + " presentTerpenes productType secondaryCannabinoids shortDescription strain strainType tac"
                            + " tags terpeneUnitOfMeasure thc topFlavor topTerpene totalTerpene unitOfMeasure unitSize"
                            + " variantType"),
            Map.entry("Range", "avg max min"),
            Map.entry("Health", "status timestamp"),
            Map.entry("ErrorBody", "body code errorCode message suggestion title"));

    private final JsonNode tree = Contract.DOCUMENT.tree();

    @Test
    void operations_that_the_base_specification_does_not_have_are_marked() {
        Set<String> unmarked = new TreeSet<>();
        tree.path("paths")
                .forEach(path -> path.forEach(operation -> {
                    if (operation.has("operationId") && !operation.path(MARK).asBoolean()) {
                        unmarked.add(operation.path("operationId").asText());
                    }
                }));
        assertThat(unmarked).containsExactlyInAnyOrderElementsOf(OPERATIONS);
    }

    @Test
    void so_are_fields() {
        FIELDS.forEach((schema, fields) -> assertThat(
                        unmarked(tree.at("/components/schemas/" + schema + "/properties").properties().stream()))
                .as(schema)
                .containsExactly(fields.split(" ", -1)));
    }

    @Test
    void so_are_parameters_of_its_operations_and_headers() {
        JsonNode parameters = tree.at("/components/parameters");
        Stream<Map.Entry<String, JsonNode>> used = parameters.properties().stream()
                .filter(parameter -> OPERATIONS.stream().anyMatch(id -> uses(id, parameter.getKey())));
        assertThat(unmarked(used)).containsExactly("CompanyId", "LocationId");
        assertThat(unmarked(tree.at("/components/headers").properties().stream()))
                .containsExactly("Access-Control-Allow-Origin");
    }

    private boolean uses(String operationId, String parameter) {
        return tree.path("paths").findParents("operationId").stream()
                .filter(operation -> operation.path("operationId").asText().equals(operationId))
                .anyMatch(operation ->
                        operation.path("parameters").toString().contains("/parameters/" + parameter + "\""));
    }

    private static List<String> unmarked(Stream<Map.Entry<String, JsonNode>> entries) {
        return entries.filter(entry -> !entry.getValue().path(MARK).asBoolean())
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
    }

    @Test
    void the_text_for_readers_explains_the_mark() {
        assertThat(tree.at("/info/description").asText()).contains("`" + MARK + ": true`");
    }
}
