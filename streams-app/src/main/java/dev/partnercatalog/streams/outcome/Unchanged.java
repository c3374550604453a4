package dev.partnercatalog.streams.outcome;

import dev.partnercatalog.records.UnchangedEvent;
import dev.partnercatalog.runtime.trace.EventPosition;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/** What to say if an event changes nothing. */
public final class Unchanged {

    private Unchanged() {}

    /**
     * What to write if the event with these headers changes nothing; null if its publisher doesn't ask, or if it has
     * changed something already.
     */
    public static @Nullable UnchangedEvent of(Headers headers) {
        EventPosition position = EventPosition.ofUnchanged(headers);
        return position == null ? null : new UnchangedEvent(position.topic(), position.partition(), position.offset());
    }
}
