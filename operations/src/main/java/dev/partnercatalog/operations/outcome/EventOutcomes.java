package dev.partnercatalog.operations.outcome;

import dev.partnercatalog.operations.OperatorFault;
import dev.partnercatalog.operations.backup.ResolverProgress;
import dev.partnercatalog.operations.deadletter.DeadLetter;
import dev.partnercatalog.operations.deadletter.LetterTail;
import dev.partnercatalog.operations.topic.Brokers;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.schemas.fault.FaultWords;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.function.LongConsumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/**
 * Waits until the resolver has processed what was published, and finds what it rejected of it. Created before anything
 * is published, so that it knows where new dead letters begin. Not thread-safe.
 */
public final class EventOutcomes implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final long PAUSE_MS = 100;

    private final KafkaSettings kafka;
    private final Admin admin;
    private final Consumer<byte[], byte[]> consumer;
    private final String deadLetters;
    private final int partitions;
    private final LetterTail tail;

    private EventOutcomes(KafkaSettings kafka, Admin admin, Consumer<byte[], byte[]> consumer, int partitions) {
        this.kafka = kafka;
        this.admin = admin;
        this.consumer = consumer;
        this.deadLetters = CatalogTopic.DEAD_LETTERS.name(kafka.topics().prefix());
        this.partitions = partitions;
        this.tail = new LetterTail(consumer, deadLetters, Long.MAX_VALUE);
    }

    /**
     * Looks where dead letters end now.
     *
     * @throws OperatorFault if this account may not read them, or the brokers are unavailable
     */
    public static EventOutcomes from(KafkaSettings kafka) {
        Brokers brokers = new Brokers(kafka);
        int partitions = brokers.partitionsOf(CatalogTopic.DEAD_LETTERS);
        EventOutcomes outcomes =
                new EventOutcomes(kafka, Admin.create(kafka.properties()), brokers.bytesConsumer(), partitions);
        try {
            outcomes.tail.skip();
            return outcomes;
        } catch (KafkaException e) {
            outcomes.close();
            throw outcomes.unreadable(e);
        }
    }

    /**
     * Waits until everything that was published before this call is resolved.
     *
     * @param topic full name of the topic of the published records
     * @param behind receives the number of records that are left, again and again
     * @param rejected receives each of the published records that was rejected
     * @throws OperatorFault if the resolver makes no progress for a minute, or this account may not ask for it
     */
    public void await(
            String topic,
            PublishedPositions published,
            LongConsumer behind,
            java.util.function.Consumer<DeadLetter> rejected) {
        new ResolverProgress(admin, kafka).awaitResolved(behind);
        awaitReadable();
        try {
            tail.advance(letter -> {
                DeadLetter.Source source = letter.source();
                if (source != null && source.topic().equals(topic) && published.contain(source.position())) {
                    rejected.accept(letter);
                }
            });
        } catch (KafkaException e) {
            throw unreadable(e);
        }
    }

    /** A transaction's positions may be readable a moment before its dead letters are. */
    private void awaitReadable() {
        Map<TopicPartition, Long> written = ends(IsolationLevel.READ_UNCOMMITTED);
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!reach(ends(IsolationLevel.READ_COMMITTED), written)) {
            if (System.nanoTime() > deadline) {
                throw new OperatorFault("dead letters can't be read to their end: a transaction is open in "
                        + deadLetters + ". See docs/operators/incidents.md#hanging-transaction");
            }
            pause();
        }
    }

    private static boolean reach(Map<TopicPartition, Long> ends, Map<TopicPartition, Long> written) {
        return written.entrySet().stream().allMatch(end -> ends.getOrDefault(end.getKey(), 0L) >= end.getValue());
    }

    private Map<TopicPartition, Long> ends(IsolationLevel isolation) {
        Map<TopicPartition, OffsetSpec> question = new HashMap<>();
        for (int partition = 0; partition < partitions; partition++) {
            question.put(new TopicPartition(deadLetters, partition), OffsetSpec.latest());
        }
        try {
            Map<TopicPartition, Long> ends = new HashMap<>();
            for (Map.Entry<TopicPartition, ListOffsetsResultInfo> end : admin.listOffsets(
                            question, new ListOffsetsOptions(isolation))
                    .all()
                    .get()
                    .entrySet()) {
                ends.put(end.getKey(), end.getValue().offset());
            }
            return ends;
        } catch (ExecutionException e) {
            throw unreadable(e);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    /** The pause between two checks: brokers don't notify anyone when a transaction ends. */
    private static void pause() {
        try {
            Thread.sleep(PAUSE_MS);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private OperatorFault unreadable(Exception e) {
        return new OperatorFault("the topic " + deadLetters + " can't be read: " + FaultWords.of(e), e);
    }

    private static OperatorFault interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new OperatorFault("interrupted while waiting for dead letters", e);
    }

    @Override
    public void close() {
        consumer.close();
        admin.close(Duration.ofSeconds(1));
    }
}
