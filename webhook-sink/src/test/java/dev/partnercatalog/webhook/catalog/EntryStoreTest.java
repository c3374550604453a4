package dev.partnercatalog.webhook.catalog;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.resolution.VariantImage;
import dev.partnercatalog.runtime.store.RowStore.Family;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Entries are kept as they came, and their images made when somebody asks for them. */
class EntryStoreTest {

    private static final ScopedVariant COMPANY = new ScopedVariant(new Scope.Company(1), "a");
    private static final ScopedVariant LOCATION = new ScopedVariant(Scope.of(1, 2), "a");

    private final CatalogInTest kept = CatalogInTest.open();
    private final EntryStore entries = kept.catalog().entries();

    @AfterEach
    void stop() {
        kept.giveBack();
    }

    private void putStored(ScopedVariant variant, String name, long offset) {
        ConsumerRecord<byte[], byte[]> record =
                CatalogInTest.entry(offset, variant, CatalogInTest.named(variant, name));
        var unused = entries.put(variant, record.value(), CatalogStore.Origin.of(record));
    }

    @Test
    void an_image_is_made_when_it_is_asked_for_and_only_then() {
        putStored(COMPANY, "one", 0);
        assertThat(images()).isZero();

        byte[] image = entries.image(COMPANY);
        assertThat(image).isNotNull();
        assertThat(images()).isEqualTo(1);
        assertThat(entries.image(COMPANY)).isEqualTo(image);

        putStored(COMPANY, "two", 1);
        assertThat(images()).isZero();
        assertThat(entries.image(COMPANY)).isNotNull().isNotEqualTo(image);
        assertThat(kept.put(COMPANY, "back")).isNotNull();
    }

    private long images() {
        return CatalogInTest.count(entries, Family.IMAGES);
    }

    @Test
    void an_image_of_another_version_is_made_again() {
        byte[] image = Objects.requireNonNull(kept.put(COMPANY, "one"));
        byte[] other = image.clone();
        other[0] = VariantImage.VERSION + 1;
        entries.batch().put(Family.IMAGES, CatalogKeys.of(COMPANY), other);

        assertThat(entries.image(COMPANY)).isEqualTo(image);
    }

    @Test
    void the_entry_of_the_scope_itself_holds_before_its_companys_even_if_it_can_not_be_read() {
        byte[] ofCompany = kept.put(COMPANY, "company's");
        assertThat(applying(LOCATION)).isEqualTo(ofCompany);
        byte[] own = kept.put(LOCATION, "its own");
        assertThat(applying(LOCATION)).isEqualTo(own);

        kept.spoil(LOCATION);
        assertThat(EntryStore.isUnknown(Objects.requireNonNull(applying(LOCATION))))
                .isTrue();
        assertThat(applying(COMPANY)).isEqualTo(ofCompany);

        assertThat(kept.put(LOCATION, null)).isNull();
        assertThat(applying(LOCATION)).isEqualTo(ofCompany);
    }

    @Test
    void a_record_that_the_store_holds_changes_nothing() {
        putStored(COMPANY, "one", 5);
        byte[] image = entries.image(COMPANY);
        putStored(COMPANY, "older", 4);
        putStored(COMPANY, "same place", 5);
        assertThat(entries.image(COMPANY)).isEqualTo(image);
        assertThat(entries.position()).isEqualTo(5);
    }

    @Test
    void what_no_scope_uses_and_what_has_no_valid_key_is_left_out_when_restored() {
        byte[] value = Objects.requireNonNull(CatalogInTest.entry(0, COMPANY, CatalogInTest.named(COMPANY, "one"))
                .value());
        List<String> keys = Arrays.asList("a/1", "a/1/1", "a/one", null);
        for (int i = 0; i < keys.size(); i++) {
            byte[] key = keys.get(i) == null ? null : keys.get(i).getBytes(UTF_8);
            entries.restoreBatch(List.of(new ConsumerRecord<>("any", 0, i, key, value)));
        }
        entries.commit(Map.of());

        assertThat(entries.image(COMPANY)).isNotNull();
        assertThat(CatalogInTest.count(entries, Family.RECORDS)).isEqualTo(1);
        assertThat(entries.position()).isEqualTo(3);
    }

    private byte @Nullable [] applying(ScopedVariant variant) {
        return kept.catalog().images(List.of(variant)).get(variant);
    }
}
