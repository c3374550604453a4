package dev.partnercatalog.console.server;

import dev.partnercatalog.operations.OperatorFault;
import dev.partnercatalog.operations.deadletter.DeadLetter;
import dev.partnercatalog.operations.deadletter.DeadLetterFilter;
import dev.partnercatalog.operations.deadletter.DeadLetterLog;
import dev.partnercatalog.operations.deadletter.Dismissal;
import dev.partnercatalog.operations.deadletter.LogPosition;
import dev.partnercatalog.operations.deadletter.Replay;
import dev.partnercatalog.operations.deadletter.ReplayException;
import dev.partnercatalog.operations.deadletter.ReplayResult;
import dev.partnercatalog.operations.deadletter.ReplayWriter;
import dev.partnercatalog.operations.topic.Brokers;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * The dead letters that the pages need, read from the brokers, their replay and their dismissal. Thread-safe.
 *
 * <p>All methods throw {@link OperatorFault} if the brokers are unavailable.
 */
public final class LetterLog {

    private final KafkaSettings kafka;
    private final Brokers brokers;
    private final ReadPermits permits;

    public LetterLog(KafkaSettings kafka, Brokers brokers, ReadPermits permits) {
        this.kafka = kafka;
        this.brokers = brokers;
        this.permits = permits;
    }

    <T> List<T> newest(DeadLetterFilter filter, int limit, Function<DeadLetter, T> shown) {
        return read(log -> log.newest(filter, limit, shown));
    }

    Optional<DeadLetter> find(LogPosition id) {
        return read(log -> log.find(id));
    }

    /**
     * Replays the letters that a filter selects.
     *
     * @param most the most letters
     * @throws OperatorFault also if more letters are selected
     */
    List<ReplayResult> replay(DeadLetterFilter filter, int most, boolean dryRun) {
        return read(log -> replay(log, selected(log, filter, most, "replay"), dryRun));
    }

    /** The number of letters that a filter selects; throws {@link OperatorFault} also if it is more than this many. */
    int count(DeadLetterFilter filter, int most) {
        return read(log -> selected(log, filter, most, "dismiss").size());
    }

    /**
     * Dismisses the letters that a filter selects. Returns how many.
     *
     * @throws OperatorFault also if more than this many letters are selected
     */
    int dismiss(DeadLetterFilter filter, int most) {
        return read(log -> dismiss(log, selected(log, filter, most, "dismiss")).size());
    }

    /** Dismisses letters; returns those that exist. */
    List<LogPosition> dismiss(Collection<LogPosition> ids) {
        return read(log -> dismiss(log, ids));
    }

    private List<LogPosition> dismiss(DeadLetterLog log, Collection<LogPosition> ids) {
        brokers.partitionsOf(CatalogTopic.DISMISSED_LETTERS);
        try (var producer = brokers.bytesProducer()) {
            return new Dismissal(log, producer, brokers.nameOf(CatalogTopic.DISMISSED_LETTERS)).run(ids);
        }
    }

    /** @param command what is done with them, as in {@code dead-letters replay} */
    private static Set<LogPosition> selected(DeadLetterLog log, DeadLetterFilter filter, int most, String command) {
        Set<LogPosition> ids = new TreeSet<>(log.newest(filter, most + 1, DeadLetter::id));
        if (ids.size() > most) {
            throw new OperatorFault("more than " + most + " dead letters match: select fewer, by topic, time or"
                    + " reason, or use './catalog dead-letters " + command + " --all'");
        }
        return ids;
    }

    /** Replays letters; those that are gone are left out of the result. */
    List<ReplayResult> replay(Collection<LogPosition> ids) {
        return read(log -> replay(log, ids, false));
    }

    private List<ReplayResult> replay(DeadLetterLog log, Collection<LogPosition> ids, boolean dryRun) {
        List<ReplayResult> results = new ArrayList<>();
        try (var sources = brokers.bytesConsumer();
                var producer = brokers.bytesProducer()) {
            new Replay(log, sources, new ReplayWriter(producer), kafka.topics().prefix())
                    .run(ids, new Replay.Mode(false, dryRun), results::add);
            return results;
        } catch (ReplayException e) {
            throw new OperatorFault(String.valueOf(e.getMessage()), e);
        }
    }

    private <T> T read(Function<DeadLetterLog, T> reading) {
        return permits.use(() -> {
            brokers.partitionsOf(CatalogTopic.DEAD_LETTERS);
            try (var consumer = brokers.bytesConsumer()) {
                return reading.apply(new DeadLetterLog(
                        consumer,
                        brokers.nameOf(CatalogTopic.DEAD_LETTERS),
                        brokers.nameOf(CatalogTopic.DISMISSED_LETTERS)));
            }
        });
    }
}
