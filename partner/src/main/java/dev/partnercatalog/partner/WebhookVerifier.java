package dev.partnercatalog.partner;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Verifies the Standard Webhooks signatures of requests, to tell the catalog's webhooks from other requests. A message is
 * accepted if one of its signatures matches one of the keys, and if it was sent less than five minutes ago, so that an old
 * message can't be replayed. Signatures are compared in constant time. Immutable and thread-safe.
 */
public final class WebhookVerifier {

    private static final Duration TOLERANCE = Duration.ofMinutes(5);
    private static final int MAX_HEADER = 4_096;
    private static final int MAX_SIGNATURES = 16;

    private final List<WebhookKey> keys;
    private final Duration tolerance;
    private final Clock clock;

    /** With one secret, or with several while one replaces another. */
    public WebhookVerifier(WebhookKey... keys) {
        this(List.of(keys));
    }

    /** With any keys, such as the catalog's {@linkplain WebhookKey#publicKeys public keys}. */
    public WebhookVerifier(List<WebhookKey> keys) {
        this(keys, TOLERANCE, Clock.systemUTC());
    }

    /**
     * @param keys one of them must match; at least one
     * @param tolerance how much the message's time may differ from the clock's, in either direction
     */
    public WebhookVerifier(List<WebhookKey> keys, Duration tolerance, Clock clock) {
        if (keys.isEmpty()) {
            throw new IllegalArgumentException("without a key no message can be verified");
        }
        this.keys = List.copyOf(keys);
        this.tolerance = tolerance;
        this.clock = clock;
    }

    /**
     * Verifies a request and reads its message.
     *
     * @param header returns a header by its lower-case name, or null; for example {@code exchange.getRequestHeaders()::getFirst}
     * @param body exactly as received, not parsed and written again
     * @throws UnverifiedWebhookException if the request can't be verified to come from the catalog
     * @throws IllegalArgumentException if it does, but its body is not a message
     */
    public WebhookMessage receive(Function<String, @Nullable String> header, byte[] body)
            throws UnverifiedWebhookException {
        verify(header, body);
        return WebhookMessage.read(header(header, "webhook-id"), body);
    }

    /**
     * Verifies a request as {@link #receive} does, without reading its body.
     *
     * @throws UnverifiedWebhookException if the request can't be verified to come from the catalog
     */
    public void verify(Function<String, @Nullable String> header, byte[] body) throws UnverifiedWebhookException {
        String id = header(header, "webhook-id");
        String timestamp = header(header, "webhook-timestamp");
        List<String> signatures = List.of(header(header, "webhook-signature").split(" ", MAX_SIGNATURES + 1));
        // The parts of the signed text are separated by full stops.
        if (id.indexOf('.') >= 0) {
            throw new UnverifiedWebhookException("the header webhook-id is invalid: it contains a full stop");
        }
        if (signatures.size() > MAX_SIGNATURES) {
            throw new UnverifiedWebhookException("there are more than " + MAX_SIGNATURES + " signatures");
        }
        inTime(timestamp);
        byte[] head = (id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8);
        boolean fits = false;
        for (WebhookKey key : keys) {
            fits |= key.fits(head, body, signatures);
        }
        if (!fits) {
            throw new UnverifiedWebhookException(
                    "no signature matches: the body was changed, or the key is the wrong one");
        }
    }

    private static String header(Function<String, @Nullable String> header, String name)
            throws UnverifiedWebhookException {
        String value = header.apply(name);
        if (value == null || value.isEmpty()) {
            throw new UnverifiedWebhookException("the header " + name + " is missing");
        }
        if (value.length() > MAX_HEADER) {
            throw new UnverifiedWebhookException(
                    "the header " + name + " is longer than " + MAX_HEADER + " characters");
        }
        return value;
    }

    private void inTime(String timestamp) throws UnverifiedWebhookException {
        if (!timestamp.matches("[0-9]{1,12}")) {
            throw new UnverifiedWebhookException(
                    "the header webhook-timestamp is invalid: expected seconds since 1970");
        }
        long late = clock.instant().getEpochSecond() - Long.parseLong(timestamp);
        if (Math.abs(late) > tolerance.toSeconds()) {
            throw new UnverifiedWebhookException("the message was sent " + Math.abs(late) + " s "
                    + (late > 0 ? "ago" : "in the future") + ": at most " + tolerance.toSeconds()
                    + " s are accepted. Is the clock right?");
        }
    }
}
