package dev.partnercatalog.runtime.trace;

import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Where an event is in its topic. If its publisher asks what becomes of it, the position is passed on in the headers of
 * what results from it, so that every step can say it.
 *
 * @param topic its full name
 */
public record EventPosition(String topic, int partition, long offset) {

    private static final String ASKED = "catalog-outcome";
    private static final String POSITION = "event-position";
    private static final String CHANGED = "event-changed";

    private static final byte[] NOTHING = {};
    private static final Pattern FORM = Pattern.compile("(.{1,249})-(\\d{1,9})-(\\d{1,18})");

    /** Asks what becomes of an event with these headers. */
    public static void ask(Headers event) {
        event.add(ASKED, NOTHING);
    }

    /** Whether the publisher of an event with these headers asks what becomes of it. */
    public static boolean isAsked(Headers event) {
        return event.lastHeader(ASKED) != null;
    }

    /**
     * Whether events of a topic are compared with what the catalog holds. The others are passed on to their readers
     * without a store.
     */
    public static boolean isCompared(CatalogTopic topic) {
        return switch (topic) {
            case COMPANIES, COMPANY_CONFIGS, LOCATION_CONFIGS -> false;
            default -> topic.isInput();
        };
    }

    /** Passes this position on in the headers of a record. */
    public void addTo(Headers headers) {
        headers.add(POSITION, (topic + "-" + partition + "-" + offset).getBytes(StandardCharsets.UTF_8));
    }

    /** Notes in the headers of a record that the event has changed something already. */
    public static void changed(Headers headers) {
        headers.add(CHANGED, NOTHING);
    }

    /** The position in the headers of one of our own records; null if there is none. */
    public static @Nullable EventPosition of(Headers headers) {
        Header header = headers.lastHeader(POSITION);
        if (header == null || header.value() == null) {
            return null;
        }
        Matcher parts = FORM.matcher(new String(header.value(), StandardCharsets.UTF_8));
        return parts.matches()
                ? new EventPosition(parts.group(1), Integer.parseInt(parts.group(2)), Long.parseLong(parts.group(3)))
                : null;
    }

    /** Like {@link #of}, but null if the event has changed something already. */
    public static @Nullable EventPosition ofUnchanged(Headers headers) {
        return headers.lastHeader(CHANGED) == null ? of(headers) : null;
    }
}
