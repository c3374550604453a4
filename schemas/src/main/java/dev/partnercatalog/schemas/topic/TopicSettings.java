package dev.partnercatalog.schemas.topic;

import java.time.Duration;

/**
 * What an environment decides about its topics.
 *
 * @param prefix put before each topic's base name, {@code catalog.} by default
 * @param partitions of the topics that we write and look keys up in, to make them with or as they were found; can't be
 *     changed once they exist; {@link #NOT_ASKED} where topics are used whose count nobody needs
 * @param replicationFactor of topics that are made; -1 leaves it to the broker
 */
public record TopicSettings(String prefix, int partitions, short replicationFactor) {

    public static final String DEFAULT_PREFIX = "catalog.";
    public static final int DEFAULT_PARTITIONS = 24;
    public static final int MAX_PARTITIONS = 1000;

    /** No count of partitions: how many the topics have is asked of the brokers where it matters. */
    public static final int NOT_ASKED = 0;

    /**
     * The largest record we write. An entry merges several layers and a dead letter carries its reason, so both can be
     * larger than the largest event that a broker takes by default (1 MiB).
     */
    public static final int MAX_RECORD_BYTES = 8 << 20;

    /**
     * The largest event that is taken, key and value together: a quarter more than brokers take by default. An entry is made
     * of four, and can hold what two of them say twice; six together leave room below the largest record.
     */
    public static final int MAX_EVENT_BYTES = 5 << 18;

    /** How long what isn't a table is kept, the audit log excepted. */
    private static final Duration RETENTION = Duration.ofDays(14);

    /** How long it can be told who did what. */
    private static final Duration AUDIT_RETENTION = Duration.ofDays(365);

    /** How long a deletion can still be read once it is compacted: a reader that was away for less misses none. */
    public static final Duration TOMBSTONE_RETENTION = Duration.ofDays(7);

    /**
     * For how long each barcode that an SKU was listed by can be read before only the last one is left: a reader that was
     * away for less knows where it has gone.
     */
    public static final Duration MOVES_RETENTION = Duration.ofDays(1);

    /**
     * Our own records carry the time of the broker that stores them. With the writer's, one whose clock is behind would
     * have them deleted too early, and one whose clock is an hour ahead would be refused.
     */
    public static final String BROKER_TIME = "LogAppendTime";

    public TopicSettings {
        if (!prefix.matches("[A-Za-z0-9._-]{0,100}")) {
            throw new IllegalArgumentException(
                    "topic prefix \"" + prefix + "\" is out of form: up to 100 of A-Z, a-z, 0-9, '.', '_' and '-'");
        }
        if (partitions != NOT_ASKED && (partitions < 1 || partitions > MAX_PARTITIONS)) {
            throw new IllegalArgumentException("partitions " + partitions + " is out of range: 1 to " + MAX_PARTITIONS);
        }
    }

    /** Throws {@link IllegalStateException} where they were {@link #NOT_ASKED}. */
    @Override
    public int partitions() {
        if (partitions == NOT_ASKED) {
            throw new IllegalStateException("nobody has asked how many partitions the topics have");
        }
        return partitions;
    }

    /** How long a topic that isn't a table is kept. */
    static Duration retentionOf(CatalogTopic topic) {
        return topic == CatalogTopic.AUDIT ? AUDIT_RETENTION : RETENTION;
    }

    /** The same topics, with as many partitions as were found. */
    public TopicSettings found(int count) {
        return new TopicSettings(prefix, count, replicationFactor);
    }
}
