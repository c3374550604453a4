package dev.partnercatalog.cli.console;

import dev.partnercatalog.operations.OperatorFault;
import dev.partnercatalog.operations.deadletter.DeadLetter;
import dev.partnercatalog.operations.deadletter.DeadLetterKind;
import dev.partnercatalog.operations.deadletter.DeadLetterTail;
import dev.partnercatalog.operations.deadletter.LogPosition;
import dev.partnercatalog.operations.topic.Brokers;
import dev.partnercatalog.schemas.topic.BrokerUnavailableException;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The newest dead letters by cause, kept up to date on a thread of its own until this is closed. Thread-safe. */
final class LetterIndex implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(LetterIndex.class);
    private static final int MOST = 100_000;

    /** Further causes share one, so that hostile events can't fill the memory. */
    private static final int MOST_CAUSES = 1_000;

    private static final DeadLetterKind OTHERS = new DeadLetterKind(DeadLetterKind.UNKNOWN, "other reasons");
    private static final Duration INTERVAL = Duration.ofSeconds(5);
    private static final Duration FAREWELL = Duration.ofSeconds(3);

    private record Letter(LogPosition id, DeadLetterKind cause) {}

    /** How many dead letters have a cause. */
    record Cause(String topic, String reason, long letters) {}

    private final Brokers brokers;
    private final Deque<Letter> letters = new ArrayDeque<>();
    private final Map<DeadLetterKind, DeadLetterKind> causes = new HashMap<>();
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Thread thread = new Thread(this::run, "console-dead-letters");

    /** Starts counting. */
    LetterIndex(Brokers brokers) {
        this.brokers = brokers;
        thread.setDaemon(true);
        thread.start();
    }

    /** The number of dead letters, as far as they have been counted: {@value #MOST} at most. */
    synchronized long size() {
        return letters.size();
    }

    /** The causes, the most frequent first. */
    synchronized List<Cause> causes() {
        Map<DeadLetterKind, Long> counts = new HashMap<>();
        letters.forEach(letter -> counts.merge(letter.cause(), 1L, Long::sum));
        return counts.entrySet().stream()
                .sorted(Map.Entry.<DeadLetterKind, Long>comparingByValue().reversed())
                .map(count -> new Cause(count.getKey().topic(), count.getKey().reason(), count.getValue()))
                .toList();
    }

    private void run() {
        boolean closed = false;
        while (!closed) {
            try {
                brokers.partitionsOf(CatalogTopic.DEAD_LETTERS);
                follow();
            } catch (OperatorFault | BrokerUnavailableException | KafkaException e) {
                LOG.debug("can't count the dead letters now", e);
            }
            closed = isClosing();
        }
    }

    /** What was counted stays until it is counted anew. */
    private void follow() {
        try (var consumer = brokers.bytesConsumer()) {
            DeadLetterTail tail = new DeadLetterTail(consumer, brokers.nameOf(CatalogTopic.DEAD_LETTERS), MOST);
            synchronized (this) {
                letters.clear();
                causes.clear();
            }
            do {
                expire(tail.advance(this::add));
            } while (!isClosing());
        }
    }

    private synchronized void add(DeadLetter letter) {
        DeadLetterKind cause = DeadLetterKind.of(letter);
        DeadLetterKind kept = causes.size() < MOST_CAUSES || causes.containsKey(cause) ? cause : OTHERS;
        letters.addLast(new Letter(letter.id(), causes.computeIfAbsent(kept, added -> added)));
        if (letters.size() > MOST) {
            letters.removeFirst();
        }
    }

    /** @param firsts the first offset of each partition that still exists */
    private synchronized void expire(Map<Integer, Long> firsts) {
        letters.removeIf(
                letter -> letter.id().offset() < firsts.getOrDefault(letter.id().partition(), 0L));
    }

    private boolean isClosing() {
        try {
            return closing.await(INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    @Override
    public void close() {
        closing.countDown();
        try {
            thread.join(FAREWELL.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
