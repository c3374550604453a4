package dev.partnercatalog.runtime.variant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.events.Asset;
import dev.partnercatalog.events.BpdVariant;
import dev.partnercatalog.events.CompanyOverride;
import dev.partnercatalog.events.DisplayAttributes;
import dev.partnercatalog.events.Range;
import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.resolution.ResolvedEntry;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.resolution.VariantField;
import dev.partnercatalog.resolution.VariantLayers;
import dev.partnercatalog.runtime.store.SingleObjectSerde;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;

class VariantRecordsTest {

    @Test
    void an_entry_reads_back_from_its_record_as_it_was() {
        VariantLayers layers = new VariantLayers(
                VariantRecords.layer(bpd()),
                VariantRecords.layer(override()),
                VariantRecords.layer(DisplayAttributes.newBuilder()
                        .setCompanyId(1)
                        .setBarcode("b")
                        .setDisplayName("Company")
                        .setBadges(List.of("new"))
                        .build()),
                VariantRecords.layer(DisplayAttributes.newBuilder()
                        .setCompanyId(1)
                        .setLocationId(2L)
                        .setBarcode("b")
                        .setParentProductDisplayName("Location")
                        .setLabels(List.of())
                        .build()));
        ResolvedEntry entry = layers.resolve();
        assertThat(entry.withoutDisplayNames()).isNotNull();
        assertThat(entry.withoutCannabinoidOverrides()).isNotNull();

        ResolvedVariant record = VariantRecords.variant(new ScopedVariant(new Scope.Location(1, 2), "b"), 7, entry);
        SingleObjectSerde<ResolvedVariant> serde = new SingleObjectSerde<>(ResolvedVariant.class);
        ResolvedVariant read = serde.decode(serde.encode(record));

        assertThat(VariantRecords.entry(read)).isEqualTo(entry);
        assertThat(read.getRevision()).isEqualTo(7);
    }

    @Test
    void an_entry_of_nothing_but_defaults_reads_back_too() {
        BpdVariant plain = BpdVariant.newBuilder().setBarcode("b").build();
        ResolvedEntry entry = new VariantLayers(VariantRecords.layer(plain), null, null, null).resolve();
        ResolvedVariant record = VariantRecords.variant(new ScopedVariant(Scope.everywhere(), "b"), 1, entry);
        assertThat(VariantRecords.entry(record)).isEqualTo(entry);
    }

    @Test
    void every_field_of_the_rules_has_a_counterpart_in_the_records() {
        List<String> fields =
                Arrays.stream(VariantField.values()).map(VariantField::jsonName).toList();
        List<String> published = names(BpdVariant.getClassSchema(), "barcode");
        List<String> canonical = names(BpdVariant.getClassSchema(), "barcode", "stateCodes");
        List<String> ofLayers = new ArrayList<>(published);
        ofLayers.addAll(names(DisplayAttributes.getClassSchema()));
        SoftAssertions.assertSoftly(all -> {
            all.assertThat(without(fields, names(ResolvedVariant.getClassSchema())))
                    .as("fields that ResolvedVariant.avsc lacks")
                    .isEmpty();
            all.assertThat(without(fields, ofLayers))
                    .as("fields that BpdVariant.avsc or DisplayAttributes.avsc lacks")
                    .isEmpty();
            all.assertThat(without(published, fields))
                    .as("fields that VariantField lacks")
                    .isEmpty();
            all.assertThat(names(CompanyOverride.getClassSchema(), "companyId", "barcode"))
                    .as("CompanyOverride.avsc has BpdVariant.avsc's fields, in its order")
                    .containsExactlyElementsOf(canonical);
        });
    }

    private static List<String> without(List<String> names, List<String> others) {
        return names.stream().filter(name -> !others.contains(name)).toList();
    }

    private static List<String> names(Schema schema, String... others) {
        return without(schema.getFields().stream().map(Schema.Field::name).toList(), List.of(others));
    }

    private static BpdVariant bpd() {
        return BpdVariant.newBuilder()
                .setBarcode("b")
                .setName("Canonical")
                .setStateCodes(List.of("CA", "NV"))
                .setParentProductName("Parent")
                .setUnitSize(3.5)
                .setPackagedQuantity(2)
                .setDelisted(true)
                .setLineages(List.of("one", "two"))
                .setThc(new Range("1", "2", ""))
                .setSecondaryCannabinoids(Map.of("CBG", new Range("0.1", "", ""), "THCV", new Range("", "", "")))
                .setGradingResults(Map.of("b", "2", "a", "1"))
                .setEffects(List.of())
                .setAssets(Map.of("Product", List.of(new Asset("1", "https://x", null), new Asset("2", "y", "alt"))))
                .build();
    }

    private static CompanyOverride override() {
        return CompanyOverride.newBuilder()
                .setCompanyId(1)
                .setBarcode("b")
                .setName("Ours")
                .setThc(new Range("9", "", ""))
                .setAssets(Map.of())
                .build();
    }
}
