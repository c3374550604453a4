package dev.partnercatalog.runtime.tracing;

import java.net.URI;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Whether spans are recorded, and where they are sent.
 *
 * @param endpoint of a collector that accepts OTLP over HTTP, such as {@code http://collector:4318}; null: nothing is
 *     recorded
 * @param ratio the fraction of new traces that are recorded, 0 to 1. Within an existing trace, spans are recorded if
 *     the caller or producer recorded it
 * @param headers sent along with the spans, such as {@code authorization}; they may contain secrets, so they are never
 *     printed
 */
public record TracingSettings(@Nullable URI endpoint, double ratio, Map<String, String> headers) {

    public static final double DEFAULT_RATIO = 0.01;

    /** Nothing is recorded. */
    public static final TracingSettings OFF = new TracingSettings(null, 0, Map.of());

    private static final int MOST_HEADERS = 32;
    private static final int MOST_CHARACTERS = 8 << 10;

    /** Throws {@link IllegalArgumentException} if one is invalid; the message reveals no header's value. */
    public TracingSettings {
        if (endpoint != null
                && (endpoint.getUserInfo() != null || endpoint.getQuery() != null || endpoint.getFragment() != null)) {
            throw new IllegalArgumentException(
                    "the address for spans must be like http://collector:4318, without credentials,"
                            + " which would be logged: put them in the file of --otlp-headers-file");
        }
        if (!(ratio >= 0 && ratio <= 1)) {
            throw new IllegalArgumentException("the ratio of traces " + ratio + " is out of range: expected 0 to 1");
        }
        headers = Map.copyOf(headers);
        if (headers.size() > MOST_HEADERS) {
            throw new IllegalArgumentException("there are more than " + MOST_HEADERS + " headers for spans");
        }
        headers.forEach(TracingSettings::requireForm);
    }

    private static void requireForm(String name, String value) {
        if (!name.matches("[A-Za-z0-9!#$%&'*+.^_`|~-]{1,256}")) {
            throw new IllegalArgumentException("a header for spans has an invalid name");
        }
        if (value.length() > MOST_CHARACTERS || value.chars().anyMatch(c -> c < ' ' || c > '~')) {
            throw new IllegalArgumentException(
                    "the header " + name + " for spans must be ASCII, up to " + MOST_CHARACTERS + " characters");
        }
    }

    @Override
    public String toString() {
        return endpoint == null
                ? "TracingSettings[off]"
                : "TracingSettings[endpoint=" + endpoint + ", ratio=" + ratio + ", headers=" + headers.keySet() + "]";
    }
}
