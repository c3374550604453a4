package dev.partnercatalog.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.resolution.Scope;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Checks the responses of batch-get against the model. */
public final class BatchGetAgreement {

    private BatchGetAgreement() {}

    /** Asserts that every barcode at every scope is answered once, byte for byte as in the model. */
    public static void assertAgrees(
            String partnerId,
            Collection<Scope> scopes,
            List<String> barcodes,
            CatalogModel model,
            PartnerClient partner)
            throws Exception {
        for (Scope scope : scopes) {
            assertAgrees(partnerId, scope, barcodes, model, partner);
        }
    }

    private static void assertAgrees(
            String partnerId, Scope scope, List<String> barcodes, CatalogModel model, PartnerClient partner)
            throws Exception {
        HttpResponse<String> answer = partner.batchGet(scope.companyId(), scope.locationId(), barcodes, List.of());
        if (!model.allows(partnerId, scope)) {
            assertThat(answer.statusCode()).isEqualTo(403);
            return;
        }
        List<String> expected = new ArrayList<>();
        for (String barcode : barcodes) {
            String variant = model.variant(partnerId, scope, barcode);
            if (variant != null) {
                expected.add(variant);
            }
        }
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(RawVariants.of(answer.body().getBytes(StandardCharsets.UTF_8), "variants"))
                .isEqualTo(expected);
    }
}
