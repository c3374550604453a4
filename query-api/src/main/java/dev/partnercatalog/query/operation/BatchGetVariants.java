package dev.partnercatalog.query.operation;

import dev.partnercatalog.http.RequestBody;
import dev.partnercatalog.http.StrictJson;
import dev.partnercatalog.query.access.Caller;
import dev.partnercatalog.query.access.CompanyAccess;
import dev.partnercatalog.query.access.PartnerConfigurations;
import dev.partnercatalog.query.access.PartnerDirectory;
import dev.partnercatalog.query.table.Reading;
import dev.partnercatalog.query.table.VariantLookup;
import dev.partnercatalog.resolution.BatchGet;
import dev.partnercatalog.resolution.ResolvedConfiguration;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopeView;
import dev.partnercatalog.resolution.VariantImage;
import io.javalin.http.Context;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code POST /v1/{companyId}/variants/batch-get}: variants by barcodes, by SKUs, or by both (D12 to D15). */
final class BatchGetVariants implements CallerHandler {

    /** Only on an answer that a copy gave while the partition's owner was away. */
    private static final String CHANGES_BEHIND = "Catalog-Changes-Behind";

    private final PartnerDirectory partners;
    private final PartnerConfigurations configurations;
    private final VariantLookup lookup;
    private final OperationLimits limits;
    private final BatchGetResponse response = new BatchGetResponse();

    BatchGetVariants(
            PartnerDirectory partners,
            PartnerConfigurations configurations,
            VariantLookup lookup,
            OperationLimits limits) {
        this.partners = partners;
        this.configurations = configurations;
        this.lookup = lookup;
        this.limits = limits;
    }

    @Override
    public void handle(Context context, Caller caller) throws IOException {
        CompanyAccess access =
                partners.company(caller, context.pathParam("companyId")).orThrow(AccessProblems::of);
        byte[] body = RequestBody.json(context, limits.maxBodyBytes());
        BatchGetRequest request = BatchGetRequest.parse(StrictJson.object(body), limits.maxBatchSize());
        Scope scope = access.scope(request.locationId()).orThrow(AccessProblems::of);
        ResolvedConfiguration configuration =
                configurations.resolve(access.partner(), access.company(), scope.locationId());
        Staleness staleness = new Staleness();
        BatchGet<VariantImage> answer = BatchGet.answer(
                request.barcodes(),
                request.skus(),
                skus -> staleness.noting(lookup.listings(scope, skus)),
                barcodes -> soldIn(request.stateCode(), staleness.noting(lookup.variants(scope, barcodes))));
        if (staleness.changesBehind > 0) {
            context.header(CHANGES_BEHIND, Long.toString(staleness.changesBehind));
        }
        response.write(context, answer, new ScopeView(configuration, scope));
    }

    private static Map<String, VariantImage> soldIn(@Nullable String stateCode, Map<String, VariantImage> variants) {
        if (stateCode != null) {
            variants.values().removeIf(variant -> !variant.soldIn(stateCode));
        }
        return variants;
    }

    /** The stalest of what one answer is made from. */
    private static final class Staleness {
        private long changesBehind;

        <T> T noting(Reading<T> reading) {
            changesBehind = Math.max(changesBehind, reading.lag());
            return reading.found();
        }
    }
}
