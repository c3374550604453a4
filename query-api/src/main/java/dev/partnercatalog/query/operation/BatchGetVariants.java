package dev.partnercatalog.query.operation;

import dev.partnercatalog.query.access.Caller;
import dev.partnercatalog.query.access.CompanyAccess;
import dev.partnercatalog.query.access.PartnerConfigurations;
import dev.partnercatalog.query.access.PartnerDirectory;
import dev.partnercatalog.query.http.RequestBody;
import dev.partnercatalog.query.http.StrictJson;
import dev.partnercatalog.query.table.Reading;
import dev.partnercatalog.query.table.VariantLookup;
import dev.partnercatalog.resolution.BatchGet;
import dev.partnercatalog.resolution.PartnerView;
import dev.partnercatalog.resolution.ResolvedConfiguration;
import dev.partnercatalog.resolution.ResolvedEntry;
import dev.partnercatalog.resolution.Scope;
import io.javalin.http.Context;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** {@code POST /v1/{companyId}/variants/batch-get}: variants by barcodes, by SKUs, or by both (D12 to D15). */
final class BatchGetVariants implements CallerHandler {

    /** Only on an answer that a copy gave while the partition's owner was away. */
    private static final String CHANGES_BEHIND = "Catalog-Changes-Behind";

    private final PartnerDirectory partners;
    private final PartnerConfigurations configurations;
    private final VariantLookup lookup;
    private final OperationLimits limits;

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
        CompanyAccess access = partners.company(caller, context.pathParam("companyId"));
        byte[] body = RequestBody.json(context, limits.maxBodyBytes());
        BatchGetRequest request = BatchGetRequest.parse(StrictJson.object(body), limits.maxBatchSize());
        Scope scope = access.scope(request.locationId());
        ResolvedConfiguration configuration =
                configurations.resolve(access.partner(), access.company(), scope.locationId());
        Staleness staleness = new Staleness();
        BatchGet<byte[]> answer = BatchGet.answer(
                request.barcodes(),
                request.skus(),
                skus -> staleness.noting(lookup.listings(scope, skus)),
                barcodes ->
                        rendered(staleness.noting(lookup.variants(scope, barcodes)), request, scope, configuration));
        if (staleness.changesBehind > 0) {
            context.header(CHANGES_BEHIND, Long.toString(staleness.changesBehind));
        }
        BatchGetResponse.write(context, answer);
    }

    private Map<String, byte[]> rendered(
            Map<String, ResolvedEntry> found,
            BatchGetRequest request,
            Scope scope,
            ResolvedConfiguration configuration) {
        Map<String, byte[]> rendered = new HashMap<>();
        found.forEach((barcode, entry) -> {
            if (PartnerView.soldIn(entry, request.stateCode())) {
                rendered.put(barcode, PartnerView.json(barcode, entry, configuration, scope));
            }
        });
        return rendered;
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
