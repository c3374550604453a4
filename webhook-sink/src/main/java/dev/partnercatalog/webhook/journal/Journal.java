package dev.partnercatalog.webhook.journal;

import dev.partnercatalog.records.WebhookAttempt;
import dev.partnercatalog.records.WebhookBacklog;
import dev.partnercatalog.records.WebhookEndpoint;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.schemas.key.Partitioning;
import dev.partnercatalog.schemas.registry.RecordSerializer;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.TopicSettings;
import dev.partnercatalog.webhook.delivery.Attempts.AttemptLog;
import dev.partnercatalog.webhook.journal.Outbox.JournalEntry;
import dev.partnercatalog.webhook.reconcile.ReconcilerContext.BacklogLog;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Properties;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the health of endpoints, the backlog and attempts, one after the other on its own thread. The newest
 * health of an endpoint is kept until it is written. Attempts that can't be written in time are dropped, with a warning when
 * that begins. Thread-safe, and no method but {@link #close()} waits.
 */
public final class Journal implements AttemptLog, BacklogLog, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Journal.class);
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final Duration LAST_WRITES = Duration.ofSeconds(2);

    private static final int BUFFER_BYTES = 4 << 20;
    private static final int MAX_BLOCK_MS = 5_000;
    private static final int LINGER_MS = 10;
    private static final int DELIVERY_TIMEOUT_MS = 30_000;
    private static final int REQUEST_TIMEOUT_MS = 10_000;

    private final Producer<String, byte[]> producer;
    private final SchemaRegistry registry;
    private final TopicSettings topics;

    /** Only for its own thread. */
    private final Map<CatalogTopic, RecordSerializer<SpecificRecord>> serializers = new EnumMap<>(CatalogTopic.class);

    private final Outbox outbox = new Outbox();
    private final Thread thread = new Thread(this::run, "webhook-journal");
    private volatile boolean failing;

    /**
     * Writes nothing yet.
     *
     * @param producer is closed with the journal
     */
    public Journal(Producer<String, byte[]> producer, SchemaRegistry registry, TopicSettings topics) {
        this.producer = producer;
        this.registry = registry;
        this.topics = topics;
        thread.setDaemon(true);
    }

    /** Starts writing to the topics of these settings with its own idempotent producer. */
    public static Journal start(KafkaSettings kafka, SchemaRegistry registry) {
        Journal journal = new Journal(
                new KafkaProducer<>(properties(kafka), new StringSerializer(), new ByteArraySerializer()),
                registry,
                kafka.topics());
        journal.start();
        return journal;
    }

    private static Properties properties(KafkaSettings kafka) {
        Properties properties = kafka.properties();
        properties.put(ProducerConfig.CLIENT_ID_CONFIG, kafka.applicationId("webhook-journal"));
        properties.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        // With several, brokers that did not know the producer yet kept rejecting them as out of order.
        properties.put(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, 1);
        properties.put(ProducerConfig.BUFFER_MEMORY_CONFIG, BUFFER_BYTES);
        properties.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, MAX_BLOCK_MS);
        properties.put(ProducerConfig.LINGER_MS_CONFIG, LINGER_MS);
        properties.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, DELIVERY_TIMEOUT_MS);
        properties.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, REQUEST_TIMEOUT_MS);
        return properties;
    }

    void start() {
        thread.start();
    }

    @Override
    public void add(WebhookAttempt attempt) {
        JournalEntry entry = new JournalEntry(CatalogTopic.WEBHOOK_ATTEMPTS, attempt.getPartnerId(), attempt);
        if (outbox.addAttempt(entry)) {
            LOG.warn("attempts come faster than they can be written: some are missing from the log");
        }
    }

    @Override
    public void publish(WebhookBacklog backlog) {
        outbox.put(new JournalEntry(
                CatalogTopic.WEBHOOK_BACKLOGS, backlog.getPartnerId() + "/" + backlog.getPartition(), backlog));
    }

    void publish(String key, @Nullable WebhookEndpoint record) {
        outbox.put(new JournalEntry(CatalogTopic.WEBHOOK_ENDPOINTS, key, record));
    }

    private void run() {
        try {
            for (JournalEntry entry = outbox.take(); entry != null; entry = outbox.take()) {
                write(entry);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void write(JournalEntry entry) throws InterruptedException {
        try {
            send(entry);
        } catch (RuntimeException e) {
            ended(entry, e);
        }
        if (failing) {
            // What failed is kept, or follows soon; retrying it over and over would not help.
            outbox.pause(PAUSE);
        }
    }

    /** Records with the same key stay in order. May wait for as long as the brokers or the registry take. */
    @SuppressWarnings("FutureReturnValueIgnored") // the callback reports the same
    private void send(JournalEntry entry) {
        String topic = entry.topic().name(topics.prefix());
        byte[] value = serializers
                .computeIfAbsent(entry.topic(), of -> new RecordSerializer<>(registry, of))
                .serialize(topic, entry.record());
        producer.send(
                new ProducerRecord<>(topic, Partitioning.byKey(entry.key(), topics.partitions()), entry.key(), value),
                (metadata, fault) -> ended(entry, fault));
    }

    private void ended(JournalEntry entry, @Nullable Exception fault) {
        if (fault == null) {
            if (failing) {
                failing = false;
                LOG.info(
                        "attempts and the state of endpoints can be written again; {} records of attempts were lost",
                        outbox.resetDropped());
            }
            outbox.written(entry);
            return;
        }
        if (!failing) {
            failing = true;
            LOG.warn(
                    "can't write {}; the log of attempts has a gap until this works again; deliveries continue: {}",
                    entry.topic().baseName(),
                    fault.toString());
        }
        outbox.failed(entry);
    }

    /** Writes what is left, as far as that is possible in a moment. */
    @Override
    public void close() {
        outbox.close();
        try {
            thread.join(LAST_WRITES.toMillis());
            thread.interrupt();
            producer.close(LAST_WRITES);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            producer.close(Duration.ZERO);
        }
    }
}
