package dev.partnercatalog.query.operation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.partnercatalog.query.access.Authenticator.Caller;
import dev.partnercatalog.query.access.PartnerDirectory;
import dev.partnercatalog.query.access.PartnerDirectory.CompanyAccess;
import dev.partnercatalog.query.access.PartnerSlots;
import dev.partnercatalog.query.contract.ErrorCodes;
import dev.partnercatalog.query.operation.ApiRoutes.ApiSettings;
import dev.partnercatalog.query.table.CatalogReader;
import dev.partnercatalog.query.table.CatalogReader.TooLargeException;
import dev.partnercatalog.resolution.BatchGet;
import dev.partnercatalog.resolution.RecordFields;
import dev.partnercatalog.resolution.ResolvedConfiguration;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopeView;
import dev.partnercatalog.resolution.VariantImage;
import dev.partnercatalog.runtime.http.HttpProblem;
import dev.partnercatalog.runtime.http.JsonOutput;
import dev.partnercatalog.runtime.http.RequestBody;
import dev.partnercatalog.runtime.http.StrictJson;
import dev.partnercatalog.runtime.http.Violation;
import io.javalin.http.Context;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** {@code POST /v1/{companyId}/variants/batch-get}: variants by barcodes, by SKUs, or by both (D12 to D15, D36). */
final class BatchGetVariants {

    /** For a batch's records, beside what is in memory anyway; all but odd batches have a hundredth of it. */
    private static final long MOST_BYTES = 8 << 20;

    /** All instances count alike what a batch's records have; what each of them must read for it is about as much. */
    private static final long MOST_IN_TOTAL = 64 << 20;

    private static final long MOST_BYTES_OF_LARGE = MOST_IN_TOTAL + MOST_BYTES;
    private static final int MOST_LARGE = 4;

    /** The members besides the variants. */
    private record Others(
            List<String> failedBarcodes, List<String> failedSkus, Map<String, String> mappedSkuBarcodes) {}

    private final PartnerDirectory partners;
    private final CatalogReader catalog;
    private final ApiSettings settings;
    private final VariantsResponse response;
    private final PartnerSlots large = new PartnerSlots(
            MOST_LARGE, 1, "large batches", "Ask for the next one when the first is answered, or split them.");

    BatchGetVariants(
            PartnerDirectory partners, CatalogReader catalog, ApiSettings settings, VariantsResponse response) {
        this.partners = partners;
        this.catalog = catalog;
        this.settings = settings;
        this.response = response;
    }

    @SuppressWarnings("try") // the slot only needs to be held
    void handle(Context context, Caller caller) throws IOException {
        CompanyAccess access = partners.company(caller, context.pathParam("companyId"));
        byte[] body = RequestBody.json(context, settings.maxBodyBytes());
        BatchGetRequest request = StrictJson.read(body, json -> BatchGetRequest.parse(json, settings.maxBatchSize()));
        Scope scope = access.scope(request.locationId());
        ResolvedConfiguration configuration = partners.resolve(access, scope);
        ScopeView view = new ScopeView(configuration, scope, request.fields());
        try {
            answer(context, request, scope, view, MOST_BYTES);
        } catch (TooLargeException e) {
            try (PartnerSlots.Slot slot = large.take(caller.partnerId())) {
                answer(context, request, scope, view, MOST_BYTES_OF_LARGE);
            } catch (TooLargeException beyond) {
                throw tooLarge(request);
            }
        }
    }

    private void answer(Context context, BatchGetRequest request, Scope scope, ScopeView view, long mostBytes)
            throws IOException {
        // Before the look-ups: what is read later is no older than this says.
        Duration age = catalog.age();
        BatchGet<VariantImage> answer = BatchGet.answer(
                request.barcodes(),
                request.skus(),
                skus -> catalog.listings(scope, skus),
                barcodes -> soldIn(request.stateCode(), catalog.find(scope, barcodes, mostBytes)));
        if (answer.variants().stream().mapToLong(VariantImage::size).sum() > MOST_IN_TOTAL) {
            throw tooLarge(request);
        }
        VariantsResponse.setAge(context, age);
        byte[] others =
                JsonOutput.of(new Others(answer.failedBarcodes(), answer.failedSkus(), answer.mappedSkuBarcodes()));
        response.write(context, others, answer.variants(), view);
    }

    private static HttpProblem tooLarge(BatchGetRequest request) {
        return request.tooLarge(
                "the records have more than " + (MOST_IN_TOTAL >> 20) + " MiB in total", "Split the batch.");
    }

    private static Map<String, VariantImage> soldIn(@Nullable String stateCode, Map<String, VariantImage> variants) {
        if (stateCode != null) {
            variants.values().removeIf(variant -> !variant.soldIn(stateCode));
        }
        return variants;
    }

    /**
     * The content of a request: identifiers in any form, in the requested order (D12 to D15).
     *
     * @param locationId a whole number in decimal, of any size
     * @param stateCode two letters in any case; null for no state
     */
    record BatchGetRequest(
            String locationId,
            Set<String> barcodes,
            Set<String> skus,
            @Nullable String stateCode,
            RecordFields fields) {

        /**
         * Reads a body; unknown fields are ignored, and wrong types are not coerced (D20). Throws {@link HttpProblem} (400) with
         * every violation, up to a limit.
         */
        static BatchGetRequest parse(ObjectNode body, int maxIdentifiers) {
            JsonFields violations = new JsonFields();
            JsonNode locationId = violations.expect(
                    body.path("locationId"), "locationId", JsonNode::isIntegralNumber, "a whole number");
            Set<String> barcodes = texts(body, "barcodes", violations);
            Set<String> skus = texts(body, "skus", violations);
            String stateCode = violations.optional(
                    body, "stateCode", BatchGetRequest::isStateCode, "two letters such as \"CA\"", JsonNode::asText);
            RecordFields fields = QueryParameters.fields(body, violations);
            if (violations.isEmpty() && barcodes.isEmpty() && skus.isEmpty()) {
                violations.violation("barcodes", "barcodes and skus are both absent or empty");
            }
            violations.requireNone();
            BatchGetRequest request = new BatchGetRequest(locationId.asText(), barcodes, skus, stateCode, fields);
            int asked = barcodes.size() + skus.size();
            if (asked > maxIdentifiers) {
                throw request.tooLarge(
                        asked + " barcodes and SKUs in total; at most " + maxIdentifiers + " are allowed",
                        "Split the batch into requests of at most " + maxIdentifiers + " identifiers.");
            }
            return request;
        }

        private static Set<String> texts(ObjectNode body, String field, JsonFields violations) {
            List<String> texts = violations.texts(body, field, text -> null);
            return texts == null ? Set.of() : new LinkedHashSet<>(texts);
        }

        private static boolean isStateCode(JsonNode node) {
            return node.isTextual() && node.textValue().matches("[A-Za-z]{2}");
        }

        HttpProblem tooLarge(String problem, String suggestion) {
            return HttpProblem.invalid(
                    ErrorCodes.BATCH_TOO_LARGE,
                    List.of(new Violation(barcodes.size() >= skus.size() ? "barcodes" : "skus", problem)),
                    suggestion);
        }
    }
}
