package dev.partnercatalog.cli.webhook;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.partnercatalog.cli.output.CommandOutput;
import dev.partnercatalog.cli.output.TextTable;
import dev.partnercatalog.events.Partner;
import dev.partnercatalog.records.EndpointStatus;
import dev.partnercatalog.records.IsolatedRecord;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.WebhookBacklog;
import dev.partnercatalog.records.WebhookEndpoint;
import dev.partnercatalog.runtime.webhook.EndpointHealth;
import dev.partnercatalog.runtime.webhook.IsolatedRecords;
import dev.partnercatalog.runtime.webhook.LatestAttempts;
import dev.partnercatalog.runtime.webhook.WebhookState;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The status of a partner's webhook, for an operator; not its URL, which may have what only the partner should know.
 *
 * @param reason why it is held, suspended or backing off, and how to go on, as text; null if there is nothing to say
 * @param since when it got this state, null if that isn't known
 * @param backingOffUntil when the next attempt is made, null unless it is backing off
 * @param suspendsAt the first failure from then on suspends it, null unless it is backing off
 * @param lastSuccess see {@link LatestAttempts#lastSuccess}; null if it isn't known
 * @param due number of variants that the partner lacks or has in an earlier state; a company that hasn't been compared
 *     yet counts as one
 * @param isolated see {@link IsolatedRecords#count}
 * @param isolatedRecords see {@link IsolatedRecords#named}
 * @param heldRemovals about how many removals are held because most of what the partner has is not listed any more
 */
public record WebhookStatus(
        String partnerId,
        WebhookState state,
        @Nullable String reason,
        @Nullable Instant since,
        @Nullable Instant failingSince,
        @Nullable Instant backingOffUntil,
        @Nullable Instant suspendsAt,
        @Nullable Instant lastSuccess,
        long due,
        @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean comparing,
        @Nullable Instant oldestDue,
        @JsonInclude(JsonInclude.Include.NON_DEFAULT) long isolated,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Isolated> isolatedRecords,
        @JsonInclude(JsonInclude.Include.NON_DEFAULT) long heldRemovals) {

    public WebhookStatus {
        isolatedRecords = List.copyOf(isolatedRecords);
    }

    /** A record that the endpoint didn't accept even alone. */
    public record Isolated(
            long companyId, long locationId, String barcode, Instant since, long attempts, String lastOutcome) {

        static Isolated of(IsolatedRecord record) {
            return new Isolated(
                    record.getCompanyId(),
                    record.getLocationId(),
                    record.getBarcode(),
                    Instant.ofEpochMilli(record.getSince()),
                    record.getAttempts(),
                    record.getLastOutcome());
        }
    }

    /** Determines the status of a webhook from its records. */
    public static WebhookStatus of(
            PartnerConfig config,
            boolean hasClient,
            List<WebhookEndpoint> endpoints,
            List<WebhookBacklog> backlogs,
            LatestAttempts attempts) {
        Partner partner = config.getPartner();
        WebhookEndpoint current = EndpointHealth.of(partner.getWebhook().getUrl(), endpoints);
        WebhookState state = WebhookState.of(config, hasClient, current);
        long heldRemovals =
                backlogs.stream().mapToLong(WebhookBacklog::getHeldRemovals).sum();
        Instant lastSuccess = attempts.lastSuccess(
                partner.getPartnerId(), partner.getWebhook().getUrl(), current);
        IsolatedRecords isolated = IsolatedRecords.of(backlogs, lastSuccess);
        WebhookEndpoint failing = state == WebhookState.SUSPENDED || state == WebhookState.BACKING_OFF ? current : null;
        return new WebhookStatus(
                partner.getPartnerId(),
                state,
                reason(state, partner.getPartnerId(), failing, heldRemovals),
                failing == null ? null : instant(failing.getSince()),
                failing == null ? null : instant(failing.getFailingSince()),
                failing == null ? null : instant(failing.getBackingOffUntil()),
                failing == null ? null : instant(failing.getSuspendsAt()),
                lastSuccess,
                backlogs.stream().mapToLong(WebhookBacklog::getDue).sum(),
                backlogs.stream().anyMatch(WebhookBacklog::getComparing),
                backlogs.stream()
                        .filter(backlog -> backlog.getDue() > 0)
                        .map(WebhookBacklog::getOldestDueAt)
                        .filter(Objects::nonNull)
                        .min(Long::compare)
                        .map(Instant::ofEpochMilli)
                        .orElse(null),
                isolated.count(),
                isolated.named().stream().map(Isolated::of).toList(),
                heldRemovals);
    }

    private static @Nullable String reason(
            WebhookState state, String partnerId, @Nullable WebhookEndpoint failing, long heldRemovals) {
        String reason = null;
        if (state == WebhookState.NO_CLIENT) {
            reason = "without a client, the partner has no secret to verify messages with: './catalog client create"
                    + " --partner-id " + partnerId + "' creates one";
        } else if (failing != null) {
            reason = failing.getStatus() == EndpointStatus.SUSPENDED
                    ? failing.getSuspension()
                    : failing.getLastFailure();
        }
        if (heldRemovals == 0 || state == WebhookState.DISABLED) {
            return reason;
        }
        return (reason == null ? "" : reason + "; ") + "about " + heldRemovals
                + " removals are held, because most of what the partner has is not listed any more: if the catalog"
                + " isn't published completely, publish it; if the removals are right, './catalog webhooks resume "
                + partnerId + "' sends them";
    }

    private static @Nullable Instant instant(@Nullable Long millis) {
        return millis == null ? null : Instant.ofEpochMilli(millis);
    }

    /** For people, a row for each. */
    static TextTable table(List<WebhookStatus> statuses) {
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
                    status.state() == WebhookState.SUSPENDED ? status.since() : null,
                    status.failingSince(),
                    status.backingOffUntil(),
                    status.suspendsAt(),
                    status.lastSuccess(),
                    status.comparing() ? status.due() + ", and more is being compared" : status.due(),
                    status.oldestDue(),
                    status.isolatedInWords());
        }
        return table;
    }

    private @Nullable String isolatedInWords() {
        return isolatedRecords.isEmpty()
                ? null
                : isolatedRecords.stream()
                                .map(record -> record.companyId + "/" + record.locationId + "/" + record.barcode
                                        + " since " + record.since + " ("
                                        + CommandOutput.count(record.attempts, "attempt") + ", " + record.lastOutcome
                                        + ")")
                                .collect(Collectors.joining(", "))
                        + (isolated > isolatedRecords.size() ? ", …" : "");
    }
}
