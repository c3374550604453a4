package dev.partnercatalog.console.live;

import dev.partnercatalog.operations.OperatorFault;
import dev.partnercatalog.operations.deadletter.DeadLetter;
import dev.partnercatalog.operations.deadletter.DeadLetterFilter;
import dev.partnercatalog.operations.deadletter.DeadLetterKind;
import dev.partnercatalog.operations.deadletter.DeadLetterTail;
import dev.partnercatalog.operations.deadletter.Dismissals;
import dev.partnercatalog.operations.deadletter.LogPosition;
import dev.partnercatalog.operations.topic.Brokers;
import dev.partnercatalog.runtime.LogReader;
import dev.partnercatalog.schemas.topic.BrokerUnavailableException;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts the dead letters by kind, as they arrive, and expire or are dismissed. Keeps a bounded number of the latest.
 * Thread-safe.
 */
public final class DeadLetterCounts implements AutoCloseable {

    static final int MOST_LETTERS = 50_000;

    /** Of all reasons together, so that long ones can't fill the memory. */
    private static final long MOST_CHARACTERS = 20_000_000;

    /** Further kinds share one, so that hostile events can't fill the memory. */
    static final int MOST_KINDS = 1_000;

    private static final DeadLetterKind OTHERS = new DeadLetterKind(DeadLetterKind.UNKNOWN, "other reasons");
    private static final Logger LOG = LoggerFactory.getLogger(DeadLetterCounts.class);
    private static final Duration INTERVAL = Duration.ofSeconds(5);
    private static final Duration FAREWELL = Duration.ofSeconds(3);

    private record Letter(LogPosition id, Instant time, DeadLetterKind kind, String reason) {}

    /**
     * How many dead letters there are.
     *
     * @param areAll whether there are no more; otherwise there are more dead letters, or kinds, than are kept
     * @param byKind number of dead letters of each kind
     */
    public record Count(long letters, boolean areAll, Map<DeadLetterKind, Long> byKind) {

        public Count {
            byKind = Map.copyOf(byKind);
        }
    }

    private final Brokers brokers;
    private final Deque<Letter> letters = new ArrayDeque<>();
    private final Map<DeadLetterKind, DeadLetterKind> kinds = new HashMap<>();
    private long characters;
    private boolean areAll = true;
    private boolean isCounted;

    /** These are used by the executor's thread only. */
    private @Nullable Consumer<byte[], byte[]> consumer;

    private @Nullable DeadLetterTail tail;

    private Dismissals dismissals = new Dismissals();
    private Map<TopicPartition, Long> dismissalsRead = new HashMap<>();

    private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "console-dead-letters");
        thread.setDaemon(true);
        return thread;
    });

    private DeadLetterCounts(Brokers brokers) {
        this.brokers = brokers;
    }

    /** Starts counting. */
    public static DeadLetterCounts start(Brokers brokers) {
        DeadLetterCounts counts = new DeadLetterCounts(brokers);
        var unused =
                counts.executor.scheduleWithFixedDelay(counts::look, 0, INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
        return counts;
    }

    /** The number of dead letters that a filter selects; null until they have been counted once. */
    public synchronized @Nullable Count count(DeadLetterFilter filter) {
        if (!isCounted) {
            return null;
        }
        Map<DeadLetterKind, Long> byKind = new HashMap<>();
        letters.stream()
                .filter(letter -> filter.matches(letter.time(), letter.kind(), letter.reason()))
                .forEach(letter -> byKind.merge(letter.kind(), 1L, Long::sum));
        long sum = byKind.values().stream().mapToLong(Long::longValue).sum();
        return new Count(sum, areAll, byKind);
    }

    private void look() {
        try {
            DeadLetterTail current = tail == null ? begin() : tail;
            Map<Integer, Long> firsts = current.advance(this::add);
            readDismissals();
            expire(firsts, dismissals);
            settle(current.isAll());
        } catch (OperatorFault | BrokerUnavailableException | KafkaException e) {
            LOG.debug("can't count the dead letters now", e);
            end();
        } catch (RuntimeException e) {
            // An exception that leaves this method would silently end the counting for good.
            LOG.error("a fault of the console itself", e);
            end();
        }
    }

    private DeadLetterTail begin() {
        brokers.partitionsOf(CatalogTopic.DEAD_LETTERS);
        Consumer<byte[], byte[]> begun = brokers.bytesConsumer();
        consumer = begun;
        DeadLetterTail following = new DeadLetterTail(begun, brokers.nameOf(CatalogTopic.DEAD_LETTERS), MOST_LETTERS);
        tail = following;
        dismissals = new Dismissals();
        dismissalsRead = new HashMap<>();
        clear();
        return following;
    }

    private void readDismissals() {
        if (consumer == null) {
            return;
        }
        LogReader log = new LogReader(consumer, brokers.nameOf(CatalogTopic.DISMISSED_DEAD_LETTERS));
        Map<TopicPartition, Long> ends = log.ends();
        log.beginnings().forEach((partition, first) -> dismissalsRead.merge(partition, first, Math::max));
        log.read(dismissalsRead, ends, record -> dismissals.add(record.value()));
        dismissalsRead.putAll(ends);
    }

    private synchronized void clear() {
        letters.clear();
        kinds.clear();
        characters = 0;
        areAll = true;
        isCounted = false;
    }

    synchronized void add(DeadLetter letter) {
        DeadLetterKind kind = DeadLetterKind.of(letter);
        DeadLetterKind known = kinds.get(kind);
        if (known == null) {
            known = kinds.size() < MOST_KINDS ? kind : OTHERS;
            kinds.put(known, known);
        }
        areAll = areAll && !known.equals(OTHERS);
        letters.addLast(new Letter(letter.id(), letter.time(), known, letter.reason()));
        characters += letter.reason().length();
        while (letters.size() > MOST_LETTERS || characters > MOST_CHARACTERS) {
            characters -= letters.removeFirst().reason().length();
            areAll = false;
        }
    }

    /** @param firsts the first offset of each partition that still exists */
    synchronized void expire(Map<Integer, Long> firsts, Dismissals dismissed) {
        letters.removeIf(
                letter -> letter.id().offset() < firsts.getOrDefault(letter.id().partition(), 0L)
                        || dismissed.contain(letter.id()));
        characters =
                letters.stream().mapToLong(letter -> letter.reason().length()).sum();
    }

    synchronized void settle(boolean wereAllRead) {
        areAll = areAll && wereAllRead;
        isCounted = true;
    }

    /** What was counted stays until it is counted anew. */
    private void end() {
        tail = null;
        if (consumer != null) {
            consumer.close();
            consumer = null;
        }
    }

    @Override
    public void close() {
        if (executor.isShutdown()) {
            return;
        }
        executor.execute(this::end);
        executor.shutdown();
        try {
            if (!executor.awaitTermination(FAREWELL.toMillis(), TimeUnit.MILLISECONDS)) {
                executor.shutdownNow();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
