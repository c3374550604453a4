package dev.partnercatalog.query.operation;

import dev.partnercatalog.query.access.Authenticator.Caller;
import dev.partnercatalog.query.access.PartnerAccess.CompanyAccess;
import dev.partnercatalog.query.access.PartnerDirectory.PartnerConfigurations;
import dev.partnercatalog.query.access.PartnerDirectory;
import dev.partnercatalog.query.table.CatalogReader;
import dev.partnercatalog.query.table.TooLargeException;
import dev.partnercatalog.resolution.BatchGet;
import dev.partnercatalog.resolution.ResolvedConfiguration;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopeView;
import dev.partnercatalog.resolution.VariantImage;
import dev.partnercatalog.runtime.http.HttpProblem;
import dev.partnercatalog.runtime.http.RequestBody;
import dev.partnercatalog.runtime.http.StrictJson;
import dev.partnercatalog.runtime.http.limit.StreamSlots;
import io.javalin.http.Context;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code POST /v1/{companyId}/variants/batch-get}: variants by barcodes, by SKUs, or by both (D12 to D15, D36). */
final class BatchGetVariants implements CallerHandler {

    /** For a batch's records, beside what is in memory anyway; all but odd batches have a hundredth of it. */
    private static final long MOST_BYTES = 8 << 20;

    /** All instances count alike what a batch's records have; what each of them must read for it is about as much. */
    private static final long MOST_IN_TOTAL = 64 << 20;

    private static final long MOST_BYTES_OF_LARGE = MOST_IN_TOTAL + MOST_BYTES;
    private static final int MOST_LARGE = 4;

    private final PartnerDirectory partners;
    private final PartnerConfigurations configurations;
    private final CatalogReader catalog;
    private final OperationLimits limits;
    private final BatchGetResponse response;
    private final StreamSlots large = new StreamSlots(
            MOST_LARGE, 1, "large batches", "Ask for the next one when the first is answered, or split them.");

    BatchGetVariants(
            PartnerDirectory partners,
            PartnerConfigurations configurations,
            CatalogReader catalog,
            OperationLimits limits,
            VariantsResponse response) {
        this.partners = partners;
        this.configurations = configurations;
        this.catalog = catalog;
        this.limits = limits;
        this.response = new BatchGetResponse(response);
    }

    @Override
    @SuppressWarnings("try") // the slot only needs to be held
    public void handle(Context context, Caller caller) throws IOException {
        CompanyAccess access =
                partners.company(caller, context.pathParam("companyId"));
        byte[] body = RequestBody.json(context, limits.maxBodyBytes());
        BatchGetRequest request = StrictJson.read(body, json -> BatchGetRequest.parse(json, limits.maxBatchSize()));
        Scope scope = access.scope(request.locationId());
        ResolvedConfiguration configuration =
                configurations.resolve(access.partner(), access.company(), scope.locationId());
        ScopeView view = new ScopeView(configuration, scope, request.fields());
        try {
            answer(context, request, scope, view, MOST_BYTES);
        } catch (TooLargeException e) {
            try (StreamSlots.Slot slot = large.take(caller.partnerId())) {
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
        CatalogAge.setHeader(context, age);
        response.write(context, answer, view);
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
}
