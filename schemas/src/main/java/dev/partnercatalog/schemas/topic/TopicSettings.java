package dev.partnercatalog.schemas.topic;

import java.time.Duration;

/**
 * The settings of an environment's topics.
 *
 * @param prefix put before each topic's base name, {@code catalog.} by default
 * @param partitions the partition count of the topics that we write and look up keys in: the count to create them with,
 *     or the count found. It can't be changed once they exist. {@link #NOT_ASKED} if the count isn't needed
 * @param replicationFactor of topics that are created; -1 leaves it to the broker
 */
public record TopicSettings(String prefix, int partitions, short replicationFactor) {

    public static final String DEFAULT_PREFIX = "catalog.";
    public static final int DEFAULT_PARTITIONS = 12;
    public static final int MAX_PARTITIONS = 1000;

    /** No partition count: the brokers are asked for it where it matters. */
    public static final int NOT_ASKED = 0;

    /**
     * The largest record that we write. An entry merges several layers, and a dead letter contains its reason, so both
     * can be larger than the largest event that brokers accept by default (1 MiB).
     */
    public static final int MAX_RECORD_BYTES = 8 << 20;

    /**
     * The largest event accepted, except of partners, key and value together: a quarter more than brokers accept by default. An entry is
     * built from up to four events, and can contain the content of two of them twice; the sum of six still leaves room
     * below the largest record.
     */
    public static final int MAX_EVENT_BYTES = 5 << 18;

    /**
     * The largest event of partners, and the largest configuration that a partner may have (D34). It isn't a layer of any
     * entry; a command and its result each contain one, with room to spare in the largest record.
     */
    public static final int MAX_PARTNER_BYTES = 4 << 20;

    /** Records have some bytes in addition to key and value. */
    static final int RECORD_OVERHEAD = 64 << 10;

    /** How long topics that aren't tables are retained. */
    static final Duration RETENTION = Duration.ofDays(14);

    /** A partition of attempts is limited in size too, since an endpoint that refuses everything adds many a second. */
    static final int ATTEMPT_BYTES = 64 << 20;

    /** Brokers delete whole segments, so large ones would keep attempts for longer. */
    static final int ATTEMPT_SEGMENT_BYTES = ATTEMPT_BYTES / 4;

    /**
     * How long a deletion can still be read after compaction: a reader that was down for less than this misses none.
     */
    public static final Duration TOMBSTONE_RETENTION = Duration.ofDays(7);

    /**
     * How long every barcode under which an SKU was listed can be read, before only the last one is left: a new instance
     * of query-api knows what moved within this time.
     */
    public static final Duration MOVES_RETENTION = TOMBSTONE_RETENTION;

    /**
     * Our own records carry the time of the broker that stores them. With the writer's time, records of a writer whose
     * clock is slow would be deleted too early, and those of a writer whose clock is an hour fast would be refused.
     */
    public static final String BROKER_TIME = "LogAppendTime";

    public TopicSettings {
        if (!prefix.matches("[A-Za-z0-9._-]{0,100}")) {
            throw new IllegalArgumentException("topic prefix \"" + prefix
                    + "\" is invalid: expected up to 100 characters from A-Z, a-z, 0-9, '.', '_' and '-'");
        }
        if (partitions != NOT_ASKED && (partitions < 1 || partitions > MAX_PARTITIONS)) {
            throw new IllegalArgumentException(
                    "partitions " + partitions + " is out of range: expected 1 to " + MAX_PARTITIONS);
        }
    }

    /** Throws {@link IllegalStateException} if the count is {@link #NOT_ASKED}. */
    @Override
    public int partitions() {
        if (partitions == NOT_ASKED) {
            throw new IllegalStateException("the topics' partition count was not requested");
        }
        return partitions;
    }

    /** The largest event of an input topic, key and value together. */
    public static int maxEventBytes(CatalogTopic topic) {
        return topic == CatalogTopic.PARTNERS ? MAX_PARTNER_BYTES : MAX_EVENT_BYTES;
    }

    /** The same topics, with the partition count that was found. */
    public TopicSettings found(int count) {
        return new TopicSettings(prefix, count, replicationFactor);
    }
}
