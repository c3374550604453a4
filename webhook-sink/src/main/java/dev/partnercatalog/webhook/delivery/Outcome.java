package dev.partnercatalog.webhook.delivery;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of one attempt (D26).
 *
 * @param received whether the endpoint may have received the message: false only if not a byte of it was sent
 * @param status the response's HTTP status, 0 if there was none
 * @param reason a description for logs and people; never contains what was sent or answered
 * @param retryAfter how long the endpoint asked to be left alone, null if it didn't ask
 */
public record Outcome(
        Result result,
        boolean received,
        int status,
        String reason,
        @Nullable Duration retryAfter) {

    private static final int TOO_MANY_REQUESTS = 429;
    private static final Pattern SECONDS = Pattern.compile("\\d+");
    private static final int DIGITS_OF_A_CENTURY = 9;

    public enum Result {
        ACCEPTED,
        /** The endpoint doesn't accept this message; others may succeed. */
        REFUSED,
        /** The same, after so many parts were refused in a row that each record of this one goes alone (D26). */
        REFUSED_AGAIN,
        /** The endpoint is closed for good. */
        GONE,
        /** The endpoint, or the way to it, has a fault. */
        FAILED,
        /** The endpoint fails on this message again and again; others may succeed (D37). */
        SUSPECTED,
        /**
         * Nothing was learned about the endpoint: a connection kept from an earlier attempt had been closed, or this
         * process no longer owned the message.
         */
        STALE
    }

    /** Whether a record in the message may have caused the failure (D37): the endpoint may have read it. */
    public boolean mayBeOfRecord() {
        return result == Result.FAILED && received && status != TOO_MANY_REQUESTS;
    }

    /** The same failure, of which the message is taken to be the cause. */
    public Outcome suspected() {
        return as(Result.SUSPECTED);
    }

    Outcome as(Result other) {
        return new Outcome(other, received, status, reason, retryAfter);
    }

    /** Returns the outcome for a response, from its status alone. */
    public static Outcome answered(int status, @Nullable Duration retryAfter) {
        Result result = result(status);
        String reason = switch (result) {
            case ACCEPTED -> "accepted";
            case REFUSED, REFUSED_AGAIN -> "refused";
            case GONE -> "gone";
            case FAILED, SUSPECTED, STALE ->
                status / 100 == 3 ? "answered with a redirect, which is not followed" : "failed";
        };
        return new Outcome(result, true, status, reason + " (status " + status + ")", retryAfter);
    }

    /** There was no response, though the message or a part of it was sent. */
    public static Outcome unanswered(String reason) {
        return new Outcome(Result.FAILED, true, 0, reason, null);
    }

    /** The connection turned out to be closed; a part of the message may still have got through. */
    public static Outcome stale(String reason) {
        return new Outcome(Result.STALE, true, 0, reason, null);
    }

    /** We gave up the attempt before the message was complete. */
    public static Outcome withheld(String reason, boolean begun) {
        return new Outcome(Result.STALE, begun, 0, "not sent: " + reason, null);
    }

    public static Outcome unsent(String reason) {
        return new Outcome(Result.FAILED, false, 0, reason, null);
    }

    /**
     * How long the header {@code Retry-After} asks to wait, in either of its forms, seconds and date (RFC 9110 section
     * 10.2.3); null if it is absent or invalid.
     */
    static @Nullable Duration retryAfter(@Nullable String header, Instant now) {
        if (header == null) {
            return null;
        }
        String value = header.strip();
        if (SECONDS.matcher(value).matches()) {
            return value.length() > DIGITS_OF_A_CENTURY ? Backoff.MAX : Duration.ofSeconds(Long.parseLong(value));
        }
        try {
            Instant at = ZonedDateTime.parse(value, DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant();
            return at.isAfter(now) ? Duration.between(now, at) : Duration.ZERO;
        } catch (DateTimeException e) {
            return null;
        }
    }

    private static Result result(int status) {
        if (status / 100 == 2) {
            return Result.ACCEPTED;
        }
        return switch (status) {
            case 410 -> Result.GONE;
            // These concern the caller or the moment, not the content of the message.
            case 401, 403, 404, 408, 425, 429 -> Result.FAILED;
            default -> status / 100 == 4 ? Result.REFUSED : Result.FAILED;
        };
    }
}
