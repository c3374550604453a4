package dev.partnercatalog.operations.explain;

import dev.partnercatalog.operations.report.Cell;
import dev.partnercatalog.operations.report.Columns;
import dev.partnercatalog.operations.report.Part;
import dev.partnercatalog.operations.report.Part.Facts;
import dev.partnercatalog.operations.report.Part.Section;
import dev.partnercatalog.operations.report.Report;
import dev.partnercatalog.operations.report.ReportTable;
import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.resolution.Candidate;
import dev.partnercatalog.resolution.Layer;
import dev.partnercatalog.resolution.Listings;
import dev.partnercatalog.resolution.VariantField;
import dev.partnercatalog.runtime.variant.RecordedChange;
import dev.partnercatalog.runtime.variant.VariantKeys;
import dev.partnercatalog.runtime.variant.VariantRecords;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An explanation as a report: the layers side by side, the configuration, and the record as the partner gets it.
 *
 * @param onlyDifferences whether fields and settings are left out that no two layers set differently
 */
public record ExplanationReport(Explanation explanation, boolean onlyDifferences) {

    private static final Columns<RecordedChange> CHANGES = Columns.<RecordedChange>none()
            .shown(
                    "event",
                    change ->
                            new Cell.Code(change.topic().baseName() + " " + change.partition() + "-" + change.offset()))
            .inJson("topic", change -> Cell.text(change.topic().baseName()))
            .inJson("partition", change -> Cell.number(change.partition()))
            .inJson("offset", change -> Cell.number(change.offset()))
            .with("readAt", "read at", change -> Cell.time(change.readAt()))
            .with("fields", "fields", change -> Cell.texts(change.fields()));

    public Report report() {
        Question question = explanation.question();
        List<Part> parts = new ArrayList<>(List.of(
                Facts.of(
                        Part.inJson("partnerId", Cell.text(question.partnerId())),
                        Part.inJson("companyId", Cell.number(question.scope().companyId())),
                        Part.inJson("locationId", Cell.number(question.scope().locationId())),
                        Part.inJson("barcode", Cell.text(explanation.barcode())),
                        Part.shown("SKU " + question.identifier(), Cell.text(listing())),
                        Part.fact("skus", "listed by this scope as", skus()),
                        Part.fact("entry", "entry", Cell.text(entry())),
                        Part.shown(
                                "almost the same",
                                Cell.text(explanation.nearInWords().orElse(null))),
                        Part.fact("stateCodes", "sold only in", stateCodes()),
                        Part.inJson("refusal", Cell.text(explanation.refusal()))),
                new Part.Warnings(
                        null,
                        "The partner gets nothing here: the API returns ",
                        explanation.refusal() == null ? List.of() : List.of(explanation.refusal())),
                layers(),
                Section.of(
                        "Last changed",
                        CHANGES.table("The events that last changed each field, latest first", explanation.changes())
                                .asArray("changes")
                                .orWhereEmpty("There are no layers."))));
        configuration(parts);
        Effects effects = explanation.effects();
        if (effects != null) {
            parts.add(new EffectsSection(effects).section());
        }
        parts.add(record());
        return Report.of(
                "Barcode " + explanation.barcode() + " at " + question.where() + " for partner " + question.partnerId(),
                parts,
                explanation.unreadable());
    }

    private @Nullable String listing() {
        Listings listings = explanation.listings();
        if (listings == null) {
            return null;
        }
        String sku = explanation.question().identifier();
        return (explanation.question().scope().isCompany()
                        ? ""
                        : "at the location " + listings.ofLocation().getOrDefault(sku, "not listed") + ", ")
                + "company-wide " + listings.ofCompany().getOrDefault(sku, "not listed");
    }

    private Cell skus() {
        return explanation.skus().isEmpty() ? Cell.text("nothing") : Cell.texts(explanation.skus());
    }

    private String entry() {
        ResolvedVariant entry = explanation.entry();
        if (!explanation.inBpd()) {
            return "none: BPD lacks the barcode, so it resolves to nothing; the layers wait for it";
        }
        if (explanation.isEntryUnreadable()) {
            return "the resolver's entry can't be read, so the barcode resolves to nothing";
        }
        if (entry == null) {
            return "not written yet: try again in a moment";
        }
        return VariantKeys.encode(VariantRecords.variant(entry)) + ", revision " + entry.getRevision()
                + (VariantRecords.entry(entry).equals(explanation.layers().resolve())
                        ? ""
                        : "; the entry and the layers differ, because they are changing: try again in a moment");
    }

    private Cell stateCodes() {
        return explanation.entry() == null
                ? Cell.none()
                : Cell.texts(explanation.entry().getStateCodes());
    }

