package dev.partnercatalog.streams;

import dev.partnercatalog.records.LayerUpdate;
import dev.partnercatalog.records.ListingUpdate;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.store.SingleObjectSerde;
import dev.partnercatalog.runtime.topic.LogReader;
import dev.partnercatalog.schemas.fault.FaultWords;
import dev.partnercatalog.schemas.key.Partitioning;
import dev.partnercatalog.schemas.topic.BrokerUnavailableException;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.streams.input.EventReader;
import dev.partnercatalog.streams.input.InputEvent.LayerEvent;
import dev.partnercatalog.streams.input.InputKey;
import dev.partnercatalog.streams.listing.TrackListings;
import dev.partnercatalog.streams.partner.PartnerRegistry;
import dev.partnercatalog.streams.variant.ResolveVariants;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.function.BiConsumer;
import org.apache.avro.SchemaNormalization;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes what upstream deleted while all resolvers were away (D38): all that the resolvers hold of records that the
 * inputs no longer have. A deletion is written where the resolver's first step writes a tombstone of upstream's, so it has
 * all effects of one. For one thread, before the resolver starts.
 *
 * <p>The deletions are written in a transaction, and only then what was published meanwhile is read. If it has one of their
 * keys, the transaction is aborted, and all is done again. What is published later is also passed on later, whichever
 * instance does that.
 */
final class AbsenceSweep implements AutoCloseable {

    /** The key of the note in {@code inputs-read} that says after which absence this was done last. */
    static final String NOTE = "swept";

    private static final Logger LOG = LoggerFactory.getLogger(AbsenceSweep.class);

    /** In one transaction; what is left is found by reading everything again. */
    private static final int DELETED_AT_ONCE = 100_000;

    /** The inputs' records may take an eighth of the heap, with 8 bytes for each. */
    private static final long HEAP_PER_RECORD = 64;

    private static final SingleObjectSerde<LayerUpdate> LAYERS = new SingleObjectSerde<>(LayerUpdate.class);
    private static final SingleObjectSerde<ListingUpdate> LISTINGS = new SingleObjectSerde<>(ListingUpdate.class);

    private final KafkaSettings kafka;
    private final Consumer<byte[], byte[]> consumer;
    private final Producer<byte[], byte[]> producer;

    /** The fingerprints of the inputs' records. If there are too many, all is done for some of them at a time. */
    private final long[] published =
            new long[(int) Math.min(1 << 30, Runtime.getRuntime().maxMemory() / HEAP_PER_RECORD)];

    private int count;

    private int slices = 1;
    private int slice;
    private boolean isMore;

    AbsenceSweep(KafkaSettings kafka, Consumer<byte[], byte[]> consumer, Producer<byte[], byte[]> producer) {
        this.kafka = kafka;
        this.consumer = consumer;
        this.producer = producer;
    }

