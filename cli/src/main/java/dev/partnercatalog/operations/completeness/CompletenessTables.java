package dev.partnercatalog.operations.completeness;

import dev.partnercatalog.operations.explain.ShownValue;
import dev.partnercatalog.operations.report.Cell;
import dev.partnercatalog.operations.report.Columns;
import dev.partnercatalog.operations.report.Part;
import dev.partnercatalog.operations.report.Part.Section;
import dev.partnercatalog.operations.report.Report;
import dev.partnercatalog.operations.report.ReportTable;
import dev.partnercatalog.resolution.Scope;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The tables of a report on completeness. */
record CompletenessTables(
        CompletenessReport counted, @Nullable String partnerId, CompletenessPart part) {

    private static final Columns<FailedConversion> CONVERSIONS = Columns.<FailedConversion>none()
            .with("partnerId", "partner", conversion -> new Cell.Partner(conversion.partnerId()))
            .with("companyId", "company", conversion -> company(conversion.companyId(), conversion.partnerId()))
            .with(
                    "barcode",
                    "barcode",
                    conversion -> variant(
                            conversion.barcode(), conversion.barcode(), conversion.companyId(), conversion.partnerId()))
            .inJson(
                    "unitField",
                    conversion -> Cell.text(conversion.fault().unitField().jsonName()))
            .inJson("configuredUnit", conversion -> Cell.text(conversion.fault().wantedUnit()))
            .shown("configured", conversion -> Cell.value(conversion.fault().wantedUnit()))
            .inJson(
                    "reason",
                    conversion -> Cell.text(conversion.fault().reason().name()))
            .with("field", "field", conversion -> Cell.text(conversion.fault().field()))
            .with("value", "value", conversion -> Cell.value(conversion.fault().value()))
            .shown("reason", conversion -> Cell.text(conversion.fault().reason().words()));
    private static final Columns<Map.Entry<String, List<String>>> NEAR = Columns.<Map.Entry<String, List<String>>>none()
            .with("barcode", "listed", near -> Cell.text(near.getKey()))
            .with("near", "in BPD", near -> Cell.texts(near.getValue()));

    /** A few variants that lack something. */
    private record Example(Lacking what, Cell of, Cell variants) {}

    Report report() {
        long more = counted.failedConversions() - counted.conversions().size();
        return Report.of(
                "",
                List.of(
                        new Part.Warnings("stopped", "Stopped early. ", counted.stopped()),
                        section(
                                "By company",
                                "Listed variants, and how many lack something; each counted once per company",
                                "company",
                                counted.companies(),
                                id -> company(id, partnerId),
                                (id, barcode) -> variant(barcode, barcode, id, partnerId)),
                        section(
                                "By partner",
                                "As partners read them",
                                "partner",
                                counted.partners(),
                                Cell.Partner::new,
                                CompletenessTables::ofPartner),
                        Section.of(
                                "Lacking in BPD, but almost there",
                                NEAR.table(
                                                "Perhaps the same number as one of BPD's; nothing is matched by it",
                                                counted.near().entrySet())
                                        .asObject("nearBarcodes")),
                        Part.Facts.of(Part.inJson("failedConversions", Cell.number(counted.failedConversions()))),
                        Section.of(
                                "Failed conversions",
                                CONVERSIONS
                                        .table(
                                                "Values that can't be converted to the configured unit (D7)",
                                                counted.conversions())
                                        .asArray("conversions")
                                        .andMore(more)
                                        .orWhereEmpty("None."))),
                counted.unreadable());
    }

    private <K extends Comparable<K>> Part section(
            String heading,
            String title,
            String name,
            Map<K, CompletenessCounts> counts,
            Function<K, Cell> id,
            BiFunction<K, String, Cell> variant) {
        List<Map.Entry<K, CompletenessCounts>> worst = counts.entrySet().stream()
                .filter(one -> part.lacking() == null || part.weight(one.getValue()) > 0)
                .sorted(Comparator.<Map.Entry<K, CompletenessCounts>>comparingLong(one -> -part.weight(one.getValue()))
                        .thenComparing(Map.Entry::getKey))
                .toList();
        List<Map.Entry<K, CompletenessCounts>> shown =
                worst.stream().skip(part.from()).limit(part.length()).toList();
        Columns<Map.Entry<K, CompletenessCounts>> columns = Columns.<Map.Entry<K, CompletenessCounts>>none()
                .with(name, name, one -> id.apply(one.getKey()))
                .with("listed", "listed", one -> Cell.number(one.getValue().listed()));
        for (Lacking what : Lacking.values()) {
            columns = columns.with(
                            "lacking/" + what.jsonName(),
                            what.words(),
                            one -> Cell.number(one.getValue().lacking(what)))
                    .inJson(
                            "examples/" + what.jsonName(),
                            one -> Cell.texts(one.getValue().examples(what)));
        }
        ReportTable table = columns.table(title, shown)
                .asObject(name.equals("company") ? "companies" : "partners")
                .andMore(Math.max(0, worst.size() - part.from() - shown.size()))
                .orWhereEmpty(part.lacking() == null ? "Nothing is listed." : "None.");
        return Section.of(heading, table, examples(name, shown, id, variant));
    }

    private <K> ReportTable examples(
            String name,
            List<Map.Entry<K, CompletenessCounts>> shown,
            Function<K, Cell> id,
            BiFunction<K, String, Cell> variant) {
        List<Example> examples = new ArrayList<>();
        for (Map.Entry<K, CompletenessCounts> one : shown) {
            Arrays.stream(Lacking.values())
                    .filter(what -> part.lacking() == null || part.lacking() == what)
                    .filter(what -> !one.getValue().examples(what).isEmpty())
                    .forEach(what -> examples.add(new Example(
                            what,
                            id.apply(one.getKey()),
                            Cell.many(
                                    one.getValue().examples(what),
                                    one.getValue().examples(what).size()
                                            < one.getValue().lacking(what),
                                    example -> variant.apply(one.getKey(), example)))));
        }
        return Columns.<Example>none()
                .shown(name, Example::of)
                .shown("problem", example -> Cell.text(example.what().words()))
                .shown("variants", Example::variants)
                .table("Examples, by " + name, examples);
    }

    private static Cell company(long id, @Nullable String partnerId) {
        return new Cell.Company(id, partnerId);
    }

    private static Cell variant(String shown, String barcode, long companyId, @Nullable String partnerId) {
        return new Cell.Variant(ShownValue.printable(shown), barcode, new Scope.Company(companyId), partnerId);
    }

    /** A partner's examples begin with the company. */
    private static Cell ofPartner(String partnerId, String example) {
        int slash = example.indexOf('/');
        return variant(example, example.substring(slash + 1), Long.parseLong(example.substring(0, slash)), partnerId);
    }
}
