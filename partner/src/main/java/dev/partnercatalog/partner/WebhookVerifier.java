package dev.partnercatalog.partner;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Tells the catalog's webhooks from any other request, by the signatures of Standard Webhooks. A message is taken if one of its signatures
 * fits one of the keys, and if it was sent less than five minutes ago, so that an old one can't be sent again. Signatures are compared in
 * constant time. Immutable and thread-safe.
 */
public final class WebhookVerifier {

    private static final Duration TOLERANCE = Duration.ofMinutes(5);
    private static final int MAX_HEADER = 4_096;
    private static final int MAX_SIGNATURES = 16;

    private final List<WebhookKey> keys;
    private final Duration tolerance;
    private final Clock clock;

    /** With one secret or several, as while one takes over from another. */
    public WebhookVerifier(WebhookKey... keys) {
        this(List.of(keys));
    }

    /** With any of these keys, such as the catalog's {@linkplain WebhookKey#publicKeys public ones}. */
    public WebhookVerifier(List<WebhookKey> keys) {
        this(keys, TOLERANCE, Clock.systemUTC());
    }

    /**
     * @param keys of which one has to fit; at least one
     * @param tolerance by how much the time of a message may differ from the clock's, in either direction
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
     * @param header gives a header by its lower-case name, or null; such as {@code exchange.getRequestHeaders()::getFirst}
     * @param body as it came, not parsed and written again
     * @throws UnverifiedWebhookException if the request isn't known to come from the catalog
     * @throws IllegalArgumentException if it is, but its body is no message
     */
    public WebhookMessage receive(Function<String, @Nullable String> header, byte[] body)
            throws UnverifiedWebhookException {
        verify(header, body);
        return WebhookMessage.read(header(header, "webhook-id"), body);
    }

    /**
     * Verifies a request, as {@link #receive} does, and leaves its body alone.
     *
     * @throws UnverifiedWebhookException if the request isn't known to come from the catalog
     */
    public void verify(Function<String, @Nullable String> header, byte[] body) throws UnverifiedWebhookException {
        String id = header(header, "webhook-id");
        String timestamp = header(header, "webhook-timestamp");
        List<String> signatures = List.of(header(header, "webhook-signature").split(" ", MAX_SIGNATURES + 1));
        // A full stop separates what is signed.
        if (id.indexOf('.') >= 0) {
            throw new UnverifiedWebhookException("the header webhook-id is out of form: it has a full stop");
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
            throw new UnverifiedWebhookException("no signature fits: the body was changed, or the key is another one");
        }
    }

    private static String header(Function<String, @Nullable String> header, String name)
            throws UnverifiedWebhookException {
        String value = header.apply(name);
        if (value == null || value.isEmpty()) {
            throw new UnverifiedWebhookException("the header " + name + " is missing");
        }
        if (value.length() > MAX_HEADER) {
            throw new UnverifiedWebhookException("the header " + name + " has more than " + MAX_HEADER + " characters");
        }
        return value;
    }

    private void inTime(String timestamp) throws UnverifiedWebhookException {
        if (!timestamp.matches("[0-9]{1,12}")) {
            throw new UnverifiedWebhookException(
                    "the header webhook-timestamp is out of form: expected seconds since 1970");
        }
        long late = clock.instant().getEpochSecond() - Long.parseLong(timestamp);
        if (Math.abs(late) > tolerance.toSeconds()) {
            throw new UnverifiedWebhookException("the message was sent " + Math.abs(late) + " s "
                    + (late > 0 ? "ago" : "in the future") + ": at most " + tolerance.toSeconds()
                    + " s are taken. Is the clock right?");
        }
    }
}
