package dev.partnercatalog.webhook.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.runtime.store.RowStore.Family;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Entries are kept as they came, and read when somebody asks for them. */
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
    void an_image_is_made_once_and_again_of_another_record() {
        putStored(COMPANY, "one", 0);
        byte[] image = catalog.image(COMPANY);
        assertThat(image).isNotNull();
        assertThat(catalog.image(COMPANY)).isSameAs(image);

        putStored(COMPANY, "two", 1);
        assertThat(catalog.image(COMPANY)).isNotNull().isNotEqualTo(image);
        putStored(COMPANY, "one", 2);
        assertThat(catalog.image(COMPANY)).isEqualTo(image);
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

    private byte @Nullable [] applying(ScopedVariant variant) {
        return kept.catalog().images(List.of(variant)).get(variant);
    }
}
