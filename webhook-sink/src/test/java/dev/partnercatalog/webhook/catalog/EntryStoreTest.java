package dev.partnercatalog.webhook.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.runtime.store.RowStore.Family;
import dev.partnercatalog.webhook.catalog.CatalogStore.RecordRow;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Entries are kept as they came, and their images made when somebody asks for them. */
class EntryStoreTest {

    private static final ScopedVariant COMPANY = new ScopedVariant(new Scope.Company(1), "a");
    private static final ScopedVariant LOCATION = new ScopedVariant(Scope.of(1, 2), "a");

    private final CatalogInTest kept = CatalogInTest.open();
    private final SinkCatalog catalog = kept.catalog();

    @AfterEach
    void stop() {
        kept.giveBack();
    }

    private void putStored(ScopedVariant variant, String name, long offset) {
        kept.take(true, CatalogInTest.entry(offset, variant, CatalogInTest.named(variant, name)), 1);
        kept.write();
    }

    @Test
    void an_image_is_made_when_it_is_asked_for_and_only_then() {
        putStored(COMPANY, "one", 0);
        assertThat(images()).isZero();

        byte[] image = catalog.image(COMPANY);
        assertThat(image).isNotNull();
        assertThat(images()).isEqualTo(1);
        assertThat(catalog.image(COMPANY)).isEqualTo(image);

        putStored(COMPANY, "two", 1);
        assertThat(images()).isZero();
        assertThat(catalog.image(COMPANY)).isNotNull().isNotEqualTo(image);
        assertThat(kept.put(COMPANY, "back")).isNotNull();
    }

    private long images() {
        return CatalogInTest.images(kept.entries());
    }

    @Test
    void the_entry_of_the_scope_itself_holds_before_its_companys_even_if_it_can_not_be_read() {
        byte[] ofCompany = kept.put(COMPANY, "company's");
        assertThat(applying(LOCATION)).isEqualTo(ofCompany);
        byte[] own = kept.put(LOCATION, "its own");
        assertThat(applying(LOCATION)).isEqualTo(own);

        kept.spoil(LOCATION);
        assertThat(SinkCatalog.isUnknown(Objects.requireNonNull(applying(LOCATION))))
                .isTrue();
        assertThat(applying(COMPANY)).isEqualTo(ofCompany);

        assertThat(kept.put(LOCATION, null)).isNull();
        assertThat(applying(LOCATION)).isEqualTo(ofCompany);
    }

    @Test
    void what_no_scope_uses_is_left_out() {
        putStored(new ScopedVariant(new Scope.Location(1, 1), "a"), "one", 0);
        assertThat(CatalogInTest.count(kept.entries(), Family.RECORDS)).isZero();
    }

    @Test
    void an_image_is_never_kept_that_was_made_of_a_record_before() {
        byte[] image = Objects.requireNonNull(kept.put(COMPANY, "one"));
        byte[] record = Objects.requireNonNull(kept.entries().rows().get(Family.RECORDS, CatalogKeys.of(COMPANY)));
        putStored(COMPANY, "two", 1);
        RecordRow before = new RecordRow(RecordRow.read(record).record(), image);
        kept.entries().keepImages(Map.of(COMPANY, before), CatalogKeys::of);
        assertThat(images()).isZero();
        assertThat(catalog.image(COMPANY)).isNotNull().isNotEqualTo(image);
    }

    private byte @Nullable [] applying(ScopedVariant variant) {
        return kept.catalog().images(List.of(variant)).get(variant);
    }
}
