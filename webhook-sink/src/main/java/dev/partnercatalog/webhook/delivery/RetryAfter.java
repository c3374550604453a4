package dev.partnercatalog.webhook.delivery;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The header {@code Retry-After} in its two forms, seconds and date (RFC 9110 section 10.2.3). */
final class RetryAfter {

    private static final Pattern SECONDS = Pattern.compile("\\d+");
    private static final int DIGITS_OF_A_CENTURY = 9;

    private RetryAfter() {}

    /** How long to wait from now; null if the header is absent or invalid. */
    static @Nullable Duration parse(@Nullable String header, Instant now) {
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
}
