package dev.partnercatalog.streams;

import dev.partnercatalog.runtime.PeriodicTask;
import dev.partnercatalog.runtime.store.StateFolderException;
import dev.partnercatalog.runtime.store.TimeAway;
import dev.partnercatalog.runtime.store.WholeTimes;
import dev.partnercatalog.schemas.fault.FaultWords;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * When the resolvers had read everything in their input topics (D38), as this instance last saw it; kept in its state
 * folder. If all of them were away for longer than a topic keeps deletions, what upstream deleted meanwhile stays: no
 * record says so any more. Thread-safe.
 */
final class InputsRead implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(InputsRead.class);
    private static final Duration INTERVAL = Duration.ofMinutes(1);

    private final Path folder;
    private final WholeTimes times;
    private final SortedMap<String, TimeAway> missed;
    private volatile boolean complete;
    private final PeriodicTask noting = new PeriodicTask("inputs-read", INTERVAL, this::note);

    /**
     * @param times receives the times while the resolver runs
     * @param missed the topics of which deletions may have been missed; until that is {@linkplain #repaired repaired},
     *     the times of the last run stay, so that the next start notices it too
     */
    InputsRead(Path folder, WholeTimes times, SortedMap<String, TimeAway> missed) {
        this.folder = folder;
        this.times = times;
        this.missed = missed;
        this.complete = missed.isEmpty();
    }

    void start() {
        missed.forEach((topic, away) -> LOG.warn(
                "what the resolvers read of {} {}: what upstream deleted meanwhile may still be served and sent. It is"
                        + " found and removed now; if that fails, ./catalog topic audit --repair does the same",
                topic,
                away));
        noting.start();
    }

    /** The topics of which deletions may have been missed, and that is yet to be repaired. */
    SortedMap<String, TimeAway> missed() {
        return complete ? Collections.emptySortedMap() : missed;
    }

    void repaired() {
        complete = true;
    }

    private void note() {
        try {
            if (complete && !times.isEmpty()) {
                times.write(Files.createDirectories(folder));
            }
        } catch (IOException e) {
            LOG.debug("can't note in {} how far the inputs were read", folder, e);
        }
    }

    /**
     * The topics of which deletions may have been missed. None if another instance runs: it has read them, or has said
     * so itself.
     *
     * @param folder of the last run; nothing is known without a note in it
     * @param deletionsKept for how long deletions can be read, by topic
     * @param othersRun whether another instance runs
     */
    static SortedMap<String, TimeAway> missed(
            Path folder, Map<String, Duration> deletionsKept, Instant now, BooleanSupplier othersRun) {
        SortedMap<String, TimeAway> missed = new TreeMap<>();
        if (!Files.isDirectory(folder)) {
            return missed;
        }
        try {
            WholeTimes before = WholeTimes.read(folder);
            deletionsKept.forEach((topic, kept) -> {
                Instant oldest = before.oldest(topic);
                TimeAway away = new TimeAway(oldest, now, kept);
                if (oldest != null && away.isTooLong()) {
                    missed.put(topic, away);
                }
            });
        } catch (IOException e) {
            throw new StateFolderException("the state folder " + folder + " can't be used: " + FaultWords.of(e), e);
        }
        return missed.isEmpty() || othersRun.getAsBoolean() ? new TreeMap<>() : missed;
    }

    @Override
    public void close() {
        noting.close();
        note();
    }
}
