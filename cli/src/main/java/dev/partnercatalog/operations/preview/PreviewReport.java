package dev.partnercatalog.operations.preview;

import dev.partnercatalog.operations.preview.Preview.Counts;
import dev.partnercatalog.operations.preview.Preview.EventFault;
import dev.partnercatalog.operations.preview.Preview.Example;
import dev.partnercatalog.operations.report.Cell;
import dev.partnercatalog.operations.report.Columns;
import dev.partnercatalog.operations.report.Part;
import dev.partnercatalog.operations.report.Report;
import dev.partnercatalog.operations.report.ReportTable;
import dev.partnercatalog.resolution.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A preview as a report. */
record PreviewReport(Preview preview) {

    private static final int MOST_SETTINGS = 100;
    private static final Columns<Map.Entry<String, Counts>> PARTNERS = Columns.<Map.Entry<String, Counts>>none()
            .with("partnerId", "partner", one -> new Cell.Partner(one.getKey()))
            .with("changed", "changed", one -> Cell.number(one.getValue().changed()))
            .with("added", "added", one -> Cell.number(one.getValue().added()))
            .with("removed", "removed", one -> Cell.number(one.getValue().removed()));
    private static final Columns<Map.Entry<String, Long>> FIELDS = Columns.<Map.Entry<String, Long>>none()
            .with("field", "field", one -> Cell.text(one.getKey()))
            .with("records", "records", one -> Cell.number(one.getValue()));
    private static final Columns<EventFault> FAULTS = Columns.<EventFault>none()
            .with("place", "event", event -> Cell.text(event.place()))
            .with("problem", "problem", event -> Cell.text(event.problem()));
    private static final Columns<EventFault> WARNINGS = Columns.<EventFault>none()
            .with("place", "event", event -> Cell.text(event.place()))
            .shown("warning", event -> Cell.text("warning: " + event.problem()))
            .inJson("problem", event -> Cell.text(event.problem()));

    Report report() {
        Counts records = preview.records();
        List<Part> parts = new ArrayList<>(List.of(
                Part.Facts.of(
                        Part.inJson("events", Cell.number(preview.events())),
                        Part.inJson("records/changed", Cell.number(records.changed())),
                        Part.inJson("records/added", Cell.number(records.added())),
                        Part.inJson("records/removed", Cell.number(records.removed())),
                        Part.inJson("faulty", Cell.number(preview.faulty())),
                        Part.inJson("warned", Cell.number(preview.warned())),
                        Part.inJson(
                                "unlistedBarcodes",
                                preview.unlisted() == null ? Cell.none() : Cell.number(preview.unlisted()))),
                Part.words(preview.summary())));
        preview.unlistedInWords().ifPresent(words -> parts.add(Part.words(words)));
        parts.add(new Part.Warnings("stopped", "Stopped early. ", preview.stopped()));
        preview.settings().forEach((partnerId, differences) -> parts.add(settings(partnerId, differences)));
        parts.add(PARTNERS.table(
                        "Records that would differ, by partner",
                        preview.partners().entrySet())
                .asObject("partners")
                .orWhereEmpty("No partner's record would differ."));
        parts.add(FIELDS.table("Changed records, by field", preview.fields().entrySet())
                .asObject("fields"));
        parts.add(new Part.Items(
                "examples",
                preview.examples().stream().map(PreviewReport::example).toList()));
        return new Report(
                "",
                parts,
                List.of(
                        FAULTS.table("Lines that don't fit, and events that would be rejected", preview.faults())
                                .asArray("faults")
                                .andMore(preview.faulty() - preview.faults().size()),
                        WARNINGS.table("Events that are probably not what was meant", preview.warnings())
                                .asArray("warnings")
                                .andMore(preview.warned() - preview.warnings().size())),
                preview.unreadable());
    }

    private static Report example(Example example) {
        Scope scope = example.scope();
        String title = "Partner " + example.partnerId() + ", company " + scope.companyId()
                + (scope.isCompany() ? "" : ", location " + scope.locationId()) + ", barcode " + example.barcode()
                + ": " + example.kind().words();
        return Report.of(
                title,
                List.of(
                        Part.Facts.of(
                                Part.inJson("partnerId", Cell.text(example.partnerId())),
                                Part.inJson("companyId", Cell.number(scope.companyId())),
                                Part.inJson("locationId", Cell.number(scope.locationId())),
                                Part.inJson("barcode", Cell.text(example.barcode())),
                                Part.inJson("kind", Cell.text(example.kind().words()))),
                        differences("field", "", example.differences()).asObject("fields")),
                List.of());
    }

    private static Part settings(String partnerId, List<MemberDifference> settings) {
        int most = Math.min(settings.size(), MOST_SETTINGS);
        return differences(
                        "setting",
                        "Partner " + partnerId + ": its configuration would change",
                        settings.subList(0, most))
                .asObject("settings/" + partnerId)
                .andMore(settings.size() - most);
    }

    private static ReportTable differences(String what, String title, List<MemberDifference> differences) {
        return Columns.<MemberDifference>none()
                .with("name", what, difference -> Cell.text(difference.field()))
                .with("before", "before", difference -> Cell.value(difference.before()))
                .with("after", "after", difference -> Cell.value(difference.after()))
                .table(title, differences);
    }
}
