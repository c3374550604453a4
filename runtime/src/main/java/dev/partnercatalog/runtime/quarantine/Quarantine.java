package dev.partnercatalog.runtime.quarantine;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.errors.ErrorHandlerContext;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorSupplier;
import org.apache.kafka.streams.state.StoreBuilder;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps one record from stopping those behind it. A record with a known fault is set aside at once
 * ({@link RejectedRecordException}). Any other failing record is tried {@value Failures#LIMIT} times, counted across
 * restarts of its thread and of the process, and is then set aside. A record that is set aside becomes a dead letter,
 * in the same transaction as the position after it, or is only logged if the application has no dead letters.
 *
 * <p>Faults of the brokers, the registry or the disk aren't any record's fault and aren't counted. Thread-safe.
 */
public final class Quarantine {

    static final String CONFIG = "catalog.quarantine";

    /** If a thread computes for longer than this, the brokers abort the record's transaction. */
    private static final Duration SLOW = Duration.ofSeconds(10);

    /** A slow record takes that time again at each attempt, so the second attempt is the last. */
    private static final int SLOW_COUNT = 2;

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final Logger LOG = LoggerFactory.getLogger(Quarantine.class);

    private final @Nullable String deadLetters;
    private final InstantSource clock;
    private final LongSupplier computed;
    private final FailureLog failures;
    private final CurrentRecords currentRecords = new CurrentRecords();

    @SuppressWarnings("ThreadLocalUsage") // one per application
    private final ThreadLocal<RecordPosition> currentOfThread = new ThreadLocal<>();

    private final Map<String, AtomicLong> deadLettersOf = new ConcurrentHashMap<>();
    private final AtomicLong setAside = new AtomicLong();

    /**
     * Recorded before the thread sees them. Several threads can fail at once, so keeping only the last isn't enough.
     */
    private final Set<Throwable> outputFaults =
            Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    private Quarantine(@Nullable String deadLetters, InstantSource clock, LongSupplier computed) {
        this.deadLetters = deadLetters;
        this.clock = clock;
        this.computed = computed;
        this.failures = new FailureLog(clock);
    }

    /** With a dead-letter topic, which the application may write to. */
    public static Quarantine to(String deadLettersTopic) {
        return new Quarantine(deadLettersTopic, InstantSource.system(), Quarantine::computed);
    }

    /** For an application that reads only our own topics: a record that it sets aside stays in its topic. */
    public static Quarantine inLog() {
        return new Quarantine(null, InstantSource.system(), Quarantine::computed);
    }

    /** @param computed for how long the calling thread has computed, in nanoseconds */
    static Quarantine of(String deadLettersTopic, InstantSource clock, LongSupplier computed) {
        return new Quarantine(deadLettersTopic, clock, computed);
    }

    /**
     * For how long the calling thread has computed, in nanoseconds. While it waits for the registry, the brokers, a lock or
     * the disk, it doesn't.
     */
    static long computed() {
        return THREADS.getCurrentThreadCpuTime();
    }

    /** Makes what is known survive the process, in files in this folder, which no other process may use. */
    public void open(Path folder) {
        failures.open(folder.resolve("failed-records"));
        for (RecordPosition position : currentRecords.open(folder.resolve("records-in-hand"))) {
            failed(position, 1, "the process ended while processing it");
        }
    }

    /** A topic was deleted and made anew: what is known about its records is about others at the same positions. */
    public void forget(String topic) {
        failures.forget(topic);
    }

    /** Tracks the records of a processor, which must be the first one after its sources. */
    public <K, V, K2, V2> ProcessorSupplier<K, V, K2, V2> guarding(ProcessorSupplier<K, V, K2, V2> supplier) {
        return new ProcessorSupplier<>() {
            @Override
            public Processor<K, V, K2, V2> get() {
                return new GuardedProcessor<>(supplier.get(), Quarantine.this);
            }

            @Override
            public @Nullable Set<StoreBuilder<?>> stores() {
                return supplier.stores();
            }
        };
    }

    /** Makes an application with these properties set aside records that it can't process. */
    public void applyTo(Map<Object, Object> properties) {
        properties.put(CONFIG, this);
        properties.put(StreamsConfig.PROCESSING_EXCEPTION_HANDLER_CLASS_CONFIG, ProcessingFaults.class);
        properties.put(StreamsConfig.DESERIALIZATION_EXCEPTION_HANDLER_CLASS_CONFIG, DeserializationFaults.class);
    }

    /**
     * Registers the metrics for the operator.
     *
     * @param topics those whose dead letters are counted one by one, from 0 on; the others are counted together
     */
    public void bindTo(MeterRegistry registry, Set<String> topics) {
        Gauge.builder("catalog.failing.records", failures, FailureLog::size)
                .description("Records that failed within the last day, including those that were set aside.")
                .register(registry);
        FunctionCounter.builder("catalog.quarantined.records", setAside, AtomicLong::get)
                .description("Records that were set aside because they failed repeatedly.")
                .register(registry);
        if (deadLetters != null) {
            topics.forEach(topic -> count(registry, topic, name -> name.equals(topic)));
            count(registry, "", name -> !topics.contains(name));
        }
    }

    private void count(MeterRegistry registry, String topic, Predicate<String> counted) {
        FunctionCounter.builder(
                        "catalog.dead.letters",
                        deadLettersOf,
                        letters -> letters.entrySet().stream()
                                .filter(of -> counted.test(of.getKey()))
                                .mapToLong(of -> of.getValue().get())
                                .sum())
                .tag("topic", topic)
                .description("Records that became dead letters: those that were rejected or set aside.")
                .register(registry);
    }

    CurrentRecords currentRecords() {
        return currentRecords;
    }

    void process(CurrentRecord place, RecordPosition position, Runnable work) {
        Failures known = failures.of(position);
        if (known != null && known.areTooMany()) {
            throw new RepeatedFailureException(known);
        }
        long start = computed.getAsLong();
        place.take(position);
        currentOfThread.set(position);
        try {
            work.run();
        } catch (RejectedRecordException e) {
            throw e;
        } catch (RuntimeException | Error e) {
            blame(position, e);
            throw e;
        } finally {
            place.release();
            currentOfThread.remove();
        }
        Duration taken = Duration.ofNanos(computed.getAsLong() - start);
        if (taken.compareTo(SLOW) > 0) {
            failed(
                    position,
                    SLOW_COUNT,
                    "it took " + taken.toSeconds() + " s of computing, longer than a transaction may take");
        }
    }

    private void blame(RecordPosition position, Throwable fault) {
        if (!Blame.isAmong(fault, outputFaults) && Blame.isOfRecord(fault)) {
            failed(position, 1, describe(fault));
        }
    }

    /** The record that the calling thread is processing; null if there is none. */
    @Nullable
    RecordPosition currentOfThisThread() {
        return currentOfThread.get();
    }

    /**
     * The output for a record can't be written. The thread fails later, while processing another record. Any other
     * output of the same transaction fails with the very same exception, which says nothing about its records.
     */
    void outputRefused(RecordPosition source, Exception fault) {
        if (outputFaults.add(fault) && Blame.isOfSize(fault)) {
            failed(source, Failures.LIMIT, "its output can't be written: " + describe(fault));
        }
    }

    /** A thread makes no progress with a record and can't be stopped. */
    void stuck(RecordPosition position, Duration time) {
        failed(position, Failures.LIMIT, "a thread processed it for " + time.toSeconds() + " s without finishing");
    }

    private void failed(RecordPosition position, int count, String reason) {
        Failures now = failures.add(position, count, reason);
        LOG.error(
                "The record from {} failed ({}){}",
                position,
                now.reason(),
                now.areTooMany() ? " and will be set aside when it is read again" : " and will be tried again");
    }

    private static String describe(Throwable fault) {
        Throwable root = fault;
        while (root.getCause() != null && root.getCause() != root) {
            root = root.getCause();
        }
        return root.toString();
    }

    /** The records to write for one that is set aside; it is also logged and counted. */
    List<ProducerRecord<byte[], byte[]>> setAside(ErrorHandlerContext source, RejectedRecordException rejection) {
        String reason = NewDeadLetter.reason(rejection);
        String place = source.topic() + "-" + source.partition() + " at offset " + source.offset();
        deadLettersOf.computeIfAbsent(source.topic(), any -> new AtomicLong()).incrementAndGet();
        if (rejection instanceof RepeatedFailureException) {
            setAside.incrementAndGet();
            LOG.error("dead letter from {}: {}", place, reason);
        } else {
            LOG.warn("dead letter from {}: {}", place, reason);
        }
        return deadLetters == null ? List.of() : List.of(NewDeadLetter.of(deadLetters, source, reason, clock.millis()));
    }
}