    private Part layers() {
        FieldLayers fields = explanation.fieldLayers();
        Columns<FieldLayers.Row> columns = Columns.<FieldLayers.Row>none()
                .with("field", "field", row -> Cell.text(row.field().jsonName()));
        for (int i = 0; i < fields.layers().size(); i++) {
            int layer = i;
            Layer of = fields.layers().get(i);
            columns = columns.with(
                    of.name().toLowerCase(Locale.ROOT).replace('_', '-'),
                    FieldLayers.title(of),
                    row -> cell(row.candidates().get(layer)));
        }
        ReportTable table = columns.table(
                        "The value of each field in each layer, lowest layer first"
                                + (explanation.configuration() == null ? ", with every flag off, the default" : ""),
                        fields.rows().stream()
                                .filter(row -> !onlyDifferences || differs(row))
                                .toList())
                .asArray("layers")
                .orWhereEmpty(fields.rows().isEmpty() ? "No layer sets anything." : "No two layers differ.");
        return Section.of(
                "Layers",
                table,
                unset("Set by no layer, so absent: ", fields.unset().stream().filter(field -> !field.required())),
                unset(
                        "Set by no layer, so at the default: ",
                        fields.unset().stream().filter(VariantField::required)));
    }

    private Part unset(String before, Stream<VariantField> fields) {
        List<String> names = fields.map(VariantField::jsonName).toList();
        return names.isEmpty() || onlyDifferences
                ? Facts.of()
                : new Part.Words(before + String.join(", ", names) + ".", true);
    }

    /** Whether a layer replaces another's value, or a flag hides one. */
    private static boolean differs(FieldLayers.Row row) {
        return row.candidates().stream().anyMatch(candidate -> candidate.outcome() == Candidate.Outcome.FLAG_OFF)
                || areSeveral(row.candidates().stream().map(Candidate::value).toList());
    }

    private static boolean areSeveral(Collection<?> values) {
        return values.stream().filter(Objects::nonNull).distinct().count() > 1;
    }

    private static Cell cell(Candidate candidate) {
        Object value = candidate.value();
        if (value == null) {
            return new Cell.Absent(true);
        }
        return switch (candidate.outcome()) {
            case WON -> new Cell.Layered(Cell.Outcome.WON, Cell.value(value));
            case REPLACED -> new Cell.Layered(Cell.Outcome.REPLACED, Cell.value(value));
            case FLAG_OFF -> new Cell.Layered(Cell.Outcome.FLAG_OFF, Cell.value(value));
            case NO_VALUE -> new Cell.Absent(true);
        };
    }

    private void configuration(List<Part> parts) {
        ConfigurationLayers configuration = explanation.configuration();
        if (configuration == null) {
            return;
        }
        Columns<ConfigurationLayers.Setting> columns = Columns.<ConfigurationLayers.Setting>none()
                .with("setting", "setting", setting -> Cell.text(setting.name()))
                .with("inEffect", "in effect", setting -> Cell.text(setting.holds()))
                .with("default", "default", setting -> cell(setting, 0))
                .with("company", "company", setting -> cell(setting, 1));
        if (!explanation.question().scope().isCompany()) {
            columns = columns.with("location", "location", setting -> cell(setting, 2));
        }
        parts.add(Section.of(
                "Configuration",
                columns.table(
                                "Configuration, lowest layer first",
                                configuration.settings().stream()
                                        .filter(setting -> !onlyDifferences || areSeveral(setting.layers()))
                                        .toList())
                        .asArray("configuration")
                        .orWhereEmpty("No two layers differ.")));
    }

    private static Cell cell(ConfigurationLayers.Setting setting, int layer) {
        String value = setting.layers().get(layer);
        return value == null
                ? new Cell.Absent(true)
                : new Cell.Layered(
                        layer == setting.winner() ? Cell.Outcome.WON : Cell.Outcome.REPLACED, new Cell.Code(value));
    }

    private Part record() {
        byte[] record = explanation.record();
        String notSent = explanation.notSent();
        if (record == null) {
            return Section.of("Record", Part.words("No record: " + whyNoRecord()));
        }
        // The record comes last, so that a program can take the last line.
        return Section.of(
                "Record",
                notSent == null ? Facts.of() : Part.words(notSent),
                Facts.of(Part.inJson("notSent", Cell.text(notSent))),
                new Part.Json("record", "Record", new String(record, StandardCharsets.UTF_8)));
    }

    private String whyNoRecord() {
        if (!explanation.inBpd()) {
            return "BPD lacks the barcode.";
        }
        return explanation.refusal() == null
                ? "the resolver's entry can't be read."
                : "the API returns " + explanation.refusal();
    }
}
