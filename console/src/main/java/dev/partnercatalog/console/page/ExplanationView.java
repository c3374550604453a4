package dev.partnercatalog.console.page;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.partnercatalog.operations.explain.ConfigurationLayers;
import dev.partnercatalog.operations.explain.Effects;
import dev.partnercatalog.operations.explain.Explanation;
import dev.partnercatalog.operations.explain.Question;
import dev.partnercatalog.operations.explain.ShownValue;
import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.resolution.ConversionFault;
import dev.partnercatalog.resolution.Listings;
import dev.partnercatalog.resolution.VariantField;
import dev.partnercatalog.runtime.html.Html;
import dev.partnercatalog.runtime.html.Place;
import dev.partnercatalog.runtime.html.Shown;
import dev.partnercatalog.runtime.html.Table;
import dev.partnercatalog.runtime.html.Tag;
import dev.partnercatalog.runtime.variant.VariantKeys;
import dev.partnercatalog.runtime.variant.VariantRecords;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * An explanation as markup: the layers side by side, the configuration, and the record as the partner gets it.
 *
 * @param onlyDifferences whether fields and settings are left out that no two layers set differently
 */
public record ExplanationView(Explanation explanation, boolean onlyDifferences) {

    private static final ObjectMapper JSON = new ObjectMapper();

    Html html() {
        Question question = explanation.question();
        boolean atCompany = question.scope().isCompany();
        return Html.of(
                Tag.H2.of("Barcode " + explanation.barcode() + " at " + question.where() + " for partner "
                        + question.partnerId()),
                Shown.fault(
                        explanation.refusal() == null
                                ? null
                                : "The partner gets nothing here: the API returns " + explanation.refusal()),
                Html.of(explanation.unreadable().stream()
                        .map(record -> Shown.fault("A record can't be read: " + record.text() + "; " + record.remedy()))
                        .toList()),
                Shown.facts(listing(), Shown.fact("Listed by this scope as", Html.text(skus())), entry()),
                Tag.SECTION.of(Tag.H2.of("Layers"), new LayersTable(explanation.fieldLayers(), onlyDifferences).html()),
                changes(),
                configuration(atCompany),
                effects(),
                Tag.SECTION.of(
                        Tag.H2.of("Record"),
                        record(),
                        explanation.notSent() == null ? Html.nothing() : Tag.P.of(explanation.notSent()),
                        sendAgain()));
    }

    private Html listing() {
        Listings listings = explanation.listings();
        if (listings == null) {
            return Html.nothing();
        }
        Question question = explanation.question();
        String sku = question.identifier();
        String ofCompany = "company-wide " + listings.ofCompany().getOrDefault(sku, "not listed");
        return Shown.fact(
                "SKU " + sku,
                Html.text(
                        question.scope().isCompany()
                                ? ofCompany
                                : "at the location " + listings.ofLocation().getOrDefault(sku, "not listed") + ", "
                                        + ofCompany));
    }

    private String skus() {
        return explanation.skus().isEmpty() ? "nothing" : String.join(", ", explanation.skus());
    }

    private Html entry() {
        ResolvedVariant entry = explanation.entry();
        if (!explanation.inBpd()) {
            return Html.of(
                    Shown.fact(
                            "Entry",
                            Html.text(
                                    "none: BPD lacks the barcode, so it resolves to nothing; the layers wait for it")),
                    explanation
                            .nearInWords()
                            .map(near -> Shown.fact("Almost the same", Html.text(near)))
                            .orElse(Html.nothing()));
        }
        if (explanation.isEntryUnreadable()) {
            return Shown.fact("Entry", Html.text("can't be read, so the barcode resolves to nothing"));
        }
        if (entry == null) {
            return Shown.fact("Entry", Html.text("not written yet: try again in a moment"));
        }
        String key = VariantKeys.encode(VariantRecords.variant(entry));
        boolean agrees = VariantRecords.entry(entry).equals(explanation.layers().resolve());
        return Html.of(
                Shown.fact(
                        "Entry",
                        Html.text(key + ", revision " + entry.getRevision()
                                + (agrees ? "" : "; the layers are changing: try again in a moment"))),
                entry.getStateCodes().isEmpty()
                        ? Html.nothing()
                        : Shown.fact("Sold only in", Html.text(String.join(", ", entry.getStateCodes()))));
    }

    private Html changes() {
        Table table = new Table("The events that last changed each field, latest first", "Event", "Read at", "Fields");
        explanation
                .changes()
                .forEach(change -> table.row(
                        Tag.CODE.of(change.topic().baseName() + " " + change.partition() + "-" + change.offset()),
                        Shown.time(change.readAt()),
                        Html.text(String.join(", ", change.fields()))));
        return Tag.SECTION.of(Tag.H2.of("Last changed"), table.orWhereEmpty("There are no layers."));
    }

