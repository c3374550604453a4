package dev.partnercatalog.streams.quarantine;

import dev.partnercatalog.runtime.store.StoreFault;
import dev.partnercatalog.runtime.text.PrintableText;
import dev.partnercatalog.schemas.fault.FaultWords;
import dev.partnercatalog.schemas.registry.RegistryUnavailableException;
import dev.partnercatalog.schemas.topic.BrokerUnavailableException;
import dev.partnercatalog.schemas.topic.TopicSettings;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.RecordBatchTooLargeException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.errors.DeserializationExceptionHandler;
import org.apache.kafka.streams.errors.ErrorHandlerContext;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.errors.LockException;
import org.apache.kafka.streams.errors.ProcessingExceptionHandler;
import org.apache.kafka.streams.errors.ProductionExceptionHandler;
import org.apache.kafka.streams.errors.TaskCorruptedException;
import org.apache.kafka.streams.errors.TaskMigratedException;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.ProcessorSupplier;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.apache.kafka.streams.state.StoreBuilder;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Keeps one record from stopping those behind it. A record with a known fault is set aside at once
 * ({@link RejectedRecordException}). At any other fault the thread is replaced, so nothing that it wrote for the record is
 * committed; after {@value #ATTEMPTS} such failures in this process, the record isn't processed again but set aside. A
 * record that is set aside becomes a dead letter, in the same transaction as the position after it.
 *
 * <p>Faults of the brokers, the registry or the disk aren't any record's fault and aren't counted. Thread-safe.
 */
public final class Quarantine {

    static final String CONFIG = "catalog.quarantine";
    static final int ATTEMPTS = 3;

    private static final int MOST = 1_000;

    /** Of a dead letter, with room for the record's format and our own headers. */
    private static final int LARGEST = TopicSettings.MAX_RECORD_BYTES - (64 << 10);

    private static final int LARGEST_KEY = 32 << 10;

    /** What a header takes in addition to its name and value: their lengths. */
    private static final int HEADER = 10;

    /** What a log line and a header can hold; a reason may quote the record. */
    private static final int LONGEST_REASON = 1_000;

    private static final Logger LOG = LoggerFactory.getLogger(Quarantine.class);

    /** Where a record is. */
    record Position(String topic, int partition, long offset) {

        @Override
        public String toString() {
            return topic + "-" + partition + " at offset " + offset;
        }
    }

    /** @param reason of the last failure */
    private record Failures(int count, String reason) {}

    private final String deadLetters;

    /** At most a thousand, whatever is published. */
    private final Map<Position, Failures> failures = new ConcurrentHashMap<>();

    /** What each stream thread is processing. */
    @SuppressWarnings("ThreadLocalUsage") // one per application
    private final ThreadLocal<Position> inHand = new ThreadLocal<>();

    private final Map<String, Counter> deadLettersOf = new ConcurrentHashMap<>();
    private volatile Counter otherDeadLetters = counter(new SimpleMeterRegistry(), "");
    private final AtomicLong failedTooOften = new AtomicLong();

    /** With the topic of dead letters, which the application may write to. */
    public Quarantine(String deadLetters) {
        this.deadLetters = deadLetters;
    }

    /** The same processors, which must be the first ones after their sources, with their records counted. */
    public <K, V, K2, V2> ProcessorSupplier<K, V, K2, V2> guarding(ProcessorSupplier<K, V, K2, V2> supplier) {
        return new ProcessorSupplier<>() {
            @Override
            public Processor<K, V, K2, V2> get() {
                return new Guarded<>(supplier.get());
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
        properties.put(StreamsConfig.PROCESSING_EXCEPTION_HANDLER_CLASS_CONFIG, FaultHandler.class);
        properties.put(StreamsConfig.DESERIALIZATION_EXCEPTION_HANDLER_CLASS_CONFIG, FaultHandler.class);
        properties.put(StreamsConfig.PRODUCTION_EXCEPTION_HANDLER_CLASS_CONFIG, FaultHandler.class);
    }

    /** Registers the metrics. Dead letters of these topics are counted one by one, from 0 on; others together. */
    public void bindTo(MeterRegistry registry, Set<String> topics) {
        Gauge.builder("catalog.failing.records", failures, Map::size)
                .description("Records that failed since the start, including those that were set aside.")
                .register(registry);
        FunctionCounter.builder("catalog.quarantined.records", failedTooOften, AtomicLong::get)
                .description("Records that were set aside because they failed repeatedly.")
                .register(registry);
        topics.forEach(topic -> deadLettersOf.put(topic, counter(registry, topic)));
        otherDeadLetters = counter(registry, "");
    }

    private static Counter counter(MeterRegistry registry, String topic) {
        return Counter.builder("catalog.dead.letters")
                .tag("topic", topic)
                .description("Records that became dead letters: those that were rejected or set aside.")
                .register(registry);
    }

    /** Does the work for the record at a position, unless that has failed too often. */
    void process(Position position, Runnable work) {
        Failures known = failures.get(position);
        if (known != null && known.count() >= ATTEMPTS) {
            throw new RejectedRecordException(
                    "processing it failed " + known.count() + " times, the last time because " + known.reason());
        }
        inHand.set(position);
        try {
            work.run();
        } catch (RejectedRecordException e) {
            throw e;
        } catch (RuntimeException | Error e) {
            if (isOfRecord(e)) {
                failed(position, 1, describe(e));
            }
            throw e;
        } finally {
            inHand.remove();
        }
    }

    /**
     * Output can't be written. If that is found out when it is sent, the calling thread is still processing the record
     * that it follows from. Brokers take whatever is small enough to be sent, unless their topics' limits were changed.
     */
    void outputRefused(Exception fault) {
        Position source = inHand.get();
        if (source != null && StoreFault.chain(fault).stream().anyMatch(Quarantine::isOfSize)) {
            failed(source, ATTEMPTS, "its output can't be written: " + describe(fault));
        }
    }

    private void failed(Position position, int times, String reason) {
        if (failures.size() >= MOST) {
            failures.keySet().stream().findAny().ifPresent(failures::remove);
        }
        Failures now = failures.merge(
                position,
                new Failures(times, PrintableText.of(reason, LONGEST_REASON)),
                (before, failure) -> new Failures(before.count() + failure.count(), failure.reason()));
        LOG.error(
                "The record from {} failed ({}){}",
                position,
                now.reason(),
                now.count() < ATTEMPTS ? " and will be tried again" : " and will be set aside when it is read again");
    }

    /** The dead letter to write for a record that is set aside; it is also logged and counted. */
    ProducerRecord<byte[], byte[]> setAside(ErrorHandlerContext source, RejectedRecordException rejection) {
        Position position = new Position(source.topic(), source.partition(), source.offset());
        String reason = PrintableText.of(String.valueOf(rejection.getMessage()), LONGEST_REASON);
        deadLettersOf.getOrDefault(source.topic(), otherDeadLetters).increment();
        boolean failed = failures.containsKey(position);
        if (failed) {
            failedTooOften.incrementAndGet();
        }
        LOG.atLevel(failed ? Level.ERROR : Level.WARN).log("dead letter from {}: {}", position, reason);
        return deadLetter(deadLetters, source, reason);
    }

    /**
     * The original record, with its position and what is wrong with it. A value too large for our topics is left out,
     * and its size is noted: compression lets records through that are larger than their topic allows. The record
     * itself is still in its topic.
     */
    private static ProducerRecord<byte[], byte[]> deadLetter(String topic, ErrorHandlerContext source, String reason) {
        byte[] key = source.sourceRawKey();
        byte[] value = source.sourceRawValue();
        boolean fits = size(source) <= LARGEST;
        Headers headers = fits ? new RecordHeaders(source.headers()) : new RecordHeaders();
        headers.remove(DeadLetterHeaders.OMITTED_BYTES);
        if (!fits) {
            DeadLetterHeaders.put(headers, DeadLetterHeaders.OMITTED_BYTES, Integer.toString(length(value)));
        }
        if (headers.lastHeader(DeadLetterHeaders.ORIGIN) != null) {
            long before = DeadLetterHeaders.number(headers, DeadLetterHeaders.ATTEMPTS, 1);
            DeadLetterHeaders.put(headers, DeadLetterHeaders.ATTEMPTS, Long.toString(before + 1));
        }
        DeadLetterHeaders.put(headers, DeadLetterHeaders.REASON, reason);
        DeadLetterHeaders.put(headers, DeadLetterHeaders.TOPIC, source.topic());
        DeadLetterHeaders.put(headers, DeadLetterHeaders.PARTITION, Integer.toString(source.partition()));
        DeadLetterHeaders.put(headers, DeadLetterHeaders.OFFSET, Long.toString(source.offset()));
        DeadLetterHeaders.put(headers, DeadLetterHeaders.TIMESTAMP, Long.toString(source.timestamp()));
        byte[] letterKey = fits || length(key) <= LARGEST_KEY ? key : null;
        return new ProducerRecord<>(topic, null, System.currentTimeMillis(), letterKey, fits ? value : null, headers);
    }

    private static long size(ErrorHandlerContext source) {
        long size = (long) length(source.sourceRawKey()) + length(source.sourceRawValue());
        for (Header header : source.headers()) {
            size += HEADER + header.key().getBytes(StandardCharsets.UTF_8).length + length(header.value());
        }
        return size;
    }

    private static int length(byte @Nullable [] bytes) {
        return bytes == null ? 0 : bytes.length;
    }

    /** Whether a fault can be due to the record being processed, rather than to the brokers, the registry or the disk. */
    private static boolean isOfRecord(Throwable fault) {
        return StoreFault.chain(fault).stream().noneMatch(Quarantine::isOfOthers)
                && StoreFault.of(fault).isEmpty();
    }

    private static boolean isOfOthers(Throwable link) {
        // Output that is refused, too, is not known to follow from the record that the thread is processing.
        return link instanceof ApiException
                || link instanceof RegistryUnavailableException
                || link instanceof BrokerUnavailableException
                || link instanceof TaskMigratedException
                || link instanceof TaskCorruptedException
                || link instanceof InvalidStateStoreException
                || link instanceof LockException
                || link instanceof InterruptException
                || link instanceof WakeupException;
    }

    /** Whether the brokers refuse the output for the record, as they would every time. */
    private static boolean isOfSize(Throwable link) {
        return link instanceof RecordTooLargeException
                || link instanceof RecordBatchTooLargeException
                || link instanceof InvalidRecordException;
    }

    /** What the fault was caused by, in a line. */
    private static String describe(Throwable fault) {
        List<Throwable> chain = StoreFault.chain(fault);
        return chain.get(chain.size() - 1).toString();
    }

    private final class Guarded<K, V, K2, V2> extends ContextualProcessor<K, V, K2, V2> {

        private final Processor<K, V, K2, V2> processor;

        Guarded(Processor<K, V, K2, V2> processor) {
            this.processor = processor;
        }

        @Override
        public void init(ProcessorContext<K2, V2> context) {
            super.init(context);
            processor.init(context);
        }

        @Override
        public void process(Record<K, V> record) {
            RecordMetadata at = context().recordMetadata().orElseThrow();
            Quarantine.this.process(
                    new Position(at.topic(), at.partition(), at.offset()), () -> processor.process(record));
        }

        @Override
        public void close() {
            processor.close();
        }
    }

    /** How Kafka Streams asks a quarantine what to do. Instantiated by Kafka Streams, with the application's properties. */
    public static final class FaultHandler
            implements ProcessingExceptionHandler, DeserializationExceptionHandler, ProductionExceptionHandler {

        private @Nullable Quarantine quarantine;

        @Override
        public void configure(Map<String, ?> configs) {
            quarantine = (Quarantine) configs.get(CONFIG);
        }

        private ProducerRecord<byte[], byte[]> setAside(ErrorHandlerContext source, RejectedRecordException rejection) {
            return Objects.requireNonNull(quarantine).setAside(source, rejection);
        }

        /** Sets aside what a processor rejects; for any other fault, lets the thread fail and so abort its transaction. */
        @Override
        public ProcessingExceptionHandler.Response handleError(
                ErrorHandlerContext context, Record<?, ?> record, Exception exception) {
            return exception instanceof RejectedRecordException rejection
                    ? ProcessingExceptionHandler.Response.resume(List.of(setAside(context, rejection)))
                    : ProcessingExceptionHandler.Response.fail();
        }

        /**
         * Sets aside an unreadable record of an internal topic, which only this application should write. Input topics are
         * read as bytes, and never fail here.
         */
        @Override
        public DeserializationExceptionHandler.Response handleError(
                ErrorHandlerContext context, ConsumerRecord<byte[], byte[]> record, Exception exception) {
            RejectedRecordException rejection =
                    new RejectedRecordException("a record of an internal topic can't be read ("
                            + FaultWords.of(exception) + "): no version of this program wrote it");
            return DeserializationExceptionHandler.Response.resume(List.of(setAside(context, rejection)));
        }

        /** Lets the thread fail, as Kafka Streams does by itself, but knowing of which record. */
        @Override
        public ProductionExceptionHandler.Response handleError(
                ErrorHandlerContext context, ProducerRecord<byte[], byte[]> record, Exception exception) {
            if (exception instanceof RetriableException) {
                return ProductionExceptionHandler.Response.retry();
            }
            Objects.requireNonNull(quarantine).outputRefused(exception);
            return ProductionExceptionHandler.Response.fail();
        }
    }
}
