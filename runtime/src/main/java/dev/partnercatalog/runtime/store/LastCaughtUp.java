package dev.partnercatalog.runtime.store;

import dev.partnercatalog.schemas.fault.FaultWords;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * When all stores of an instance last held everything that their topics held, and which topics these were (D38): a note in
 * the state folder, judged once at the start. It is part of the folder, so that a backup that is put back counts as of its
 * own time, whatever the times of its files say.
 *
 * <p>The note is written at the start, and when the stores are closed or flushed. What was known in between doesn't count
 * after a kill: RocksDB writes without a log, so what is on the disk then may be as old as the note. Thread-safe.
 */
public final class LastCaughtUp {

    private static final Logger LOG = LoggerFactory.getLogger(LastCaughtUp.class);

    /** How all global stores together are known here. */
    public static final TopicPartition GLOBAL = new TopicPartition("global", 0);

    private static final String FILE = ".whole";
    private static final String TIME = "whole";
    private static final String TOPIC = "topic.";

    /** After a longer pause the stores may be those of others by now, which the group tells only at its next poll. */
    private static final Duration PAUSE = Duration.ofMinutes(1);

    /** More than what a store that is opened again while the instance runs may have lost, since it wasn't flushed. */
    private static final Duration UNFLUSHED = Duration.ofHours(3);

    private final StateFolder folder;
    private final StoreSources sources;
    private final Instant begun;

    /** Also of stores that were given away, as long as they are on the disk. */
    private final Map<TopicPartition, Instant> times = new HashMap<>();

    private Instant last;
    private @Nullable Instant observed;
    private @Nullable Instant doubtedUntil;

    private LastCaughtUp(StateFolder folder, StoreSources sources, Instant now) {
        this.folder = folder;
        this.sources = sources;
        this.begun = now;
        this.last = now;
    }

    /**
     * Reads the note of a folder whose stores were found of use. Stores that aren't there yet will hold what is read after
     * now, and deletions no older than those that are kept.
     */
    static LastCaughtUp begin(StateFolder folder, StoreSources sources, Instant now) throws IOException {
        LastCaughtUp begun = new LastCaughtUp(folder, sources, now);
        Set<TopicPartition> stores = folder.stores();
        Instant time = time(read(folder.path()));
        if (time != null && !stores.isEmpty() && !sources.topics().isEmpty()) {
            begun.last = time;
            stores.forEach(store -> begun.times.put(store, time));
        }
        begun.write();
        return begun;
    }

    /**
     * What speaks against stores that are found in a folder, in words that follow their names; null if nothing does. A note
     * that can't be read counts as missing.
     */
    static @Nullable String objection(Path folder, StoreSources sources, Instant now) throws IOException {
        Properties note = read(folder);
        for (String topic : note.stringPropertyNames()) {
            if (topic.startsWith(TOPIC)) {
                String name = topic.substring(TOPIC.length());
                if (!String.valueOf(sources.topics().get(name)).equals(note.getProperty(topic))) {
                    return "are of the topic " + name + ", which was deleted and made anew";
                }
            }
        }
        TimeAway away = new TimeAway(time(note), now, sources.deletionsKept());
        return away.isTooLong() && !sources.topics().isEmpty() ? away.toString() : null;
    }

    private static Properties read(Path folder) throws IOException {
        Properties note = new Properties();
        try (Reader in = Files.newBufferedReader(folder.resolve(FILE))) {
            note.load(in);
        } catch (NoSuchFileException | CharacterCodingException | IllegalArgumentException e) {
            note.clear();
        }
        return note;
    }

    private static @Nullable Instant time(Properties note) {
        try {
            return Instant.parse(note.getProperty(TIME, ""));
        } catch (DateTimeException e) {
            return null;
        }
    }

    /**
     * Tells what was found about all stores that this instance has.
     *
     * @param found when each of them held everything; null if that isn't known
     * @param asked when this was asked for
     * @return why the process must end, so that its next start makes the stores anew; null if it may go on
     */
    public synchronized @Nullable String observed(Map<TopicPartition, @Nullable Instant> found, Instant asked) {
        // The start has made the topics keep deletions for that long at least.
        Duration kept = sources.deletionsKept().compareTo(TopicSettings.TOMBSTONE_RETENTION) > 0
                ? sources.deletionsKept()
                : TopicSettings.TOMBSTONE_RETENTION;
        if (Duration.between(last, asked).compareTo(kept.minus(UNFLUSHED)) > 0) {
            return "its local stores stood still: what they hold " + new TimeAway(last, asked, kept);
        }
        Instant before = observed == null ? begun : observed;
        if (observed != null && Duration.between(observed, asked).compareTo(PAUSE) > 0) {
            doubtedUntil = asked.plus(PAUSE);
        }
        observed = asked;
        forgetAllBut(found.keySet());
        if (doubtedUntil == null || asked.isAfter(doubtedUntil)) {
            Instant oldest = asked;
            for (Map.Entry<TopicPartition, @Nullable Instant> store : found.entrySet()) {
                Instant caughtUp = store.getValue();
                if (caughtUp == null) {
                    // One that wasn't there at the start has been read from then on, at the earliest.
                    times.putIfAbsent(store.getKey(), before);
                    oldest = Instant.MIN;
                } else {
                    times.put(store.getKey(), caughtUp);
                    oldest = caughtUp.isBefore(oldest) ? caughtUp : oldest;
                }
            }
            last = oldest.isAfter(last) ? oldest : last;
        }
        return null;
    }

    /** Kafka Streams deletes after some minutes what was given away. If that comes back, it is a new one. */
    private void forgetAllBut(Set<TopicPartition> owned) {
        if (!owned.containsAll(times.keySet())) {
            try {
                Set<TopicPartition> there = folder.stores();
                times.keySet().removeIf(store -> !owned.contains(store) && !there.contains(store));
            } catch (IOException | UncheckedIOException e) {
                LOG.debug("{} can't be listed now", folder, e);
            }
        }
    }

    /** Writes for the next start what is known of the stores, now that all of them were closed or flushed. */
    public void durable() {
        try {
            write();
        } catch (IOException | UncheckedIOException e) {
            LOG.warn(
                    "the time of the stores in {} can't be written, so the next start may rebuild them: {}",
                    folder,
                    FaultWords.of(e));
        }
    }

    /** Writes the note for the stores that are on the disk. If it exists, it is complete, however the process ends. */
    private synchronized void write() throws IOException {
        Instant time = folder.stores().stream()
                .map(store -> times.getOrDefault(store, begun))
                .min(Instant::compareTo)
                .orElse(begun);
        Properties note = new Properties();
        note.setProperty(TIME, time.toString());
        sources.topics().forEach((topic, id) -> note.setProperty(TOPIC + topic, id.toString()));
        Path written = folder.path().resolve(FILE + ".new");
        try (Writer out = Files.newBufferedWriter(written)) {
            note.store(out, null);
        }
        Files.move(written, folder.path().resolve(FILE), StandardCopyOption.ATOMIC_MOVE);
    }
}
