package dev.partnercatalog.query.operation;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.partnercatalog.records.AttemptKind;
import dev.partnercatalog.records.IsolatedRecord;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.WebhookAttempt;
import dev.partnercatalog.records.WebhookBacklog;
import dev.partnercatalog.records.WebhookEndpoint;
import dev.partnercatalog.runtime.http.JsonOutput;
import dev.partnercatalog.runtime.webhook.EndpointHealth;
import dev.partnercatalog.runtime.webhook.IsolatedRecords;
import dev.partnercatalog.runtime.webhook.LatestAttempts;
import dev.partnercatalog.runtime.webhook.WebhookState;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What partners see of their webhooks, as JSON. */
final class WebhookJson {

    /** Always with milliseconds, as in the messages. */
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern(
                    "uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private WebhookJson() {}

    @JsonInclude(JsonInclude.Include.NON_NULL)
    private record Status(
            String url,
            boolean enabled,
            String state,
            @Nullable String since,
            @Nullable String suspendedBecause,
            @Nullable String backingOffUntil,
            @Nullable String suspendsAt,
            @Nullable String failingSince,
            @Nullable String lastFailure,
            @Nullable String lastSuccess,
            long due,
            @Nullable String oldestDue,
            @Nullable Long isolated,
            @Nullable List<Isolated> isolatedRecords,
            @Nullable String previousSecretSignsUntil) {}

    private record Isolated(
            long companyId, long locationId, String barcode, String since, int attempts, String lastOutcome) {

        static Isolated of(IsolatedRecord record) {
            return new Isolated(
                    record.getCompanyId(),
                    record.getLocationId(),
                    record.getBarcode(),
                    WebhookJson.time(record.getSince()),
                    record.getAttempts(),
                    record.getLastOutcome());
        }
    }

    /** An attempt to deliver a message. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Attempt(
            String time,
            String id,
            String type,
            String outcome,
            @Nullable Integer status,
            long durationMs,
            int records,
            int removed,
            @Nullable String error,
            @Nullable String response) {

        static Attempt of(WebhookAttempt attempt) {
            return new Attempt(
                    WebhookJson.time(attempt.getAt()),
                    attempt.getWebhookId(),
                    attempt.getKind() == AttemptKind.PING ? "webhook.ping" : "variants.changed",
                    // An outcome of a later version is not one that we could call a success.
                    switch (attempt.getOutcome()) {
                        case ACCEPTED -> "accepted";
                        case REFUSED -> "refused";
                        case FAILED, UNKNOWN -> "failed";
                    },
                    attempt.getHttpStatus(),
                    attempt.getDurationMs(),
                    attempt.getRecords(),
                    attempt.getRemoved(),
                    attempt.getError(),
                    attempt.getResponseBody().isEmpty() ? null : attempt.getResponseBody());
        }

        static List<Attempt> of(List<WebhookAttempt> attempts) {
            return attempts.stream().map(Attempt::of).toList();
        }
    }

    /** The status of a webhook; the previous secret also signs until a time, or not if that is null. */
    static byte[] status(
            PartnerConfig config,
            List<WebhookEndpoint> reported,
            List<WebhookBacklog> backlogs,
            LatestAttempts attempts,
            @Nullable Instant previousSignsUntil) {
        String url = config.getPartner().getWebhook().getUrl();
        WebhookEndpoint endpoint = EndpointHealth.of(url, reported);
        WebhookState state = WebhookState.of(config, true, endpoint);
        Instant lastSuccess = attempts.lastSuccess(config.getPartner().getPartnerId(), url, endpoint);
        IsolatedRecords isolated = IsolatedRecords.of(backlogs, lastSuccess);
        Optional<WebhookEndpoint> known = Optional.ofNullable(endpoint);
        Optional<WebhookEndpoint> sent =
                known.filter(report -> state != WebhookState.HELD && state != WebhookState.DISABLED);
        Optional<WebhookEndpoint> backingOff = known.filter(report -> state == WebhookState.BACKING_OFF);
        Optional<WebhookEndpoint> suspended = known.filter(report -> state == WebhookState.SUSPENDED);
        return JsonOutput.of(new Status(
                url,
                config.getPartner().getWebhook().getEnabled(),
                // A partner sees that it is held as suspended.
                (state == WebhookState.HELD ? WebhookState.SUSPENDED : state).json(),
                time(sent.map(WebhookEndpoint::getSince)),
                state == WebhookState.HELD
                        ? "held by the operator"
                        : suspended.map(WebhookEndpoint::getSuspension).orElse(null),
                time(backingOff.map(WebhookEndpoint::getBackingOffUntil)),
                time(backingOff.map(WebhookEndpoint::getSuspendsAt)),
                time(known.map(WebhookEndpoint::getFailingSince)),
                known.map(WebhookEndpoint::getLastFailure).orElse(null),
                time(Optional.ofNullable(lastSuccess).map(Instant::toEpochMilli)),
                backlogs.stream().mapToLong(WebhookBacklog::getDue).sum(),
                time(backlogs.stream()
                        .map(WebhookBacklog::getOldestDueAt)
                        .filter(Objects::nonNull)
                        .min(Long::compare)),
                isolated.count() == 0 ? null : isolated.count(),
                isolated.count() == 0
                        ? null
                        : isolated.named().stream().map(Isolated::of).toList(),
                time(Optional.ofNullable(previousSignsUntil).map(Instant::toEpochMilli))));
    }

    static String time(Instant instant) {
        return TIME.format(instant);
    }

    private static String time(long epochMillis) {
        return time(Instant.ofEpochMilli(epochMillis));
    }

    private static @Nullable String time(Optional<Long> epochMillis) {
        return epochMillis.map(WebhookJson::time).orElse(null);
    }
}
