package dev.partnercatalog.webhook.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.resolution.VariantImage;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Products are kept as they came; all companies that refer to one share its image. */
class ProductStoreTest {

    private static final ScopedVariant ONE = new ScopedVariant(new Scope.Company(1), "a");
    private static final ScopedVariant OTHER = new ScopedVariant(new Scope.Company(2), "a");

    private final CatalogInTest kept = CatalogInTest.open();
    private final SinkCatalog catalog = kept.catalog();

    @AfterEach
    void stop() {
        kept.giveBack();
    }

    @Test
    void an_image_is_made_once_for_all_who_refer_to_the_product_and_kept_until_it_changes() {
        kept.product("a", product(5, "one"));
        refer(ONE, 5);
        refer(OTHER, 5);
        assertThat(images()).isZero();
        byte[] image = Objects.requireNonNull(catalog.image(ONE));
        assertThat(image[0]).isEqualTo(VariantImage.VERSION);
        assertThat(catalog.image(OTHER)).isEqualTo(image);
        assertThat(images()).isEqualTo(1);
        assertThat(CatalogInTest.images(kept.entries())).isZero();

        kept.product("a", product(6, "two"));
        assertThat(images()).isZero();
    }

    @Test
    void an_image_of_another_version_is_made_again() {
        kept.product("a", product(5, "one"));
        refer(ONE, 5);
        byte[] image = Objects.requireNonNull(catalog.image(ONE));
        CatalogInTest.makeOtherVersion(kept.products(), "a".getBytes(StandardCharsets.US_ASCII), Long.BYTES);
        assertThat(catalog.image(ONE)).isEqualTo(image);
    }

    @Test
    void no_other_record_of_the_product_is_shown_than_the_one_referred_to() {
        refer(ONE, 5);
        assertAwaited(true);
        kept.product("a", product(4, "before"));
        assertAwaited(true);
        kept.product("a", product(5, "one"));
        assertAwaited(false);
        kept.product("a", product(6, "after"));
        assertAwaited(true);
        kept.product("a", null);
        assertAwaited(true);
        kept.spoilProduct("a");
        assertAwaited(true);
    }

    @Test
    void an_arrival_is_told_to_those_who_wait_for_it_once() {
        refer(ONE, 5);
        kept.product("a", product(4, "before"));
        assertThat(catalog.pollArrived()).isNull();
        assertAwaited(true);
        assertThat(catalog.awaited()).isEqualTo(1);
        kept.product("b", product(1, "another"));
        kept.product("a", product(5, "one"));
        assertThat(catalog.pollArrived()).isEqualTo("a");
        assertThat(catalog.pollArrived()).isNull();
        assertThat(catalog.awaited()).isZero();
    }

    private void assertAwaited(boolean awaited) {
        assertThat(SinkCatalog.isAwaited(Objects.requireNonNull(catalog.image(ONE))))
                .isEqualTo(awaited);
    }

    private void refer(ScopedVariant variant, long product) {
        kept.refer(variant, product);
    }

    private static ResolvedVariant product(long revision, String name) {
        ResolvedVariant product = CatalogInTest.named(ONE, name);
        product.setCompanyId(null);
        product.setRevision(revision);
        return product;
    }

    private long images() {
        return CatalogInTest.images(kept.products());
    }
}
