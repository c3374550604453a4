package dev.partnercatalog.runtime.unreadable;

import dev.partnercatalog.runtime.text.PrintableText;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import org.jspecify.annotations.Nullable;

/**
 * A record of one of our topics that can't be read, and therefore counts as absent.
 *
 * @param offset {@link #UNKNOWN} if it was found in a local store
 * @param key the original bytes; null if it has none
 * @param why in words
 */
@SuppressWarnings("ArrayRecordComponent") // handed on, never compared
public record UnreadableRecord(CatalogTopic topic, int partition, long offset, byte @Nullable [] key, String why) {

    /** The offset of a record that was found in a local store. */
    public static final long UNKNOWN = -1;

    private static final int SHOWN_KEY = 100;
    private static final int SHOWN_REASON = 300;

    /** Topic, position, key and reason in one line that is safe for a terminal. */
    public String text() {
        return place() + ", " + shownKey() + ": " + PrintableText.of(why, SHOWN_REASON);
    }

    /** Such as {@code signing-keys 3-881}: partition and offset. */
    public String place() {
        return offset == UNKNOWN
                ? topic.baseName() + ", partition " + partition
                : topic.baseName() + " " + partition + "-" + offset;
    }

    /** The key, cut if it is long, in a form that is safe for a terminal. */
    public String shownKey() {
        return key == null ? "no key" : "key " + PrintableText.of(key, SHOWN_KEY);
    }

    /** What an operator can do about it, in one line. */
    public String remedy() {
        return topic.isCompacted()
                ? "a deletion of its key removes it (docs/operators/incidents.md#unreadable-records)"
                : "it disappears when its retention ends";
    }
}
