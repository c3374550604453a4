package dev.partnercatalog.operations.webhooks;

import dev.partnercatalog.operations.Quantity;
import dev.partnercatalog.operations.report.Cell;
import dev.partnercatalog.operations.report.Columns;
import dev.partnercatalog.operations.report.Part;
import dev.partnercatalog.operations.report.ReportTable;
import dev.partnercatalog.operations.webhooks.WebhookStatus.State;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The status of webhooks as a table, and that of one as facts. */
public final class WebhookTable {

    private static final Columns<WebhookStatus> DETAILS = Columns.<WebhookStatus>none()
            .with("reason", "reason", status -> Cell.text(status.reason()))
            .inJson("since", status -> Cell.time(status.since()))
            .shown(
                    "suspended since",
                    status -> status.state() == State.SUSPENDED ? Cell.time(status.since()) : Cell.none())
            .with("failingSince", "failing since", status -> Cell.time(status.failingSince()))
            .with("backingOffUntil", "next attempt", status -> Cell.time(status.backingOffUntil()))
            .with("suspendsAt", "suspends at", status -> Cell.time(status.suspendsAt()))
            .with("lastSuccess", "last success", status -> Cell.time(status.lastSuccess()))
            .with("due", "due", status -> Cell.number(status.due()))
            .with("oldestDue", "oldest due since", status -> Cell.time(status.oldestDue()))
            .inJson("isolated", status -> some(status.isolated()))
            .inJson("isolatedRecords", WebhookTable::isolatedRecords)
            .inJson("heldRemovals", status -> some(status.heldRemovals()));
    private static final Columns<WebhookStatus> COLUMNS = Columns.<WebhookStatus>none()
            .with("partnerId", "partner", status -> new Cell.Partner(status.partnerId()))
            .with("state", "webhook", WebhookTable::state)
            .and(DETAILS)
            .shown("not accepted even alone", WebhookTable::isolated);

    private WebhookTable() {}

    public static ReportTable of(List<WebhookStatus> statuses) {
        return COLUMNS.table("Webhooks", statuses);
    }

    /** What is said of one webhook. */
    public static Part.Facts of(WebhookStatus status) {
        return COLUMNS.facts(status);
    }

    /** The state of a webhook. */
    public static Cell state(WebhookStatus status) {
        String code = status.state().name().toLowerCase(Locale.ROOT).replace('_', '-');
        return new Cell.State(code, status.state().words());
    }

    private static Cell some(long number) {
        return number == 0 ? Cell.none() : Cell.number(number);
    }

    private static Cell isolated(WebhookStatus status) {
        return Cell.many(
                status.isolatedRecords(),
                status.isolated() > status.isolatedRecords().size(),
                record -> new Cell.Text(
                        record.getCompanyId() + "/" + record.getLocationId() + "/" + record.getBarcode() + " since "
                                + Instant.ofEpochMilli(record.getSince()) + " ("
                                + Quantity.of(record.getAttempts(), "attempt") + ", " + record.getLastOutcome() + ")"));
    }

    private static Cell isolatedRecords(WebhookStatus status) {
        return status.isolated() == 0
                ? Cell.none()
                : Cell.value(status.isolatedRecords().stream()
                        .map(record -> {
                            Map<String, Object> members = new LinkedHashMap<>();
                            members.put("companyId", record.getCompanyId());
                            members.put("locationId", record.getLocationId());
                            members.put("barcode", record.getBarcode());
                            members.put(
                                    "since",
                                    Instant.ofEpochMilli(record.getSince()).toString());
                            members.put("attempts", record.getAttempts());
                            members.put("lastOutcome", record.getLastOutcome());
                            return members;
                        })
                        .toList());
    }
}
