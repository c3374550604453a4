package dev.partnercatalog.webhook.delivery;

import dev.partnercatalog.records.AttemptKind;
import dev.partnercatalog.records.AttemptOutcome;
import dev.partnercatalog.records.WebhookAttempt;
import dev.partnercatalog.runtime.secret.Hashes;
import dev.partnercatalog.webhook.state.Hash;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.stream.Collectors;
import javax.crypto.Mac;

/**
 * One Standard Webhooks message, the same in every attempt.
 *
 * @param id identifies repeated messages to a receiver; contains no full stop, which separates it in the signed content
 * @param body JSON in UTF-8, not to be changed
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Message(String id, byte[] body, Contents contents) {

    private static final DateTimeFormatter MILLISECONDS =
            new DateTimeFormatterBuilder().appendInstant(3).toFormatter();
    private static final int ID_BYTES = 18;
    private static final String SECRET_PREFIX = "whsec_";

    /**
     * What a message contains, for its log.
     *
     * @param records variants in it
     * @param removed ids of variants in it that the partner must remove
     * @param ping the number of the ping that the partner requested; 0 if nobody requested it
     */
    public record Contents(boolean isPing, int records, int removed, long ping) {

        public static Contents changes(int records, int removed) {
            return new Contents(false, records, removed, 0);
        }

        public static Contents ping(long number) {
            return new Contents(true, 0, 0, number);
        }
    }

    /**
     * Creates the message that tests an endpoint of a partner (D25).
     *
     * @param number the number of the ping that the partner requested, 0 if nobody requested it
     * @param timestamp in milliseconds since 1970, never the same for two pings of one partner
     */
    public static Message ping(String partnerId, long number, long timestamp) {
        String json = "{\"type\":\"webhook.ping\",\"timestamp\":\"" + timestamp(timestamp) + "\",\"data\":{}}";
        String id = id(partnerId, "webhook.ping", timestamp);
        return new Message(id, json.getBytes(StandardCharsets.UTF_8), Contents.ping(number));
    }

    /**
     * The record of an attempt with it.
     *
     * @param response the beginning of the response's body; empty if there was none or it isn't recorded
     */
    public WebhookAttempt attempt(Endpoint to, Instant started, Instant ended, Outcome outcome, String response) {
        return WebhookAttempt.newBuilder()
                .setPartnerId(to.partnerId())
                .setUrl(to.url())
                .setAt(started.toEpochMilli())
                .setWebhookId(id)
                .setKind(contents.isPing() ? AttemptKind.PING : AttemptKind.CHANGES)
                .setOutcome(
                        switch (outcome.result()) {
                            case ACCEPTED -> AttemptOutcome.ACCEPTED;
                            case REFUSED, REFUSED_AGAIN -> AttemptOutcome.REFUSED;
                            case FAILED, SUSPECTED, STALE, GONE -> AttemptOutcome.FAILED;
                        })
                .setHttpStatus(outcome.status() == 0 ? null : outcome.status())
                .setDurationMs(Math.max(0, Duration.between(started, ended).toMillis()))
                .setRecords(contents.records())
                .setRemoved(contents.removed())
                .setError(outcome.result() == Outcome.Result.ACCEPTED ? null : outcome.reason())
                .setResponseBody(response)
                .setPing(contents.ping())
                .build();
    }

    /** The form of a message's {@code timestamp}, of milliseconds since 1970: ISO 8601 in UTC, with milliseconds. */
    static String timestamp(long millis) {
        return MILLISECONDS.format(Instant.ofEpochMilli(millis));
    }

    /** A {@code webhook-id}, of everything that distinguishes the message from any other. */
    public static String id(Object... values) {
        byte[] digest = Arrays.copyOf(Hash.digest(values), ID_BYTES);
        return "msg_" + Base64.getUrlEncoder().withoutPadding().encodeToString(digest);
    }

    /**
     * Returns the value of the header {@code webhook-signature} of Standard Webhooks 1.0.0: {@code v1} is HMAC-SHA256
     * (D25). One signature per secret, separated by spaces, so that during a rotation a receiver may hold either (D27).
     *
     * @param secrets each is {@code whsec_} and the key's bytes in base64
     * @param timestamp time of this attempt, in seconds since 1970, as in the header {@code webhook-timestamp}
     */
    public String signature(Collection<String> secrets, long timestamp) {
        byte[] prefix = (id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8);
        return secrets.stream().map(secret -> "v1," + sign(secret, prefix)).collect(Collectors.joining(" "));
    }

    private String sign(String secret, byte[] prefix) {
        if (!secret.startsWith(SECRET_PREFIX)) {
            throw new IllegalArgumentException("a webhook secret must begin with " + SECRET_PREFIX);
        }
        byte[] key = Base64.getDecoder().decode(secret.substring(SECRET_PREFIX.length()));
        Mac mac = Hashes.hmac(key);
        mac.update(prefix);
        return Base64.getEncoder().encodeToString(mac.doFinal(body));
    }
}
