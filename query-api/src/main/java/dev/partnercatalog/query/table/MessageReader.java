package dev.partnercatalog.query.table;

import dev.partnercatalog.runtime.PeriodicTask;
import dev.partnercatalog.runtime.topic.LogReader;
import dev.partnercatalog.runtime.unreadable.OwnRecords;
import dev.partnercatalog.runtime.unreadable.UnreadableRecord;
import dev.partnercatalog.runtime.unreadable.UnreadableRecords;
import dev.partnercatalog.schemas.registry.RegistryUnavailableException;
import dev.partnercatalog.schemas.registry.UnreadableRecordException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads every message of a topic since a moment, in its own thread, until it is closed. If brokers are unavailable, it
 * waits for them: its positions are kept here. Thread-safe.
 */
public final class MessageReader<T extends SpecificRecord> implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(MessageReader.class);
    private static final Duration POLL = Duration.ofSeconds(1);
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(3);

    private final Consumer<byte[], byte[]> consumer;
    private final String topic;
    private final OwnRecords<T> records;
    private final UnreadableRecords unreadable;
    private final Supplier<Instant> since;
    private final java.util.function.Consumer<T> receiver;
    private final Thread thread;
    private final CountDownLatch closed = new CountDownLatch(1);
    private boolean assigned;

    /**
     * A reader that isn't reading yet.
     *
     * @param consumer from {@link LogReader#follower}; belongs to the reader
     * @param topic the name of the topic
     * @param unreadable receives messages that can't be read; requests that wait for one eventually time out
     * @param since the moment, asked for when the brokers are first reached
     * @param receiver receives each message, in the reader's thread
     */
    public MessageReader(
            Consumer<byte[], byte[]> consumer,
            String topic,
            OwnRecords<T> records,
            UnreadableRecords unreadable,
            Supplier<Instant> since,
            java.util.function.Consumer<T> receiver) {
        this.consumer = consumer;
        this.topic = topic;
        this.records = records;
        this.unreadable = unreadable;
        this.since = since;
        this.receiver = receiver;
        unreadable.watchMessages(records.topic());
        this.thread = PeriodicTask.daemon(this::run, topic + "-reader");
    }

    public void start() {
        thread.start();
    }

    private void run() {
        try (consumer) {
            while (closed.getCount() > 0) {
                step();
            }
        } catch (WakeupException e) {
            LOG.debug("{} is no longer read", topic);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void step() throws InterruptedException {
        try {
            if (!assigned) {
                Map<TopicPartition, Long> from =
                        new LogReader(consumer, topic).offsetsAt(since.get().toEpochMilli());
                consumer.assign(from.keySet());
                from.forEach(consumer::seek);
                assigned = !from.isEmpty();
            }
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                receive(record);
            }
        } catch (WakeupException e) {
            throw e;
        } catch (RuntimeException e) {
            LOG.warn("{} can't be read now", topic, e);
            closed.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    /** Waits while the registry is unavailable, until this is closed: nothing is wrong with the message. */
    private void receive(ConsumerRecord<byte[], byte[]> record) throws InterruptedException {
        boolean reported = false;
        while (closed.getCount() > 0) {
            try {
                if (record.value() != null) {
                    receiver.accept(records.value(records.key(record.key(), record.partition()), record.value()));
                }
                return;
            } catch (UnreadableRecordException e) {
                unreadable.passedOver(new UnreadableRecord(
                        records.topic(),
                        record.partition(),
                        record.offset(),
                        record.key(),
                        String.valueOf(e.getMessage())));
                return;
            } catch (RegistryUnavailableException e) {
                if (!reported) {
                    LOG.warn("waiting for the registry to continue with {}: {}", topic, e.getMessage());
                    reported = true;
                }
                closed.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS);
            }
        }
    }

    @Override
    public void close() {
        closed.countDown();
        if (thread.getState() == Thread.State.NEW) {
            consumer.close();
            return;
        }
        consumer.wakeup();
        try {
            thread.join(CLOSE_TIMEOUT.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
