package dev.partnercatalog.webhook.journal;

import dev.partnercatalog.records.WebhookAttempt;
import dev.partnercatalog.records.WebhookBacklog;
import dev.partnercatalog.records.WebhookEndpoint;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.table.GlobalTable;
import dev.partnercatalog.schemas.key.Partitioning;
import dev.partnercatalog.schemas.registry.RecordSerializer;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.TopicSettings;
import dev.partnercatalog.webhook.delivery.Endpoints.HealthRecords;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.Collectors;
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
 * Writes the health of endpoints, the backlog and attempts, on its own thread; every instance holds the health of all
 * endpoints. The newest record of each key in a table is kept until it is written; attempts that can't be written in time
 * are dropped, with a warning when that begins. Two records of one key are never in flight at once, so that no retry can
 * overwrite the newer with the older. Thread-safe once its table is bound, and no method but {@link #close()} waits.
 */
public final class Journal implements HealthRecords, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Journal.class);

    /** A few megabytes, or what a busy process produces in some seconds. */
    static final int MAX_ATTEMPTS = 2_000;

    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final Duration LAST_WRITES = Duration.ofSeconds(2);

    private static final int BUFFER_BYTES = 4 << 20;
    private static final int MAX_BLOCK_MS = 5_000;
    private static final int DELIVERY_TIMEOUT_MS = 30_000;
    private static final int REQUEST_TIMEOUT_MS = 10_000;

    private final Producer<String, byte[]> producer;
    private final SchemaRegistry registry;
    private final TopicSettings topics;
    private final GlobalTable<WebhookEndpoint> table;
    private final ConcurrentMap<String, Long> versions = new ConcurrentHashMap<>();
    private final ScheduledThreadPoolExecutor thread;
    private final CountDownLatch closing = new CountDownLatch(1);
    /** Only for its own thread. */
    private final Map<CatalogTopic, RecordSerializer<SpecificRecord>> serializers = new EnumMap<>(CatalogTopic.class);

    /** Empty to delete it. */
    private final ConcurrentMap<RecordId, Optional<SpecificRecord>> newest = new ConcurrentHashMap<>();

    private final Semaphore room = new Semaphore(MAX_ATTEMPTS);
    private final AtomicLong dropped = new AtomicLong();
    private volatile boolean overflowing;
    private volatile boolean failing;

    private record RecordId(CatalogTopic topic, String key) {}

    /** @param producer is closed with the journal */
    public Journal(Producer<String, byte[]> producer, SchemaRegistry registry, TopicSettings topics) {
        this.producer = producer;
        this.registry = registry;
        this.topics = topics;
        this.table = new GlobalTable<>(
                CatalogTopic.WEBHOOK_ENDPOINTS, WebhookEndpoint.class, registry, topics.prefix(), topics.partitions());
        table.onChange(key -> versions.merge(partnerId(key), 1L, Long::sum));
        this.thread = new ScheduledThreadPoolExecutor(
                1,
                task -> {
                    Thread made = new Thread(task, "webhook-journal");
                    made.setDaemon(true);
                    return made;
                },
                new ThreadPoolExecutor.DiscardPolicy()); // once it is closed
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
        properties.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, DELIVERY_TIMEOUT_MS);
        properties.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, REQUEST_TIMEOUT_MS);
        return properties;
    }

    /** Writes an attempt, if there is room. */
    public void add(WebhookAttempt attempt) {
        if (room.tryAcquire()) {
            RecordId log = new RecordId(CatalogTopic.WEBHOOK_ATTEMPTS, attempt.getPartnerId());
            thread.execute(() -> write(log, Optional.of(attempt), this::attemptEnded));
            return;
        }
        dropped.incrementAndGet();
        if (!overflowing) {
            overflowing = true;
            LOG.warn("attempts come faster than they can be written: some are missing from the log");
        }
    }

    private void attemptEnded(boolean written) {
        dropped.addAndGet(written ? 0 : 1);
        room.release();
        if (room.availablePermits() == MAX_ATTEMPTS) {
            overflowing = false;
        }
    }

    /** Writes how much is due, in place of what was written last about the same partner and partition. */
    public void publish(WebhookBacklog backlog) {
        put(CatalogTopic.WEBHOOK_BACKLOGS, key(backlog.getPartnerId(), backlog.getPartition()), backlog);
    }

    @Override
    public void publish(WebhookEndpoint record) {
        put(CatalogTopic.WEBHOOK_ENDPOINTS, key(record.getPartnerId(), record.getPartition()), record);
    }

    @Override
    public void delete(String partnerId, int partition) {
        put(CatalogTopic.WEBHOOK_ENDPOINTS, key(partnerId, partition), null);
    }

    private static String key(String partnerId, int partition) {
        return partnerId + "/" + partition;
    }

    private static String partnerId(String key) {
        int slash = key.lastIndexOf('/');
        return slash < 0 ? key : key.substring(0, slash);
    }

    /** The health of endpoints, to be added to an application and bound to it. */
    public GlobalTable<WebhookEndpoint> table() {
        return table;
    }

    @Override
    public int partitions() {
        return topics.partitions();
    }

    @Override
    public long version(String partnerId) {
        return versions.getOrDefault(partnerId, 0L);
    }

    @Override
    public @Nullable WebhookEndpoint of(String partnerId, int partition) {
        return table.get(key(partnerId, partition));
    }

    @Override
    public boolean isRecorded(String partnerId, int partition) {
        String key = key(partnerId, partition);
        return table.get(key) != null || table.isUnreadable(key);
    }

    @Override
    public Set<String> partnerIds() {
        return table.keys().stream().map(Journal::partnerId).collect(Collectors.toSet());
    }

    private void put(CatalogTopic topic, String key, @Nullable SpecificRecord record) {
        RecordId id = new RecordId(topic, key);
        if (newest.put(id, Optional.ofNullable(record)) == null) {
            thread.execute(() -> writeNewest(id));
        }
    }

    private void writeNewest(RecordId id) {
        Optional<SpecificRecord> record = Objects.requireNonNull(newest.get(id));
        write(id, record, written -> {
            if (!written || !newest.remove(id, record)) {
                thread.execute(() -> writeNewest(id));
            }
        });
    }

    /** May wait for as long as the brokers or the registry take. */
    @SuppressWarnings("FutureReturnValueIgnored") // the callback reports the same
    private void write(RecordId id, Optional<SpecificRecord> record, Consumer<Boolean> ended) {
        String topic = id.topic().name(topics.prefix());
        Consumer<@Nullable Exception> end = fault -> {
            note(id.topic(), fault);
            ended.accept(fault == null);
        };
        try {
            byte[] value = serializers
                    .computeIfAbsent(id.topic(), of -> new RecordSerializer<>(registry, of))
                    .serialize(topic, record.orElse(null));
            int partition = Partitioning.byKey(id.key(), topics.partitions());
            producer.send(
                    new ProducerRecord<>(topic, partition, id.key(), value), (metadata, fault) -> end.accept(fault));
        } catch (RuntimeException e) {
            end.accept(e);
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

    private void note(CatalogTopic topic, @Nullable Exception fault) {
        if (fault == null && failing) {
            failing = false;
            LOG.info(
                    "attempts and the state of endpoints can be written again; {} records of attempts were lost",
                    dropped.getAndSet(0));
        } else if (fault != null && !failing) {
            failing = true;
            LOG.warn(
                    "can't write {}; the log of attempts has a gap until this works again; deliveries continue: {}",
                    topic.baseName(),
                    fault.toString());
        }
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
