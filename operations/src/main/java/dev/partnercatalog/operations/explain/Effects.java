package dev.partnercatalog.operations.explain;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.partnercatalog.resolution.Asset;
import dev.partnercatalog.resolution.ConversionFault;
import dev.partnercatalog.resolution.PartnerView;
import dev.partnercatalog.resolution.ResolvedConfiguration;
import dev.partnercatalog.resolution.ResolvedEntry;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.VariantField;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What units and assets do to a record. Determined by comparing the records that partners would get with and without
 * them, so that the rules are applied here rather than repeated.
 */
public record Effects(String barcode, ResolvedEntry entry, ResolvedConfiguration configuration, Scope scope) {

    private static final ObjectMapper JSON = new ObjectMapper();

    /** A member of the record that differs. */
    public record Change(String field, JsonNode before, JsonNode after, String sourceBefore, String sourceAfter) {}

    /** The number of assets of a type that a field has in the layers and in the record. */
    public record Selection(String field, String assetType, int held, int returned) {}

    /** What the configured unit of cannabinoids changes (D7). */
    public List<Change> ofCannabisUnit() {
        return changes(configuration.cannabisUnitOfMeasure(), null);
    }

    /** What the configured unit of terpenes changes (D7). */
    public List<Change> ofTerpeneUnit() {
        return changes(null, configuration.terpeneUnitOfMeasure());
    }

    /** Why the values of a unit's field keep a unit other than the configured one; empty if they don't. */
    public List<ConversionFault> conversionFaults(VariantField unitField) {
        return PartnerView.conversionFaults(entry, configuration).stream()
                .filter(fault -> fault.unitField() == unitField)
                .toList();
    }

    /** Each asset type in the layers, and how many of its assets are in the record (D9). */
    public List<Selection> ofAssets() {
        JsonNode record = record(configuration);
        List<Selection> selections = new ArrayList<>();
        for (VariantField field : List.of(VariantField.ASSETS, VariantField.BRAND_ASSETS)) {
            Map<String, List<Asset>> held =
                    Objects.requireNonNull(entry.values().assets(field));
            held.forEach((assetType, assets) -> selections.add(new Selection(
                    field.jsonName(),
                    assetType,
                    assets.size(),
                    record.path(field.jsonName()).path(assetType).size())));
        }
        return selections;
    }

    private List<Change> changes(@Nullable String cannabisUnit, @Nullable String terpeneUnit) {
        JsonNode before = record(withUnits(null, null));
        JsonNode after = record(withUnits(cannabisUnit, terpeneUnit));
        List<Change> changes = new ArrayList<>();
        for (VariantField field : VariantField.all()) {
            Change change = new Change(
                    field.jsonName(),
                    before.path(field.jsonName()),
                    after.path(field.jsonName()),
                    source(before, field),
                    source(after, field));
            if (!change.before().equals(change.after())
                    || !change.sourceBefore().equals(change.sourceAfter())) {
                changes.add(change);
            }
        }
        return changes;
    }

    private ResolvedConfiguration withUnits(@Nullable String cannabisUnit, @Nullable String terpeneUnit) {
        return new ResolvedConfiguration(
                configuration.allowedFields(), configuration.variantAssetConfig(), cannabisUnit, terpeneUnit);
    }

    private static String source(JsonNode record, VariantField field) {
        return record.path("catalogSource").path(field.jsonName()).asText();
    }

    private JsonNode record(ResolvedConfiguration anyConfiguration) {
        try {
            return JSON.readTree(PartnerView.json(barcode, entry, anyConfiguration, scope));
        } catch (IOException e) {
            throw new UncheckedIOException("reading from memory failed", e);
        }
    }
}
