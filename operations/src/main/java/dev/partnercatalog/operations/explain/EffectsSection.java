package dev.partnercatalog.operations.explain;

import dev.partnercatalog.operations.report.Cell;
import dev.partnercatalog.operations.report.Columns;
import dev.partnercatalog.operations.report.Part;
import dev.partnercatalog.operations.report.Part.Facts;
import dev.partnercatalog.operations.report.Part.Section;
import dev.partnercatalog.resolution.AssetEntry;
import dev.partnercatalog.resolution.ConversionFault;
import dev.partnercatalog.resolution.VariantField;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What units and assets do to a record, as a section of a report. */
record EffectsSection(Effects effects) {

    private static final Columns<Effects.Change> CONVERTED = Columns.<Effects.Change>none()
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
    private static final Columns<Effects.Selection> ASSETS = Columns.<Effects.Selection>none()
            .with("field", "field", selection -> Cell.text(selection.field()))
            .with("assetType", "asset type", selection -> Cell.value(selection.assetType()))
            .shown("returned", selection -> Cell.text(selection.returned() + " of " + selection.held()))
            .inJson("returned", selection -> Cell.number(selection.returned()))
            .inJson("held", selection -> Cell.number(selection.held()));

    Section section() {
        List<Effects.Change> changes = new ArrayList<>(effects.ofCannabisUnit());
        changes.addAll(effects.ofTerpeneUnit());
        List<ConversionFault> faults = new ArrayList<>(effects.conversionFaults(VariantField.CANNABIS_UNIT_OF_MEASURE));
        faults.addAll(effects.conversionFaults(VariantField.TERPENE_UNIT_OF_MEASURE));
        String variantType = Objects.requireNonNull(effects.entry().values().text(VariantField.VARIANT_TYPE));
        List<AssetEntry> assets = effects.configuration().variantAssetConfig().getOrDefault(variantType, List.of());
        return Section.of(
                "Units and assets",
                Facts.of(
                        unit(
                                VariantField.CANNABIS_UNIT_OF_MEASURE,
                                effects.configuration().cannabisUnitOfMeasure(),
                                effects.ofCannabisUnit().isEmpty()),
                        unit(
                                VariantField.TERPENE_UNIT_OF_MEASURE,
                                effects.configuration().terpeneUnitOfMeasure(),
                                effects.ofTerpeneUnit().isEmpty())),
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
                                effects.ofAssets())
                        .asArray("assets")
                        .orWhereEmpty("The layers contain no assets."));
    }

    /** @param same whether nothing is converted to the unit */
    private Part.Fact unit(VariantField field, @Nullable String wanted, boolean same) {
        String why = effects.conversionFaults(field).isEmpty()
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
}
