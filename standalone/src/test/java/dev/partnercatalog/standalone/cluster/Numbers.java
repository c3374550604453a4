package dev.partnercatalog.standalone.cluster;

import java.time.Duration;
import java.util.Map;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;

/** When each number was published for a key, so that a number that is read shows how late it is. Thread-safe. */
final class Numbers {
    private static final long NOT_YET = Long.MAX_VALUE;

    /** By key and number, when the broker had it, in nanoseconds of {@link System#nanoTime()}. */
    private final Map<String, NavigableMap<Integer, Long>> published = new ConcurrentHashMap<>();

    /** A number is about to be published; those of a key increase. */
    void sent(String key, int number) {
        published.computeIfAbsent(key, k -> new ConcurrentSkipListMap<>()).put(number, NOT_YET);
    }

    void acknowledged(String key, int number) {
        published.getOrDefault(key, new ConcurrentSkipListMap<>()).replace(number, System.nanoTime());
    }

    boolean wasSent(String key, int number) {
        return published.getOrDefault(key, new ConcurrentSkipListMap<>()).containsKey(number);
    }

    /** How long the broker had had a newer number at this moment: zero if this one was the newest. */
    Duration lateness(String key, int number, long at) {
        Map.Entry<Integer, Long> next =
                published.getOrDefault(key, new ConcurrentSkipListMap<>()).higherEntry(number);
        return next == null || next.getValue() == NOT_YET || next.getValue() > at
                ? Duration.ZERO
                : Duration.ofNanos(at - next.getValue());
    }
}
