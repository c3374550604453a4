package dev.partnercatalog.webhook.state;

import dev.partnercatalog.webhook.catalog.FeedPosition;
import java.util.List;
import org.apache.kafka.common.Uuid;

/**
 * What a task remembers of itself.
 *
 * @param read how far the sources were read: up to there, everything is settled for each partner without a cursor of its
 *     own
 * @param clock no message has a later time than this, in milliseconds since 1970
 * @param whole when everything in both sources had been read, in milliseconds since 1970
 * @param topics the ids of the sources
 */
public record TaskRow(FeedPosition read, long clock, long whole, List<Uuid> topics) {

    private static final byte LAYOUT = 1;

    public TaskRow {
        topics = List.copyOf(topics);
    }

    byte[] encode() {
        return Format.write(LAYOUT, out -> {
            out.writeLong(read.entries());
            out.writeLong(read.listings());
            out.writeLong(clock);
            out.writeLong(whole);
            out.writeByte(topics.size());
            for (Uuid topic : topics) {
                out.writeUTF(topic.toString());
            }
        });
    }

    static TaskRow decode(byte[] encoded) {
        return Format.read(encoded, LAYOUT, "task's row", in -> {
            FeedPosition read = new FeedPosition(in.readLong(), in.readLong());
            long clock = in.readLong();
            long whole = in.readLong();
            Uuid[] topics = new Uuid[in.readByte()];
            for (int i = 0; i < topics.length; i++) {
                topics[i] = Uuid.fromString(in.readUTF());
            }
            return new TaskRow(read, clock, whole, List.of(topics));
        });
    }
}
