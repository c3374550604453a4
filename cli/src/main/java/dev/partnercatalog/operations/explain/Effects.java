package dev.partnercatalog.operations.explain;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.partnercatalog.operations.report.Cell;
import dev.partnercatalog.operations.report.Columns;
import dev.partnercatalog.operations.report.Part;
import dev.partnercatalog.operations.report.Part.Facts;
import dev.partnercatalog.operations.report.Part.Section;
import dev.partnercatalog.resolution.Asset;
import dev.partnercatalog.resolution.AssetEntry;
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
record Effects(String barcode, ResolvedEntry entry, ResolvedConfiguration configuration, Scope scope) {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Columns<Change> CONVERTED = Columns.<Change>none()
            .with("field", "field", change -> Cell.text(change.field()))
            .with("before", "before", change -> Cell.value(change.before()))
            .with("after", "after", change -> Cell.value(change.after()))
            .with(
                    "catalogSource",
                    "catalogSource",
                    change -> Cell.text(
                            change.sourceBefore().equals(change.sourceAfter())
                                    ? change.sourceAfter()
                                    : change.sourceBefore() + " → " + change.sourceAfter()));
    private static final Columns<ConversionFault> UNCONVERTED = Columns.<ConversionFault>none()
            .with("field", "field", fault -> Cell.text(ShownValue.printable(fault.field())))
            .with("value", "value", fault -> Cell.value(fault.value()))
            .with("configuredUnit", "configured", fault -> Cell.value(fault.wantedUnit()))
            .with("reason", "reason", fault -> Cell.text(fault.reason().words()));
    private static final Columns<Selection> ASSETS = Columns.<Selection>none()
            .with("field", "field", selection -> Cell.text(selection.field()))
            .with("assetType", "asset type", selection -> Cell.value(selection.assetType()))
            .shown("returned", selection -> Cell.text(selection.returned() + " of " + selection.held()))
            .inJson("returned", selection -> Cell.number(selection.returned()))
            .inJson("held", selection -> Cell.number(selection.held()));

    /** A member of the record that differs. */
    private record Change(String field, JsonNode before, JsonNode after, String sourceBefore, String sourceAfter) {}

    /** The number of assets of a type that a field has in the layers and in the record. */
    private record Selection(String field, String assetType, int held, int returned) {}

    /** The effects as a section of a report. */
    Section section() {
        List<Change> ofCannabis = changes(configuration.cannabisUnitOfMeasure(), null);
        List<Change> ofTerpenes = changes(null, configuration.terpeneUnitOfMeasure());
        List<Change> changes = new ArrayList<>(ofCannabis);
        changes.addAll(ofTerpenes);
        List<ConversionFault> faults = new ArrayList<>(faults(VariantField.CANNABIS_UNIT_OF_MEASURE));
        faults.addAll(faults(VariantField.TERPENE_UNIT_OF_MEASURE));
        String variantType = Objects.requireNonNull(entry.values().text(VariantField.VARIANT_TYPE));
        List<AssetEntry> assets = configuration.variantAssetConfig().getOrDefault(variantType, List.of());
        return Section.of(
                "Units and assets",
                Facts.of(
                        unit(
                                VariantField.CANNABIS_UNIT_OF_MEASURE,
                                configuration.cannabisUnitOfMeasure(),
                                ofCannabis.isEmpty()),
                        unit(
                                VariantField.TERPENE_UNIT_OF_MEASURE,
                                configuration.terpeneUnitOfMeasure(),
                                ofTerpenes.isEmpty())),
                CONVERTED
                        .table("Values converted to the configured units", changes)
                        .asArray("converted")
                        .orWhereEmpty("No value is converted."),
                UNCONVERTED
                        .table("Values that can't be converted to the configured unit (D7)", faults)
                        .asArray("unconverted"),
                ASSETS.table(
                                "Returned assets; of variant type " + ShownValue.of(variantType) + ", "
                                        + (assets.isEmpty()
                                                ? "no asset types are configured, so the system default applies"
                                                : "these are configured: " + ConfigurationLayers.described(assets)),
                                ofAssets())
                        .asArray("assets")
                        .orWhereEmpty("The layers contain no assets."));
    }

    /** @param same whether nothing is converted to the unit */
    private Part.Fact unit(VariantField field, @Nullable String wanted, boolean same) {
        String why = faults(field).isEmpty()
                ? ", but nothing is converted: the variant already has this unit, or there is no value"
                : ", but nothing is converted (D7)";
        return Part.shown(
                field.jsonName(),
                Cell.text(
                        wanted == null
                                ? "none is configured, so nothing is converted"
                                : ShownValue.of(wanted) + " is configured"
                                        + (same ? why : ", and the values are converted")));
    }

    /** Why the values of a unit's field keep a unit other than the configured one (D7); empty if they don't. */
    private List<ConversionFault> faults(VariantField unitField) {
        return PartnerView.conversionFaults(entry, configuration).stream()
                .filter(fault -> fault.unitField() == unitField)
                .toList();
    }

    /** Each asset type in the layers, and how many of its assets are in the record (D9). */
    private List<Selection> ofAssets() {
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

    /** What these units change (D7). */
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
