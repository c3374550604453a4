package dev.partnercatalog.cli.topic;

import org.jspecify.annotations.Nullable;

/** The time of a record that is written once more. */
public final class RecordTime {

    private RecordTime() {}

    /**
     * The time to write it with, given the one that it was read with: the same, or none if it has none, because an old
     * producer left it out. Then the brokers give it one, if its topic's records need one.
     */
    public static @Nullable Long again(long timestamp) {
        return timestamp < 0 ? null : timestamp;
    }
}