    private Html configuration(boolean atCompany) {
        ConfigurationLayers configuration = explanation.configuration();
        if (configuration == null) {
            return Html.nothing();
        }
        List<String> layers = atCompany ? List.of("Default", "Company") : List.of("Default", "Company", "Location");
        List<String> headers = new ArrayList<>(List.of("Setting", "In effect"));
        headers.addAll(layers);
        Table table = new Table("Configuration, lowest layer first", headers.toArray(String[]::new));
        for (ConfigurationLayers.Setting setting : configuration.settings()) {
            if (onlyDifferences && isSame(setting)) {
                continue;
            }
            List<Html> row = new ArrayList<>(List.of(Html.text(setting.name()), Html.text(setting.holds())));
            for (int layer = 0; layer < layers.size(); layer++) {
                String value = setting.layers().get(layer);
                row.add(
                        value == null
                                ? LayersTable.noValue()
                                : layer == setting.winner() ? LayersTable.won(value) : LayersTable.replaced(value));
            }
            table.row(row);
        }
        return Tag.SECTION.of(Tag.H2.of("Configuration"), table.orWhereEmpty("No two layers differ."));
    }

    private static boolean isSame(ConfigurationLayers.Setting setting) {
        return setting.layers().stream().filter(Objects::nonNull).distinct().count() <= 1;
    }

    private Html effects() {
        Effects effects = explanation.effects();
        if (effects == null) {
            return Html.nothing();
        }
        Table units = new Table("Values converted to other units", "Field", "Before", "After", "catalogSource");
        List<Effects.Change> changes = new ArrayList<>(effects.ofCannabisUnit());
        changes.addAll(effects.ofTerpeneUnit());
        changes.forEach(change -> units.row(
                Html.text(change.field()),
                CatalogValues.value(change.before()),
                CatalogValues.value(change.after()),
                Html.text(
                        change.sourceBefore().equals(change.sourceAfter())
                                ? change.sourceAfter()
                                : change.sourceBefore() + " → " + change.sourceAfter())));
        Table assets = new Table("Returned assets", "Field", "Asset type", "Returned");
        effects.ofAssets()
                .forEach(selection -> assets.row(
                        Html.text(selection.field()),
                        Html.text(selection.assetType()),
                        Html.text(selection.returned() + " of " + selection.held())));
        return Tag.SECTION.of(
                Tag.H2.of("Units and assets"),
                units.orWhereEmpty("No value is converted."),
                conversionFaults(effects),
                assets.orWhereEmpty("The layers contain no assets."));
    }

    private static Html conversionFaults(Effects effects) {
        List<ConversionFault> faults = Stream.of(
                        VariantField.CANNABIS_UNIT_OF_MEASURE, VariantField.TERPENE_UNIT_OF_MEASURE)
                .flatMap(unitField -> effects.conversionFaults(unitField).stream())
                .toList();
        Table table = new Table(
                "Values that can't be converted to the configured unit", "Field", "Value", "Configured", "Reason");
        faults.forEach(fault -> table.row(
                Html.text(fault.field()),
                CatalogValues.value(fault.value()),
                Tag.CODE.of(ShownValue.of(fault.wantedUnit())),
                Html.text(fault.reason().words())));
        return faults.isEmpty() ? Html.nothing() : table.html();
    }

    /** Leads to the resync of this record, which asks for confirmation. */
    private Html sendAgain() {
        Question question = explanation.question();
        return explanation.record() == null
                ? Html.nothing()
                : Tag.P.of(Tag.A
                        .to(Place.of("partners", question.partnerId(), "resync")
                                .with(ResyncPage.Part.COMPANY, question.scope().companyId())
                                .with(ResyncPage.Part.LOCATION, question.scope().locationId())
                                .with(ResyncPage.Part.BARCODE, explanation.barcode()))
                        .of("Send this record to the partner's webhook again"));
    }

    private Html record() {
        byte[] record = explanation.record();
        if (record == null) {
            return Tag.P.of(
                    explanation.inBpd() ? "None: the partner gets nothing here." : "None: BPD lacks the barcode.");
        }
        try {
            return Shown.pre("Record", JSON.writerWithDefaultPrettyPrinter().writeValueAsString(JSON.readTree(record)));
        } catch (IOException e) {
            throw new UncheckedIOException("reading from memory failed", e);
        }
    }
}
