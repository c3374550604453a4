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
import dev.partnercatalog.webhook.delivery.AttemptLog;
import dev.partnercatalog.webhook.reconcile.ReconcilerContext.BacklogLog;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
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
 * Writes the health of endpoints, the backlog and attempts, on its own thread. The newest record of each place in a table is
 * kept until it is written; attempts that can't be written in time are dropped, with a warning when that begins. Two records
 * of one place are never in flight at once, so that no retry can overwrite the newer with the older. Thread-safe, and no
 * method but {@link #close()} waits.
 */
public final class Journal implements AttemptLog, BacklogLog, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Journal.class);

    /** A few megabytes, or what a busy process produces in some seconds. */
    static final int MAX_ATTEMPTS = 2_000;

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
    private final ThreadPoolExecutor thread;
    private final CountDownLatch closing = new CountDownLatch(1);
    /** Only for its own thread. */
    private final Map<CatalogTopic, RecordSerializer<SpecificRecord>> serializers = new EnumMap<>(CatalogTopic.class);

    private final ConcurrentMap<Place, Entry> newest = new ConcurrentHashMap<>();
    private final AtomicInteger attempts = new AtomicInteger();
    private final AtomicLong dropped = new AtomicLong();
    private volatile boolean overflowing;
    private volatile boolean failing;

    private record Place(CatalogTopic topic, String key) {}

    /** @param record null to delete what the place holds */
    private record Entry(Place place, @Nullable SpecificRecord record) {

        Entry(CatalogTopic topic, String key, @Nullable SpecificRecord record) {
            this(new Place(topic, key), record);
        }
    }

    /** @param producer is closed with the journal */
    public Journal(Producer<String, byte[]> producer, SchemaRegistry registry, TopicSettings topics) {
        this.producer = producer;
        this.registry = registry;
        this.topics = topics;
        this.thread = new ThreadPoolExecutor(
                1,
                1,
                0,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                task -> {
                    Thread made = new Thread(task, "webhook-journal");
                    made.setDaemon(true);
                    return made;
                },
                new ThreadPoolExecutor.DiscardPolicy());
    }

    /** A journal that writes to the topics of these settings with its own idempotent producer. */
    public static Journal start(KafkaSettings kafka, SchemaRegistry registry) {
        return new Journal(
                new KafkaProducer<>(properties(kafka), new StringSerializer(), new ByteArraySerializer()),
                registry,
                kafka.topics());
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

    @Override
    public void add(WebhookAttempt attempt) {
        if (attempts.incrementAndGet() <= MAX_ATTEMPTS) {
            Entry entry = new Entry(CatalogTopic.WEBHOOK_ATTEMPTS, attempt.getPartnerId(), attempt);
            thread.execute(() -> write(entry, this::attemptEnded));
            return;
        }
        attempts.decrementAndGet();
        dropped.incrementAndGet();
        if (!overflowing) {
            overflowing = true;
            LOG.warn("attempts come faster than they can be written: some are missing from the log");
        }
    }

    private void attemptEnded(boolean written) {
        dropped.addAndGet(written ? 0 : 1);
        if (attempts.decrementAndGet() == 0) {
            overflowing = false;
        }
    }

    @Override
    public void publish(WebhookBacklog backlog) {
        put(new Entry(CatalogTopic.WEBHOOK_BACKLOGS, backlog.getPartnerId() + "/" + backlog.getPartition(), backlog));
    }

    void publish(String key, @Nullable WebhookEndpoint record) {
        put(new Entry(CatalogTopic.WEBHOOK_ENDPOINTS, key, record));
    }

    private void put(Entry entry) {
        if (newest.put(entry.place(), entry) == null) {
            thread.execute(() -> writeNewest(entry.place()));
        }
    }

    private void writeNewest(Place place) {
        Entry entry = Objects.requireNonNull(newest.get(place));
        write(entry, written -> {
            if (!written || !newest.remove(place, entry)) {
                thread.execute(() -> writeNewest(place));
            }
        });
    }

    /** May wait for as long as the brokers or the registry take. */
    @SuppressWarnings("FutureReturnValueIgnored") // the callback reports the same
    private void write(Entry entry, Consumer<Boolean> ended) {
        String key = entry.place().key();
        String topic = entry.place().topic().name(topics.prefix());
        try {
            byte[] value = serializers
                    .computeIfAbsent(entry.place().topic(), of -> new RecordSerializer<>(registry, of))
                    .serialize(topic, entry.record());
            producer.send(
                    new ProducerRecord<>(topic, Partitioning.byKey(key, topics.partitions()), key, value),
                    (metadata, fault) -> ended(entry, fault, ended));
        } catch (RuntimeException e) {
            ended(entry, e, ended);
        }
        if (failing) {
            try {
                // What failed is kept, or follows soon; retrying it over and over would not help.
                var unused = closing.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void ended(Entry entry, @Nullable Exception fault, Consumer<Boolean> ended) {
        if (fault == null && failing) {
            failing = false;
            LOG.info(
                    "attempts and the state of endpoints can be written again; {} records of attempts were lost",
                    dropped.getAndSet(0));
        } else if (fault != null && !failing) {
            failing = true;
            LOG.warn(
                    "can't write {}; the log of attempts has a gap until this works again; deliveries continue: {}",
                    entry.place().topic().baseName(),
                    fault.toString());
        }
        ended.accept(fault == null);
    }

    /** Writes what is left, as far as that is possible in a moment. */
    @Override
    public void close() {
        closing.countDown();
        thread.shutdown();
        try {
            var unused = thread.awaitTermination(LAST_WRITES.toMillis(), TimeUnit.MILLISECONDS);
            thread.shutdownNow();
            producer.close(LAST_WRITES);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            producer.close(Duration.ZERO);
        }
    }
}
