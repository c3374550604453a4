package dev.partnercatalog.operations.explain;

import dev.partnercatalog.operations.explain.Explanation.Question;
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
import java.util.Comparator;
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

    /**
     * A field that a layer sets.
     *
     * @param candidates what each layer sets, in the layers' order
     */
    private record Row(VariantField field, List<Candidate> candidates) {}

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
            parts.add(effects.section());
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

    /** What each layer sets for each field, side by side; at company scope there is no location layer. */
    private Part layers() {
        List<Layer> layers = Stream.of(Layer.values())
                .filter(layer -> layer.countsAt(explanation.question().scope()))
                .toList();
        List<Row> rows = new ArrayList<>();
        List<VariantField> unset = new ArrayList<>();
        for (VariantField field : VariantField.all()) {
            List<Candidate> candidates = explanation.layers().candidates(field, explanation.flags()).stream()
                    .filter(candidate -> layers.contains(candidate.layer()))
                    .sorted(Comparator.comparing(Candidate::layer))
                    .toList();
            if (candidates.stream().allMatch(candidate -> candidate.outcome() == Candidate.Outcome.NO_VALUE)) {
                unset.add(field);
            } else {
                rows.add(new Row(field, candidates));
            }
        }
        return Section.of(
                "Layers",
                table(layers, rows),
                unset("Set by no layer, so absent: ", unset.stream().filter(field -> !field.required())),
                unset("Set by no layer, so at the default: ", unset.stream().filter(VariantField::required)));
    }

    private ReportTable table(List<Layer> layers, List<Row> rows) {
        Columns<Row> columns = Columns.<Row>none()
                .with("field", "field", row -> Cell.text(row.field().jsonName()));
        for (int i = 0; i < layers.size(); i++) {
            int layer = i;
            String name = layers.get(i).name().toLowerCase(Locale.ROOT);
            columns = columns.with(
                    name.replace('_', '-'),
                    layers.get(i) == Layer.BPD ? "BPD" : name.replace('_', ' '),
                    row -> cell(row.candidates().get(layer)));
        }
        return columns.table(
                        "The value of each field in each layer, lowest layer first"
                                + (explanation.configuration() == null ? ", with every flag off, the default" : ""),
                        rows.stream()
                                .filter(row -> !onlyDifferences || differs(row))
                                .toList())
                .asArray("layers")
                .orWhereEmpty(rows.isEmpty() ? "No layer sets anything." : "No two layers differ.");
    }

    private Part unset(String before, Stream<VariantField> fields) {
        List<String> names = fields.map(VariantField::jsonName).toList();
        return names.isEmpty() || onlyDifferences
                ? Facts.of()
                : new Part.Words(before + String.join(", ", names) + ".", true);
    }

    /** Whether a layer replaces another's value, or a flag hides one. */
    private static boolean differs(Row row) {
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
        if (record == null) {
            return Section.of("Record", Part.words("No record: " + whyNoRecord()));
        }
        // The record comes last, so that a program can take the last line.
        return Section.of("Record", new Part.Json("record", "Record", new String(record, StandardCharsets.UTF_8)));
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
