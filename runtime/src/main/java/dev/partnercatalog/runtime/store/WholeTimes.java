package dev.partnercatalog.runtime.store;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * When each store last held everything that its topic held (D38). While an application runs, the times are in memory;
 * in the state folder they are those of the last orderly close, or of the start before a kill.
 *
 * <p>Kafka Streams has {@code state.cleanup.dir.max.age.ms} for this purpose, but it goes by the modification time of a
 * task's folder. That says when a store was last opened there, not when it was complete: a folder that was copied back
 * from a backup looks fresh, and one that was in use until the last moment may look old. It also compares with one fixed
 * age, not with what the topics are configured with.
 *
 * <p>A time in memory doesn't count after a kill: RocksDB writes without a log, so what is on the disk then may be as
 * old as the start. Thread-safe.
 */
public final class WholeTimes {

    private static final String FILE = ".whole";
    private static final String FOLDER = "*";
    private static final Pattern LINE = Pattern.compile("(\\S+) (-?\\d+)");

    /** A place in a topic that a store has yet to reach. */
    private record Goal(long end, Instant asked) {}

    private final Map<String, Instant> times;
    private final Map<String, Goal> goals = new HashMap<>();

    private WholeTimes(Map<String, Instant> times) {
        this.times = new TreeMap<>(times);
    }

    /** Nothing is known yet. */
    public static WholeTimes none() {
        return new WholeTimes(Map.of());
    }

    /** All stores of a folder held everything at this time, or hold nothing yet. */
    static WholeTimes of(Instant at) {
        return new WholeTimes(Map.of(FOLDER, at));
    }

    private static String name(String store, int partition) {
        return store + "-" + partition;
    }

    /**
     * Where a store is. It holds everything that its topic held at an earlier moment once it has reached the place that
     * was the end at that moment, even if the end has always moved on since.
     *
     * @param position before which everything is in the store
     * @param end of its topic
     * @param asked when the end was asked for
     */
    public synchronized void at(String store, int partition, long position, long end, Instant asked) {
        String name = name(store, partition);
        Goal goal = goals.get(name);
        if (goal != null && position >= goal.end()) {
            times.put(name, goal.asked());
            goals.remove(name);
        }
        if (position >= end) {
            times.put(name, asked);
            goals.remove(name);
        } else {
            goals.putIfAbsent(name, new Goal(end, asked));
        }
    }

    /** What a store holds was read after this time, or is as new. */
    synchronized void keep(String store, int partition, @Nullable Instant at) {
        if (at != null) {
            times.put(name(store, partition), at);
        }
    }

    /** Everything in a partition was read at this time. */
    public synchronized void keep(TopicPartition partition, Instant at) {
        times.put(name(partition.topic(), partition.partition()), at);
    }

    /** When a store held everything; null if that isn't known. */
    public synchronized @Nullable Instant of(String store, int partition) {
        Instant own = times.get(name(store, partition));
        return own == null ? times.get(FOLDER) : own;
    }

    /** All times that are known, by store and partition, such as {@code layers-3}. */
    public synchronized Map<String, Instant> all() {
        return Map.copyOf(times);
    }

    /**
     * The times in a folder. A line that can't be read counts as missing.
     *
     * @throws IOException if the file exists but can't be read
     */
    static WholeTimes read(Path folder) throws IOException {
        Map<String, Instant> times = new HashMap<>();
        try {
            String text = new String(Files.readAllBytes(folder.resolve(FILE)), StandardCharsets.UTF_8);
            text.lines().map(LINE::matcher).filter(Matcher::matches).forEach(line -> {
                try {
                    times.put(line.group(1), Instant.ofEpochMilli(Long.parseLong(line.group(2))));
                } catch (NumberFormatException e) {
                    times.remove(line.group(1));
                }
            });
        } catch (NoSuchFileException e) {
            return none();
        }
        return new WholeTimes(times);
    }

    /**
     * Writes the times to a folder. If the file exists, it is complete, however the process ends.
     *
     * @throws IOException if it can't be written
     */
    synchronized void write(Path folder) throws IOException {
        List<String> lines = times.entrySet().stream()
                .map(time -> time.getKey() + " " + time.getValue().toEpochMilli())
                .toList();
        Path whole = Files.write(folder.resolve(FILE + ".new"), lines);
        Files.move(whole, folder.resolve(FILE), StandardCopyOption.ATOMIC_MOVE);
    }
}
