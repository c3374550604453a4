package dev.partnercatalog.webhook;

import dev.partnercatalog.records.CompanyVariant;
import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.resolution.Asset;
import dev.partnercatalog.resolution.FieldValues;
import dev.partnercatalog.resolution.MeasuredRange;
import dev.partnercatalog.resolution.ResolvedEntry;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.resolution.VariantField;
import dev.partnercatalog.runtime.variant.VariantRecords;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Records of variants with everything that a configuration changes. */
final class SinkRecords {

    private SinkRecords() {}

    static CompanyVariant content(ScopedVariant key, String name) {
        return new CompanyVariant(null, entry(key, 1, name));
    }

    static ResolvedVariant entry(ScopedVariant key, long revision, String name) {
        FieldValues values = FieldValues.builder()
                .set(VariantField.NAME, name)
                .set(VariantField.BADGES, List.of("new"))
                .set(VariantField.VARIANT_TYPE, "Flower")
                .set(VariantField.THC, new MeasuredRange("20", "25", "15"))
                .set(VariantField.CANNABIS_UNIT_OF_MEASURE, "%")
                .set(
                        VariantField.ASSETS,
                        Map.of(
                                "Product",
                                List.of(new Asset("1", "https://a/1", null), new Asset("2", "https://a/2", null))))
                .build();
        return VariantRecords.variant(
                key, revision, new ResolvedEntry(values, Set.of(), Set.of(), List.of(), null, null));
    }
}
