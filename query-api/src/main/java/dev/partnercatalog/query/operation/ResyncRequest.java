package dev.partnercatalog.query.operation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.partnercatalog.records.ResyncScope;
import dev.partnercatalog.runtime.http.HttpProblem;
import dev.partnercatalog.runtime.http.StrictJson;
import dev.partnercatalog.schemas.key.Ids;
import org.jspecify.annotations.Nullable;

/** The part of the catalog in a resync request (D32). */
final class ResyncRequest {

    private ResyncRequest() {}

    /**
     * Reads a body; null requests everything. Unknown fields are ignored (D20).
     *
     * @throws HttpProblem 400 with every violation
     */
    static @Nullable ResyncScope parse(byte[] body) {
        return body.length == 0 ? null : StrictJson.<@Nullable ResyncScope>read(body, ResyncRequest::parse);
    }

    private static @Nullable ResyncScope parse(ObjectNode json) {
        JsonFields fields = new JsonFields();
        Long companyId = id(json, "companyId", fields);
        Long locationId = id(json, "locationId", fields);
        String barcode = barcode(json, fields);
        if (fields.isEmpty() && locationId != null && companyId == null) {
            fields.violation("companyId", "is required with locationId");
        }
        if (fields.isEmpty() && barcode != null && locationId == null) {
            fields.violation("locationId", "is required with barcode; for company scope, use the company's id");
        }
        fields.requireNone();
        return companyId == null ? null : new ResyncScope(companyId, locationId, barcode);
    }

    private static @Nullable Long id(ObjectNode json, String name, JsonFields fields) {
        JsonNode node = json.path(name);
        if (node.isMissingNode() || node.isNull()) {
            return null;
        }
        if (!node.isIntegralNumber() || !node.canConvertToLong() || !Ids.isNumber(node.longValue())) {
            fields.violation(
                    name, "expected a whole number from 1 to " + Ids.MAX_NUMBER + ", got " + JsonFields.shown(node));
        }
        return node.longValue();
    }

    private static @Nullable String barcode(ObjectNode json, JsonFields fields) {
        JsonNode node = json.path("barcode");
        if (node.isMissingNode() || node.isNull()) {
            return null;
        }
        if (!node.isTextual() || !Ids.isBarcode(node.textValue())) {
            fields.violation("barcode", "expected a barcode, got " + JsonFields.shown(node));
        }
        return node.asText();
    }
}
