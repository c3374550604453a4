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
import java.util.Collections;
import java.util.HashSet;
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
 * after a kill: RocksDB writes without a log, so what is on the disk then may be as old as the note. A store that was given
 * away may be older than the note says, by the minutes after which Kafka Streams deletes it. Thread-safe.
 */
public final class LastCaughtUp {

    private static final Logger LOG = LoggerFactory.getLogger(LastCaughtUp.class);

    /** How all global stores together are known here. */
    public static final TopicPartition GLOBAL = new TopicPartition("global", 0);

    private static final String FILE = ".caught-up";
    private static final String TIME = "caught-up";
    private static final String TOPIC = "topic.";

    /** After a longer pause the stores may be those of others by now, which the group tells only at its next poll. */
    private static final Duration PAUSE = Duration.ofMinutes(1);

    /** More than what a store that is opened again while the instance runs may have lost, since it wasn't flushed. */
    private static final Duration UNFLUSHED = Duration.ofHours(3);

    private final StateFolder folder;
    private final StoreSources sources;
    private final Instant begun;

    /** Those that were there at the start, and haven't caught up since. */
    private final Set<TopicPartition> behind;

    private Instant last;
    private @Nullable Instant observed;
    private @Nullable Instant doubtedUntil;

    private LastCaughtUp(StateFolder folder, StoreSources sources, Set<TopicPartition> behind, Instant begun) {
        this.folder = folder;
        this.sources = sources;
        this.behind = new HashSet<>(behind);
        this.begun = begun;
        this.last = begun;
    }

    /**
     * Reads the note of a folder whose stores were found of use. Stores that aren't there yet will hold what is read after
     * now, and deletions no older than those that are kept.
     */
    static LastCaughtUp begin(StateFolder folder, StoreSources sources, Instant now) throws IOException {
        Set<TopicPartition> stores = folder.stores();
        Instant time = stores.isEmpty() || sources.topics().isEmpty() ? null : time(read(folder.path()));
        LastCaughtUp begun = time == null
                ? new LastCaughtUp(folder, sources, Set.of(), now)
                : new LastCaughtUp(folder, sources, stores, time);
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
        TimeAway away = new TimeAway(time(note), now, sources.deletionRetention());
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
     * Tells what was found about the stores that this instance has.
     *
     * @param caughtUp when all of them held everything; null if that isn't known
     * @param asked when this was asked for
     * @return why the process must end, so that its next start makes the stores anew; null if it may go on
     */
    public synchronized @Nullable String observed(
            Set<TopicPartition> stores, @Nullable Instant caughtUp, Instant asked) {
        // The start has made the topics keep deletions for that long at least.
        Duration retention = sources.deletionRetention().compareTo(TopicSettings.TOMBSTONE_RETENTION) > 0
                ? sources.deletionRetention()
                : TopicSettings.TOMBSTONE_RETENTION;
        if (Duration.between(last, asked).compareTo(retention.minus(UNFLUSHED)) > 0) {
            return "its local stores stood still: what they hold " + new TimeAway(last, asked, retention);
        }
        if (observed != null && Duration.between(observed, asked).compareTo(PAUSE) > 0) {
            doubtedUntil = asked.plus(PAUSE);
        }
        observed = asked;
        boolean isDoubted = doubtedUntil != null && !asked.isAfter(doubtedUntil);
        if (caughtUp != null && !isDoubted) {
            behind.removeAll(stores);
            last = caughtUp.isAfter(last) ? caughtUp : last;
        }
        return null;
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
        Instant time = Collections.disjoint(behind, folder.stores()) ? last : begun;
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
