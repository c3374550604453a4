package dev.partnercatalog.streams;

import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.LogReader;
import dev.partnercatalog.runtime.PeriodicTask;
import dev.partnercatalog.runtime.progress.ReadPositions;
import dev.partnercatalog.runtime.variant.LayerTopic;
import dev.partnercatalog.schemas.key.InvalidKeyException;
import dev.partnercatalog.schemas.key.ListingKey;
import dev.partnercatalog.schemas.key.Partitioning;
import dev.partnercatalog.schemas.topic.BrokerUnavailableException;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.streams.listing.TrackListings;
import dev.partnercatalog.streams.partner.PartnerRegistry;
import dev.partnercatalog.streams.sweep.Sweeps;
import dev.partnercatalog.streams.sweep.Sweeps.Place;
import dev.partnercatalog.streams.variant.ResolveVariants;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads for sweeps what upstream's topics hold. Thread-safe. */
final class UpstreamKeys implements Sweeps.Inputs, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(UpstreamKeys.class);
    private static final Duration INTERVAL = Duration.ofSeconds(5);

    /** By store the name of the repartitioning whose records change it. */
    private static final Map<String, String> UPDATES = Map.of(
            ResolveVariants.STORE, CatalogTopology.LAYERS,
            TrackListings.STORE, CatalogTopology.LISTINGS,
            PartnerRegistry.STORE, CatalogTopology.PARTNERS);

    private final KafkaSettings kafka;
    private final ReadPositions read;
    private final PeriodicTask marking;

    /** @param read how far the resolvers have read each partition, also of the topics between their steps */
    UpstreamKeys(KafkaSettings kafka, ReadPositions read, Sweeps sweeps) {
        this.kafka = kafka;
        this.read = read;
        this.marking = new PeriodicTask("sweep", INTERVAL, () -> mark(sweeps));
    }

    /** Lets the sweeps go on from now on. */
    void start() {
        marking.start();
    }

    private void mark(Sweeps sweeps) {
        try {
            sweeps.mark(this);
        } catch (BrokerUnavailableException e) {
            LOG.warn("what upstream deleted while streams-app was away can't be removed yet: {}", e.getMessage());
        }
    }

    /** Whether rows of a store come from a topic. The others are {@linkplain PassThroughSweep passed on}. */
    private static boolean areStored(CatalogTopic topic) {
        return topic == CatalogTopic.LISTINGS || topic == CatalogTopic.PARTNERS || LayerTopic.of(topic) != null;
    }

    /**
     * Passes on the row that a record accounts for.
     *
     * @param partitions of each store
     * @throws InvalidKeyException if it is none
     */
    static void row(CatalogTopic topic, String key, int partitions, BiConsumer<Place, String> receiver) {
        LayerTopic layer = LayerTopic.of(topic);
        if (layer != null) {
            ScopedVariant variant = layer.variant(key);
            int partition = Partitioning.byBarcode(variant.barcode(), partitions);
            receiver.accept(new Place(ResolveVariants.STORE, partition), ResolveVariants.row(layer, variant));
        } else if (topic == CatalogTopic.LISTINGS) {
            ListingKey listing = ListingKey.parse(key);
            int partition = Partitioning.byCompany(listing.companyId(), partitions);
            receiver.accept(new Place(TrackListings.STORE, partition), listing.encode());
        } else {
            int partition = Partitioning.byKey(key, partitions);
            receiver.accept(new Place(PartnerRegistry.STORE, partition), PartnerRegistry.row(key));
        }
    }

    @Override
    public long size() {
        return ask(logs -> logs.values().stream()
                .mapToLong(log -> sum(log.ends()) - sum(log.beginnings()))
                .sum());
    }

    private static long sum(Map<TopicPartition, Long> offsets) {
        return offsets.values().stream().mapToLong(offset -> offset).sum();
    }

    @Override
    public Predicate<Place> processed() {
        Instant asked = Instant.now();
        return task -> {
            Instant at = read.caughtUpTimes().get(new TopicPartition(updates(task.store()), task.partition()));
            return at != null && at.isAfter(asked);
        };
    }

    /** The topic between steps whose records change a store. */
    private String updates(String store) {
        String name = Objects.requireNonNull(UPDATES.get(store), "a store without updates");
        return kafka.applicationId(StreamsApp.NAME) + "-" + name + "-repartition";
    }

    @Override
    public void read(BiConsumer<Place, String> receiver) {
        ask(logs -> {
            logs.forEach((topic, log) -> {
                Map<TopicPartition, Long> ends = log.ends();
                log.read(log.beginnings(), ends, record -> read(topic, record, receiver));
                // What was compacted away just before it was read made room for one of these.
                log.read(ends, log.ends(), record -> read(topic, record, receiver));
            });
            return logs;
        });
    }

    private void read(CatalogTopic topic, ConsumerRecord<byte[], byte[]> record, BiConsumer<Place, String> receiver) {
        if (record.key() == null || record.value() == null) {
            return;
        }
        try {
            row(
                    topic,
                    new String(record.key(), StandardCharsets.UTF_8),
                    kafka.topics().partitions(),
                    receiver);
        } catch (InvalidKeyException e) {
            LOG.debug("a record of {} has no valid key, so no row comes from it", topic, e);
        }
    }

    private <T> T ask(Function<Map<CatalogTopic, LogReader>, T> question) {
        try (Consumer<byte[], byte[]> consumer = LogReader.consumer(kafka.properties())) {
            Map<CatalogTopic, LogReader> logs = new EnumMap<>(CatalogTopic.class);
            for (CatalogTopic topic : CatalogTopic.values()) {
                if (areStored(topic)) {
                    logs.put(
                            topic,
                            new LogReader(consumer, topic.name(kafka.topics().prefix())));
                }
            }
            return question.apply(logs);
        }
    }

    @Override
    public void close() {
        marking.close();
    }
}
