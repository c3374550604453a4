package dev.partnercatalog.query.operation;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.partnercatalog.records.AttemptKind;
import dev.partnercatalog.records.AttemptOutcome;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.WebhookAttempt;
import dev.partnercatalog.records.WebhookBacklog;
import dev.partnercatalog.records.WebhookEndpoint;
import dev.partnercatalog.runtime.configuration.EndpointHealth;
import dev.partnercatalog.runtime.configuration.IsolatedRecords;
import dev.partnercatalog.runtime.configuration.LastSuccess;
import dev.partnercatalog.runtime.http.JsonOutput;
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
            long companyId, long locationId, String barcode, String since, int attempts, String lastOutcome) {}

    /** An attempt to deliver a message. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    private record Attempt(
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
    }

    private record Deliveries(List<Attempt> deliveries) {}

    private record Delivery(String id, List<Attempt> attempts) {}

    private record Ping(boolean accepted, Attempt attempt) {}

    private record Secret(String secret, String previousSecretSignsUntil) {}

    /**
     * The status of a webhook.
     *
     * @param reported about the endpoint, in no particular order
     * @param attempts the latest ones, newest first
     * @param previousSignsUntil until when the previous secret also signs; null if it doesn't
     */
    static byte[] status(
            PartnerConfig config,
            List<WebhookEndpoint> reported,
            List<WebhookBacklog> backlogs,
            List<WebhookAttempt> attempts,
            @Nullable Instant previousSignsUntil) {
        String url = config.getPartner().getWebhook().getUrl();
        Optional<WebhookEndpoint> endpoint = Optional.ofNullable(EndpointHealth.of(url, reported));
        WebhookState state = WebhookState.of(config, endpoint.orElse(null));
        Optional<WebhookEndpoint> backingOff = endpoint.filter(report -> state == WebhookState.BACKING_OFF);
        Instant lastSuccess = LastSuccess.of(url, endpoint.orElse(null), attempts);
        IsolatedRecords isolated = IsolatedRecords.of(backlogs, lastSuccess);
        return JsonOutput.of(new Status(
                url,
                config.getPartner().getWebhook().getEnabled(),
                state.jsonName(),
                time(endpoint.filter(report -> state != WebhookState.HELD && state != WebhookState.DISABLED)
                        .map(WebhookEndpoint::getSince)),
                state == WebhookState.HELD
                        ? "held by the operator"
                        : endpoint.filter(report -> state == WebhookState.SUSPENDED)
                                .map(WebhookEndpoint::getSuspension)
                                .orElse(null),
                time(backingOff.map(WebhookEndpoint::getBackingOffUntil)),
                time(backingOff.map(WebhookEndpoint::getSuspendsAt)),
                time(endpoint.map(WebhookEndpoint::getFailingSince)),
                endpoint.map(WebhookEndpoint::getLastFailure).orElse(null),
                time(Optional.ofNullable(lastSuccess).map(Instant::toEpochMilli)),
                backlogs.stream().mapToLong(WebhookBacklog::getDue).sum(),
                time(backlogs.stream()
                        .map(WebhookBacklog::getOldestDueAt)
                        .filter(Objects::nonNull)
                        .min(Long::compare)),
                isolated.count() == 0 ? null : isolated.count(),
                isolated.count() == 0 ? null : named(isolated),
                time(Optional.ofNullable(previousSignsUntil).map(Instant::toEpochMilli))));
    }

    private static List<Isolated> named(IsolatedRecords isolated) {
        return isolated.named().stream()
                .map(record -> new Isolated(
                        record.getCompanyId(),
                        record.getLocationId(),
                        record.getBarcode(),
                        time(record.getSince()),
                        record.getAttempts(),
                        record.getLastOutcome()))
                .toList();
    }

    /** Newest first, as given. */
    static byte[] deliveries(List<WebhookAttempt> attempts) {
        return JsonOutput.of(new Deliveries(attempts.stream().map(Attempt::of).toList()));
    }

    /** The attempts to deliver one message, newest first, as given. */
    static byte[] delivery(String id, List<WebhookAttempt> attempts) {
        return JsonOutput.of(new Delivery(id, attempts.stream().map(Attempt::of).toList()));
    }

    static byte[] ping(WebhookAttempt attempt) {
        return JsonOutput.of(new Ping(attempt.getOutcome() == AttemptOutcome.ACCEPTED, Attempt.of(attempt)));
    }

    static byte[] secret(String secret, Instant previousSignsUntil) {
        return JsonOutput.of(new Secret(secret, TIME.format(previousSignsUntil)));
    }

    private static String time(long epochMillis) {
        return TIME.format(Instant.ofEpochMilli(epochMillis));
    }

    private static @Nullable String time(Optional<Long> epochMillis) {
        return epochMillis.map(WebhookJson::time).orElse(null);
    }

    /** Whether anything is sent to a webhook, and if not, why. */
    enum WebhookState {
        HEALTHY("healthy"),
        BACKING_OFF("backing-off"),
        SUSPENDED("suspended"),
        /** By the operator; the partner sees this as suspended too. */
        HELD("suspended"),
        DISABLED("disabled");

        private final String jsonName;

        WebhookState(String jsonName) {
            this.jsonName = jsonName;
        }

        String jsonName() {
            return jsonName;
        }

        /** @param endpoint the last report about this very URL; null if there is none */
        static WebhookState of(PartnerConfig config, @Nullable WebhookEndpoint endpoint) {
            if (!config.getPartner().getEnabled()
                    || !config.getPartner().getWebhook().getEnabled()) {
                return DISABLED;
            }
            if (config.getWebhookControl().getSuspended()) {
                return HELD;
            }
            if (endpoint == null) {
                return HEALTHY;
            }
            return switch (endpoint.getStatus()) {
                case SUSPENDED -> SUSPENDED;
                case BACKING_OFF -> BACKING_OFF;
                case HEALTHY, UNKNOWN -> HEALTHY;
            };
        }
    }
}
