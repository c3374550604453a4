package dev.partnercatalog.operations.deadletter;

import dev.partnercatalog.operations.OperatorFault;
import dev.partnercatalog.operations.topic.Brokers;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The dead letters of a cluster, with clients that live as long as they are used. Thread-safe.
 *
 * <p>All methods throw {@link OperatorFault} if the brokers are unavailable or a topic doesn't exist.
 *
 * @param most the most dead letters that one filter may select for a change
 */
public record DeadLetters(KafkaSettings kafka, int most) {

    /** The topics whose records can become dead letters. */
    public static List<CatalogTopic> sources() {
        return Arrays.stream(CatalogTopic.values())
                .filter(topic ->
                        topic.isInput() || topic == CatalogTopic.PARTNER_COMMANDS || topic == CatalogTopic.REPAIRS)
                .toList();
    }

    public <T> T read(Function<DeadLetterLog, T> reading) {
        Brokers brokers = new Brokers(kafka);
        brokers.partitionsOf(CatalogTopic.DEAD_LETTERS);
        try (var consumer = brokers.bytesConsumer()) {
            return reading.apply(new DeadLetterLog(consumer, brokers.nameOf(CatalogTopic.DEAD_LETTERS)));
        }
    }

    /** The ids of the dead letters that match and exist by now; throws {@link OperatorFault} also if there are too many. */
    public Set<LogPosition> select(DeadLetterFilter filter) {
        return read(log -> {
            Set<LogPosition> ids = new TreeSet<>();
            log.forEach(filter, letter -> {
                if (ids.add(letter.id()) && ids.size() > most) {
                    throw new OperatorFault("more than " + most + " dead letters match: select fewer, by topic, time or"
                            + " reason, or use './catalog dead-letters' with --all");
                }
            });
            return ids;
        });
    }

    /** Replays the dead letters with these ids that still exist; {@code receiver} receives the result of each. */
    public void replay(Collection<LogPosition> ids, Replay.Mode mode, Consumer<ReplayResult> receiver) {
        Brokers brokers = new Brokers(kafka);
        try (var sources = brokers.bytesConsumer();
                var producer = brokers.bytesProducer()) {
            read(log -> {
                new Replay(
                                log,
                                sources,
                                new ReplayWriter(producer),
                                kafka.topics().prefix())
                        .run(ids, mode, receiver);
                return ids;
            });
        }
    }
}
