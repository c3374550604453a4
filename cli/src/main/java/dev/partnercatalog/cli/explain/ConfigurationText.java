package dev.partnercatalog.cli.explain;

import dev.partnercatalog.cli.connection.TextTable;
import dev.partnercatalog.operations.explain.ConfigurationLayers;
import dev.partnercatalog.operations.explain.Effects;
import dev.partnercatalog.operations.explain.ShownValue;
import dev.partnercatalog.resolution.AssetEntry;
import dev.partnercatalog.resolution.ConversionFault;
import dev.partnercatalog.resolution.FieldValues;
import dev.partnercatalog.resolution.ResolvedConfiguration;
import dev.partnercatalog.resolution.VariantField;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The layers of a configuration side by side, and what the configuration does to a record. */
record ConfigurationText(ConfigurationLayers configuration, boolean atCompany) {

    void print(PrintWriter out) {
        TextTable table = new TextTable();
        List<String> titles = List.of("setting", "in effect", "default", "company", "location");
        table.add(titles.subList(0, titles.size() - (atCompany ? 1 : 0)));
        for (ConfigurationLayers.Setting setting : configuration.settings()) {
            List<String> row = new ArrayList<>(List.of(setting.name(), setting.holds()));
            for (int layer = 0; layer < setting.layers().size() - (atCompany ? 1 : 0); layer++) {
                row.add(cell(setting.layers().get(layer), layer == setting.winner()));
            }
            table.add(row);
        }
        table.print(out, "  ");
    }

    private static String cell(@Nullable String value, boolean won) {
        if (value == null) {
            return LayersText.NO_VALUE;
        }
        return (won ? LayersText.WON : LayersText.REPLACED) + value;
    }

    void printEffects(Effects effects, PrintWriter out) {
        FieldValues values = effects.entry().values();
        ResolvedConfiguration holds = configuration.holds();
        out.println("Units");
        printUnit(
                out,
                VariantField.CANNABIS_UNIT_OF_MEASURE,
                holds.cannabisUnitOfMeasure(),
                effects.ofCannabisUnit(),
                effects);
        printUnit(
                out,
                VariantField.TERPENE_UNIT_OF_MEASURE,
                holds.terpeneUnitOfMeasure(),
                effects.ofTerpeneUnit(),
                effects);
        out.println();

        out.println("Assets");
        String variantType = Objects.requireNonNull(values.text(VariantField.VARIANT_TYPE));
        List<AssetEntry> entry = holds.variantAssetConfig().getOrDefault(variantType, List.of());
        out.println("  Variant type " + ShownValue.of(variantType) + ": "
                + (entry.isEmpty()
                        ? "no asset types are configured, so the system default applies."
                        : ConfigurationLayers.described(entry) + "."));
        TextTable table = new TextTable();
        effects.ofAssets()
                .forEach(selection -> table.add(List.of(
                        selection.field(),
                        ShownValue.of(selection.assetType()),
                        selection.returned() + " of " + selection.held() + " returned")));
        table.print(out, "  ");
    }

    private static void printUnit(
            PrintWriter out,
            VariantField unitField,
            @Nullable String wanted,
            List<Effects.Change> changes,
            Effects effects) {
        String unit = "  " + unitField.jsonName() + ": ";
        if (wanted == null) {
            out.println(unit + "none is configured, so nothing is converted.");
            return;
        }
        List<ConversionFault> faults = effects.conversionFaults(unitField);
        out.println(unit + ShownValue.of(wanted) + " is configured, " + outcome(changes, faults));
        faults.forEach(fault -> out.println("    " + ShownValue.printable(fault.field()) + " is "
                + ShownValue.of(fault.value()) + ": " + fault.reason().words()));
        TextTable table = new TextTable();
        changes.forEach(change -> table.add(List.of(
                change.field(),
                ShownValue.of(change.before()) + " -> " + ShownValue.of(change.after()),
                change.sourceBefore().equals(change.sourceAfter())
                        ? ""
                        : "catalogSource " + change.sourceBefore() + " -> " + change.sourceAfter())));
        table.print(out, "    ");
    }

    private static String outcome(List<Effects.Change> changes, List<ConversionFault> faults) {
        if (!changes.isEmpty()) {
            return "and the values are converted.";
        }
        return faults.isEmpty()
                ? "but nothing is converted: the variant already has this unit, or there is no value."
                : "but nothing is converted (D7):";
    }
}
