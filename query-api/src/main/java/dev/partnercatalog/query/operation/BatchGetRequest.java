package dev.partnercatalog.query.operation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.partnercatalog.query.contract.ErrorCodes;
import dev.partnercatalog.resolution.RecordFields;
import dev.partnercatalog.runtime.http.HttpProblem;
import dev.partnercatalog.runtime.http.Violation;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The content of a batch-get request (specification, "POST /v1/{companyId}/variants/batch-get"; D12 to D15).
 *
 * @param locationId a whole number in decimal, of any size
 * @param barcodes in any form, in the requested order
 * @param skus in any form, in the requested order
 * @param stateCode two letters in any case; null for no state
 * @param fields of the records
 */
record BatchGetRequest(
        String locationId,
        Set<String> barcodes,
        Set<String> skus,
        @Nullable String stateCode,
        RecordFields fields) {

    BatchGetRequest {
        barcodes = Collections.unmodifiableSet(barcodes);
        skus = Collections.unmodifiableSet(skus);
    }

    /**
     * Reads a body; unknown fields are ignored, and wrong types are not coerced (D20).
     *
     * @param maxIdentifiers barcodes and SKUs in total, each counted once
     * @throws HttpProblem 400 with every violation, up to a limit
     */
    static BatchGetRequest parse(ObjectNode body, int maxIdentifiers) {
        JsonFields violations = new JsonFields();
        String locationId = locationId(body, violations);
        Set<String> barcodes = texts(body, "barcodes", violations);
        Set<String> skus = texts(body, "skus", violations);
        String stateCode = stateCode(body, violations);
        RecordFields fields = FieldChoice.of(body, violations);
        if (violations.isEmpty() && barcodes.isEmpty() && skus.isEmpty()) {
            violations.violation("barcodes", "barcodes and skus are both absent or empty");
        }
        violations.requireNone();
        BatchGetRequest request = new BatchGetRequest(locationId, barcodes, skus, stateCode, fields);
        request.requireSize(maxIdentifiers);
        return request;
    }

    private static String locationId(ObjectNode body, JsonFields violations) {
        JsonNode node = body.path("locationId");
        if (!node.isIntegralNumber()) {
            violations.violation("locationId", "expected a whole number, got " + JsonFields.shown(node));
        }
        return node.asText();
    }

    private static Set<String> texts(ObjectNode body, String field, JsonFields violations) {
        List<String> texts = violations.texts(body, field, text -> null);
        return texts == null ? Set.of() : new LinkedHashSet<>(texts);
    }

    private static @Nullable String stateCode(ObjectNode body, JsonFields violations) {
        JsonNode node = body.path("stateCode");
        if (node.isMissingNode() || node.isNull()) {
            return null;
        }
        if (!node.isTextual() || !node.textValue().matches("[A-Za-z]{2}")) {
            violations.violation("stateCode", "expected two letters such as \"CA\", got " + JsonFields.shown(node));
        }
        return node.asText();
    }

    private void requireSize(int maxIdentifiers) {
        int asked = barcodes.size() + skus.size();
        if (asked > maxIdentifiers) {
            throw tooLarge(
                    asked + " barcodes and SKUs in total; at most " + maxIdentifiers + " are allowed",
                    "Split the batch into requests of at most " + maxIdentifiers + " identifiers.");
        }
    }

    HttpProblem tooLarge(String problem, String suggestion) {
        return HttpProblem.invalid(
                ErrorCodes.BATCH_TOO_LARGE,
                List.of(new Violation(barcodes.size() >= skus.size() ? "barcodes" : "skus", problem)),
                suggestion);
    }
}