    /**
     * Deletes it, and notes that.
     *
     * @throws BrokerUnavailableException if the brokers don't answer
     */
    static void sweep(KafkaSettings kafka, String absence) {
        Properties writing = kafka.properties();
        writing.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, kafka.applicationId(StreamsApp.NAME) + "-" + NOTE);
        try (AbsenceSweep sweep = new AbsenceSweep(
                kafka,
                LogReader.consumer(kafka.properties()),
                new KafkaProducer<>(writing, new ByteArraySerializer(), new ByteArraySerializer()))) {
            sweep.run(absence);
        } catch (ProducerFencedException e) {
            // Another instance has begun, and does the same.
        } catch (KafkaException e) {
            throw new BrokerUnavailableException(
                    "what upstream deleted meanwhile can't be removed: " + FaultWords.of(e), e);
        }
    }

    void run(String absence) {
        producer.initTransactions();
        while (slice < slices) {
            Map<CatalogTopic, Map<TopicPartition, Long>> ends = readInputs();
            if (count > published.length) {
                slices *= 2 + count / published.length;
                slice = 0;
            } else {
                delete(ends, absence);
            }
        }
    }

    /** Reads which records the inputs have; returns how far. */
    private Map<CatalogTopic, Map<TopicPartition, Long>> readInputs() {
        count = 0;
        Map<CatalogTopic, Map<TopicPartition, Long>> read = new EnumMap<>(CatalogTopic.class);
        for (CatalogTopic topic : CatalogTopic.values()) {
            if (topic.isInput()) {
                LogReader log = new LogReader(consumer, name(topic));
                Map<TopicPartition, Long> ends = log.ends();
                read.put(topic, ends);
                log.read(log.beginnings(), ends, record -> {
                    InputKey key = published(topic, record);
                    if (key != null && isInSlice(key) && count++ < published.length) {
                        published[count - 1] = fingerprint(key);
                    }
                });
            }
        }
        Arrays.sort(published, 0, Math.min(count, published.length));
        return read;
    }

    private static @Nullable InputKey published(CatalogTopic topic, ConsumerRecord<byte[], byte[]> record) {
        return record.key() == null || record.value() == null ? null : new InputKey(topic, text(record.key()));
    }

    private boolean isInSlice(InputKey key) {
        return Math.floorMod(fingerprint(key), slices) == slice;
    }

    private static long fingerprint(InputKey key) {
        return SchemaNormalization.fingerprint64(bytes(key.topic() + "/" + key.key()));
    }

    /** @param read how far the inputs were read */
    private void delete(Map<CatalogTopic, Map<TopicPartition, Long>> read, String absence) {
        Map<InputKey, ProducerRecord<byte[], byte[]>> gone = gone();
        producer.beginTransaction();
        gone.values().forEach(this::send);
        if (!isMore && slice == slices - 1) {
            send(new ProducerRecord<>(name(CatalogTopic.INPUTS_READ), 0, bytes(NOTE), bytes(absence)));
        }
        producer.flush();
        Set<InputKey> republished = new HashSet<>();
        read.forEach((topic, ends) -> {
            LogReader log = new LogReader(consumer, name(topic));
            log.read(ends, log.ends(), record -> {
                InputKey key = published(topic, record);
                if (key != null && gone.containsKey(key)) {
                    republished.add(key);
                }
            });
        });
        if (!republished.isEmpty()) {
            producer.abortTransaction();
            return;
        }
        producer.commitTransaction();
        LOG.info("deleted what was held of {} records that upstream deleted meanwhile", gone.size());
        if (!isMore) {
            slice++;
        }
    }

    /** The deletions of what is held of records that the inputs don't have. */
    private Map<InputKey, ProducerRecord<byte[], byte[]>> gone() {
        isMore = false;
        Map<InputKey, ProducerRecord<byte[], byte[]>> gone = new HashMap<>();
        // First what waits between the steps: another instance may apply it to its stores meanwhile.
        read(repartition(CatalogTopology.LAYERS), (barcode, update) -> {
            if (update != null) {
                hold(gone, ResolveVariants.input(barcode, LAYERS.decode(update)), update);
            }
        });
        read(
                repartition(CatalogTopology.LISTINGS),
                (key, listing) -> hold(gone, new InputKey(CatalogTopic.LISTINGS, key), listing));
        read(
                repartition(CatalogTopology.PARTNERS),
                (id, partner) -> hold(gone, new InputKey(CatalogTopic.PARTNERS, id), partner));
        Map<InputKey, ProducerRecord<byte[], byte[]>> waiting = Map.copyOf(gone);
        read(changelog(ResolveVariants.STORE), (row, layer) -> hold(gone, ResolveVariants.input(row), layer));
        read(changelog(TrackListings.STORE), (row, listing) -> hold(gone, TrackListings.input(row), listing));
        Set<InputKey> restored = new HashSet<>();
        read(changelog(PartnerRegistry.STORE), (row, value) -> {
            hold(gone, PartnerRegistry.input(row), value);
            InputKey partner = PartnerRegistry.restored(row);
            if (partner != null && value == null) {
                restored.remove(partner);
            } else if (partner != null) {
                restored.add(partner);
            }
        });
        read(
                name(CatalogTopic.COMPANY_DIRECTORY),
                (key, company) -> hold(gone, new InputKey(CatalogTopic.COMPANIES, key), company));
        read(name(CatalogTopic.SCOPE_CONFIGS), (key, config) -> {
            boolean isOfCompany = key.indexOf('/') == key.lastIndexOf('/');
            CatalogTopic topic = isOfCompany ? CatalogTopic.COMPANY_CONFIGS : CatalogTopic.LOCATION_CONFIGS;
            hold(gone, new InputKey(topic, key), config);
        });
        gone.putAll(waiting);
        gone.keySet().removeAll(restored);
        return gone;
    }

    /** @param value null if it is held no more */
    private void hold(
            Map<InputKey, ProducerRecord<byte[], byte[]>> gone, @Nullable InputKey key, byte @Nullable [] value) {
        if (key != null && value == null) {
            gone.remove(key);
        } else if (key != null
                && isInSlice(key)
                && Arrays.binarySearch(published, 0, count, fingerprint(key)) < 0
                && !gone.containsKey(key)) {
            if (gone.size() < DELETED_AT_ONCE) {
                gone.put(key, deletion(key));
            } else {
                isMore = true;
            }
        }
    }

    /** What the resolver's first step makes of a tombstone. */
    private ProducerRecord<byte[], byte[]> deletion(InputKey key) {
        return switch (key.topic()) {
            case LISTINGS ->
                deletion(
                        repartition(CatalogTopology.LISTINGS),
                        key.key(),
                        LISTINGS.encode(ListingUpdate.newBuilder().build()));
            case PARTNERS -> deletion(repartition(CatalogTopology.PARTNERS), key.key(), null);
            case COMPANIES -> deletion(name(CatalogTopic.COMPANY_DIRECTORY), key.key(), null);
            case COMPANY_CONFIGS, LOCATION_CONFIGS -> deletion(name(CatalogTopic.SCOPE_CONFIGS), key.key(), null);
            default -> {
                LayerEvent layer = EventReader.layer(key, null);
                yield deletion(repartition(CatalogTopology.LAYERS), layer.barcode(), LAYERS.encode(layer.update()));
            }
        };
    }

    @SuppressWarnings("NullAway") // Kafka's contract: null values are tombstones
    private ProducerRecord<byte[], byte[]> deletion(String topic, String key, byte @Nullable [] value) {
        int partitions = kafka.topics().partitions();
        int partition = topic.equals(repartition(CatalogTopology.LISTINGS))
                ? CatalogTopology.byCompany(key, partitions)
                : Partitioning.byKey(key, partitions);
        return new ProducerRecord<>(topic, partition, bytes(key), value);
    }

    private void send(ProducerRecord<byte[], byte[]> record) {
        var unused = producer.send(record);
    }

    /** Passes on each record of one of our topics. One that can't be read can't be used by the resolver, either. */
    private void read(String topic, BiConsumer<String, byte @Nullable []> action) {
        LogReader log = new LogReader(consumer, topic);
        log.read(log.beginnings(), log.ends(), record -> {
            try {
                action.accept(text(record.key()), record.value());
            } catch (RuntimeException e) {
                LOG.debug("a record of {} can't be read", topic, e);
            }
        });
    }

    private String name(CatalogTopic topic) {
        return topic.name(kafka.topics().prefix());
    }

    private String repartition(String name) {
        return kafka.applicationId(StreamsApp.NAME) + "-" + name + "-repartition";
    }

    private String changelog(String store) {
        return StreamsApp.changelog(kafka, store);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        consumer.close();
        producer.close();
    }
}
