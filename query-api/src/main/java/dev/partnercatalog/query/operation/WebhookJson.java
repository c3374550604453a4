package dev.partnercatalog.query.operation;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.partnercatalog.http.JsonOutput;
import dev.partnercatalog.records.AttemptKind;
import dev.partnercatalog.records.IsolatedRecord;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.WebhookAttempt;
import dev.partnercatalog.records.WebhookBacklog;
import dev.partnercatalog.records.WebhookEndpoint;
import dev.partnercatalog.runtime.configuration.LastSuccess;
import java.io.IOException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What partners see of their webhooks, as JSON. */
final class WebhookJson {

    /** Always with milliseconds, as in the messages. */
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern(
                    "uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private static final int MOST_ISOLATED = 20;

    private WebhookJson() {}

    /**
     * The status of a webhook.
     *
     * @param reported about the endpoint; null if there is no report. Reports about another URL don't count
     * @param attempts the latest ones, newest first
     * @param previousSignsUntil until when the previous secret also signs; null if it doesn't
     */
    static byte[] status(
            PartnerConfig config,
            @Nullable WebhookEndpoint reported,
            List<WebhookBacklog> backlogs,
            List<WebhookAttempt> attempts,
            @Nullable Instant previousSignsUntil) {
        String url = config.getPartner().getWebhook().getUrl();
        WebhookEndpoint endpoint = reported != null && reported.getUrl().equals(url) ? reported : null;
        WebhookState state = WebhookState.of(config, endpoint);
        return JsonOutput.bytes(json -> {
            json.writeStartObject();
            json.writeStringField("url", url);
            json.writeBooleanField("enabled", config.getPartner().getWebhook().getEnabled());
            json.writeStringField("state", state.jsonName());
            if (state == WebhookState.HELD) {
                json.writeStringField("suspendedBecause", "held by the operator");
            }
            if (endpoint != null) {
                writeTrouble(json, state, endpoint);
            }
            Instant lastSuccess = LastSuccess.of(url, endpoint, attempts);
            writeTime(json, "lastSuccess", lastSuccess == null ? null : lastSuccess.toEpochMilli());
            json.writeNumberField(
                    "due", backlogs.stream().mapToLong(WebhookBacklog::getDue).sum());
            writeTime(
                    json,
                    "oldestDue",
                    backlogs.stream()
                            .map(WebhookBacklog::getOldestDueAt)
                            .filter(Objects::nonNull)
                            .min(Long::compare)
                            .orElse(null));
            writeIsolated(json, backlogs);
            writeTime(
                    json,
                    "previousSecretSignsUntil",
                    previousSignsUntil == null ? null : previousSignsUntil.toEpochMilli());
            json.writeEndObject();
        });
    }

    private static void writeIsolated(JsonGenerator json, List<WebhookBacklog> backlogs) throws IOException {
        long count = backlogs.stream().mapToLong(WebhookBacklog::getIsolated).sum();
        if (count == 0) {
            return;
        }
        json.writeNumberField("isolated", count);
        json.writeArrayFieldStart("isolatedRecords");
        for (IsolatedRecord record : backlogs.stream()
                .flatMap(backlog -> backlog.getIsolatedRecords().stream())
                .sorted(Comparator.comparingLong(IsolatedRecord::getSince))
                .limit(MOST_ISOLATED)
                .toList()) {
            json.writeStartObject();
            json.writeNumberField("companyId", record.getCompanyId());
            json.writeNumberField("locationId", record.getLocationId());
            json.writeStringField("barcode", record.getBarcode());
            writeTime(json, "since", record.getSince());
            json.writeNumberField("attempts", record.getAttempts());
            json.writeStringField("lastOutcome", record.getLastOutcome());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void writeTrouble(JsonGenerator json, WebhookState state, WebhookEndpoint endpoint)
            throws IOException {
        if (state == WebhookState.HEALTHY || state == WebhookState.BACKING_OFF || state == WebhookState.SUSPENDED) {
            writeTime(json, "since", endpoint.getSince());
        }
        if (state == WebhookState.SUSPENDED) {
            writeText(json, "suspendedBecause", endpoint.getSuspension());
        }
        if (state == WebhookState.BACKING_OFF) {
            writeTime(json, "backingOffUntil", endpoint.getBackingOffUntil());
            writeTime(json, "suspendsAt", endpoint.getSuspendsAt());
        }
        writeTime(json, "failingSince", endpoint.getFailingSince());
        writeText(json, "lastFailure", endpoint.getLastFailure());
    }

    /** Newest first, as given. */
    static byte[] deliveries(List<WebhookAttempt> attempts) {
        return JsonOutput.bytes(json -> {
            json.writeStartObject();
            json.writeArrayFieldStart("deliveries");
            for (WebhookAttempt attempt : attempts) {
                write(json, attempt);
            }
            json.writeEndArray();
            json.writeEndObject();
        });
    }

    static byte[] ping(WebhookAttempt attempt) {
        return JsonOutput.bytes(json -> {
            json.writeStartObject();
            json.writeBooleanField("accepted", outcome(attempt).equals("accepted"));
            json.writeFieldName("attempt");
            write(json, attempt);
            json.writeEndObject();
        });
    }

    static byte[] secret(String secret, Instant previousSignsUntil) {
        return JsonOutput.bytes(json -> {
            json.writeStartObject();
            json.writeStringField("secret", secret);
            json.writeStringField("previousSecretSignsUntil", TIME.format(previousSignsUntil));
            json.writeEndObject();
        });
    }

    static void write(JsonGenerator json, WebhookAttempt attempt) throws IOException {
        json.writeStartObject();
        writeTime(json, "time", attempt.getAt());
        json.writeStringField("id", attempt.getWebhookId());
        json.writeStringField("type", attempt.getKind() == AttemptKind.PING ? "webhook.ping" : "variants.changed");
        json.writeStringField("outcome", outcome(attempt));
        if (attempt.getHttpStatus() != null) {
            json.writeNumberField("status", attempt.getHttpStatus());
        }
        json.writeNumberField("durationMs", attempt.getDurationMs());
        json.writeNumberField("records", attempt.getRecords());
        json.writeNumberField("removed", attempt.getRemoved());
        writeText(json, "error", attempt.getError());
        json.writeEndObject();
    }

    /** An outcome of a later version is not one that we could call a success. */
    private static String outcome(WebhookAttempt attempt) {
        return switch (attempt.getOutcome()) {
            case ACCEPTED -> "accepted";
            case REFUSED -> "refused";
            case FAILED, UNKNOWN -> "failed";
        };
    }

    private static void writeTime(JsonGenerator json, String field, @Nullable Long epochMillis) throws IOException {
        if (epochMillis != null) {
            json.writeStringField(field, TIME.format(Instant.ofEpochMilli(epochMillis)));
        }
    }

    private static void writeText(JsonGenerator json, String field, @Nullable String text) throws IOException {
        if (text != null) {
            json.writeStringField(field, text);
        }
    }
}
