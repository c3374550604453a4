package dev.partnercatalog.cli.webhook;

import dev.partnercatalog.cli.output.Quantity;
import dev.partnercatalog.cli.output.TextTable;
import dev.partnercatalog.cli.webhook.WebhookStatus.State;
import dev.partnercatalog.records.IsolatedRecord;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The status of webhooks, for people and for programs. */
final class WebhookTable {

    private WebhookTable() {}

    static TextTable text(List<WebhookStatus> statuses) {
        TextTable table = new TextTable(
                "partner",
                "webhook",
                "reason",
                "suspended since",
                "failing since",
                "next attempt",
                "suspends at",
                "last success",
                "due",
                "oldest due since",
                "not accepted even alone");
        for (WebhookStatus status : statuses) {
            table.row(
                    status.partnerId(),
                    status.state().words(),
                    status.reason(),
                    status.state() == State.SUSPENDED ? status.since() : null,
                    status.failingSince(),
                    status.backingOffUntil(),
                    status.suspendsAt(),
                    status.lastSuccess(),
                    status.comparing() ? status.due() + ", and more is being compared" : status.due(),
                    status.oldestDue(),
                    isolated(status));
        }
        return table;
    }

    private static @Nullable String isolated(WebhookStatus status) {
        if (status.isolatedRecords().isEmpty()) {
            return null;
        }
        return status.isolatedRecords().stream()
                        .map(record -> record.getCompanyId() + "/" + record.getLocationId() + "/" + record.getBarcode()
                                + " since " + Instant.ofEpochMilli(record.getSince()) + " ("
                                + Quantity.of(record.getAttempts(), "attempt") + ", " + record.getLastOutcome() + ")")
                        .collect(Collectors.joining(", "))
                + (status.isolated() > status.isolatedRecords().size() ? ", …" : "");
    }

    /** The members of the status that have something to say. */
    static Map<String, @Nullable Object> json(WebhookStatus status) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("partnerId", status.partnerId());
        json.put("state", status.state().name().toLowerCase(Locale.ROOT).replace('_', '-'));
        json.put("reason", status.reason());
        json.put("since", status.since());
        json.put("failingSince", status.failingSince());
        json.put("backingOffUntil", status.backingOffUntil());
        json.put("suspendsAt", status.suspendsAt());
        json.put("lastSuccess", status.lastSuccess());
        json.put("due", status.due());
        json.put("comparing", status.comparing() ? true : null);
        json.put("oldestDue", status.oldestDue());
        if (status.isolated() > 0) {
            json.put("isolated", status.isolated());
            json.put(
                    "isolatedRecords",
                    status.isolatedRecords().stream().map(WebhookTable::json).toList());
        }
        json.put("heldRemovals", status.heldRemovals() == 0 ? null : status.heldRemovals());
        return json;
    }

    private static Map<String, Object> json(IsolatedRecord record) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("companyId", record.getCompanyId());
        json.put("locationId", record.getLocationId());
        json.put("barcode", record.getBarcode());
        json.put("since", Instant.ofEpochMilli(record.getSince()));
        json.put("attempts", record.getAttempts());
        json.put("lastOutcome", record.getLastOutcome());
        return json;
    }
}
