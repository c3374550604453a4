package dev.partnercatalog.operations.deadletter;

import dev.partnercatalog.runtime.quarantine.DeadLetterHeaders;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/** Reads the {@link DeadLetterHeaders}. Upstream may send anything under these names. */
final class ReceivedHeaders {

    private ReceivedHeaders() {}

    /** The text of the last header with this name; null if there is none. */
    static @Nullable String text(Headers headers, String name) {
        Header header = headers.lastHeader(name);
        return header == null || header.value() == null ? null : new String(header.value(), StandardCharsets.UTF_8);
    }

    /** Where an event was first published, null if that is its current position. */
    static @Nullable LogPosition origin(Headers headers) {
        String text = text(headers, DeadLetterHeaders.ORIGIN);
        return text == null ? null : LogPosition.parse(text).orElse(null);
    }

    /** The headers of the event itself. */
    static Headers withoutOurs(Headers headers) {
        Headers own = new RecordHeaders();
        headers.forEach(header -> {
            if (!header.key().startsWith(DeadLetterHeaders.PREFIX)) {
                own.add(header);
            }
        });
        return own;
    }
}
