package dev.partnercatalog.operations.partitions;

import dev.partnercatalog.operations.OperatorFault;
import dev.partnercatalog.operations.topic.BrokerAnswer;
import dev.partnercatalog.operations.topic.Brokers;
import dev.partnercatalog.operations.topic.ClusterState;
import dev.partnercatalog.operations.topic.RecordTime;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.TopicAdmin;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.utils.Utils;

/**
 * Copies what upstream publishes into the topics of another prefix, each record once and unchanged, and keeps following
 * what is published meanwhile. Its position is committed together with what it has written, so it may be killed and
 * restarted at any time; a second instance takes over from the first. The partition of a copy follows from its key.
 *
 * <p>Events of partners wait until the partners themselves have been moved: their earlier events would undo what
 * partners have changed since. Not thread-safe.
 */
public final class InputCopy implements AutoCloseable {

    /** The most records left while it counts as caught up: under load there is always something left. */
    private static final long FEW = 1_000;

    private static final Duration POLL = Duration.ofMillis(200);
    private static final byte MAGIC = 0;
    private static final int HEADER = 1 + Integer.BYTES;
    private static final List<CatalogTopic> INPUTS =
            Arrays.stream(CatalogTopic.values()).filter(CatalogTopic::isInput).toList();

    private final KafkaSettings from;
    private final KafkaSettings to;
    private final Brokers source;
    private final String group;
    private final PartnersMove partners;
    private final Map<String, Schemas> schemas = new HashMap<>();
    private final Consumer<byte[], byte[]> consumer;
    private final Producer<byte[], byte[]> producer;
    private final List<TopicPartition> assigned = new ArrayList<>();

    /** The copies that held anything when this began. */
    private final List<String> filled;

    private Map<TopicPartition, Long> goal = Map.of();

    /**
     * The progress of the copy.
     *
     * @param left number of published records that aren't copied yet
     * @param caughtUp whether everything is copied that was published when this was last true, or when copying began,
     *     and only a few later records are left
     */
    public record Progress(long left, boolean caughtUp) {}

    /** The schemas of a topic's records that are known to be registered for the copy too. */
    private static final class Schemas {

        private final Supplier<Set<Integer>> copies;
        private Set<Integer> known;

        Schemas(Supplier<Set<Integer>> copies) {
            this.copies = copies;
            this.known = copies.get();
        }

        void require(byte[] value) {
            if (value.length < HEADER || value[0] != MAGIC) {
                return; // It is not a valid record, in the copy either.
            }
            if (!known.contains(ByteBuffer.wrap(value, 1, Integer.BYTES).getInt())) {
                known = copies.get();
            }
        }
    }

    /**
     * Creates the topics that are missing, and continues where it stopped, if it ever ran. What it copied to topics that
     * were deleted since, it copies once more.
     *
     * @param from the settings of upstream's topics
     * @param to another prefix on the same cluster, with the number of partitions for its topics
     * @throws OperatorFault if topics of {@code from} are missing, topics of {@code to} hold what wasn't copied, or
     *     brokers refuse
     * @throws dev.partnercatalog.schemas.topic.WrongTopicException if topics of {@code to} have a different number of
     *     partitions
     */
    public InputCopy(KafkaSettings from, KafkaSettings to, SchemaRegistry registry) {
        this.from = from;
        this.to = to;
        this.source = new Brokers(from);
        this.group = to.applicationId("repartition");
        INPUTS.forEach(source::partitionsOf);
        registry.registerAll(to.topics().prefix());
        try (Admin admin = Admin.create(to.properties())) {
            new TopicAdmin(admin, to.topics()).createAndCheck();
            filled = BrokerAnswer.await(
                    "can't find out whether the topics are empty",
                    () -> new ClusterState(admin, false)
                            .filled(INPUTS.stream().map(this::copyOf).toList()));
        }
        for (CatalogTopic topic : INPUTS) {
            String name = topic.name(from.topics().prefix());
            schemas.put(name, new Schemas(registry.copiedVersions(name, copyOf(topic))));
        }
        partners = new PartnersMove(from, to, source);
        consumer = source.bytesConsumer(group);
        producer = source.transactions(group);
        try {
            producer.initTransactions();
            requireOwn();
            INPUTS.stream().filter(topic -> topic != CatalogTopic.PARTNERS).forEach(topic -> assign(topic, Map.of()));
            // From now on, what the copies hold is known to be copied.
            commit(List.of());
        } catch (KafkaException e) {
            close();
            throw fault(e);
        } catch (OperatorFault e) {
            close();
            throw e;
        }
    }

    private void requireOwn() {
        List<String> others = INPUTS.stream()
                .filter(topic -> filled.contains(copyOf(topic))
                        && committed(partitions(topic)).isEmpty())
                .map(this::copyOf)
                .toList();
        if (!others.isEmpty()) {
            throw new OperatorFault(String.join(", ", others) + (others.size() == 1 ? " holds" : " hold")
                    + " records, and no recorded position says that they were copied from here. Brokers forget positions"
                    + " after offsets.retention.minutes. Delete these topics if they are an old copy, or choose another"
                    + " prefix");
        }
    }

    private String copyOf(CatalogTopic topic) {
        return topic.name(to.topics().prefix());
    }

    private List<TopicPartition> partitions(CatalogTopic topic) {
        return IntStream.range(0, source.partitionsOf(topic))
                .mapToObj(partition -> new TopicPartition(source.nameOf(topic), partition))
                .toList();
    }

    /** Where copying continues; without the partitions of which nothing was copied yet. */
    private Map<TopicPartition, Long> committed(List<TopicPartition> partitions) {
        Map<TopicPartition, Long> positions = new HashMap<>();
        consumer.committed(Set.copyOf(partitions)).forEach((partition, at) -> {
            if (at != null) {
                positions.put(partition, at.offset());
            }
        });
        return positions;
    }

    private void assign(CatalogTopic topic, Map<TopicPartition, Long> beginnings) {
        List<TopicPartition> added = partitions(topic);
        Map<TopicPartition, Long> committed = filled.contains(copyOf(topic)) ? committed(added) : Map.of();
        Map<TopicPartition, Long> earliest = consumer.beginningOffsets(added);
        Map<TopicPartition, Long> positions = new HashMap<>();
        assigned.forEach(partition -> positions.put(partition, consumer.position(partition)));
        for (TopicPartition partition : added) {
            long first = Math.max(earliest.getOrDefault(partition, 0L), beginnings.getOrDefault(partition, 0L));
            positions.put(partition, Math.max(committed.getOrDefault(partition, 0L), first));
        }
        assigned.addAll(added);
        consumer.assign(assigned);
        positions.forEach(consumer::seek);
    }

    /** Copies some of what is left, or waits a moment for more. */
    public Progress copySome() {
        try {
            if (!arePartnersFollowed() && partners.areMoved()) {
                assign(CatalogTopic.PARTNERS, partners.resolvedTo());
                commit(List.of());
            }
            ConsumerRecords<byte[], byte[]> records = consumer.poll(POLL);
            if (!records.isEmpty()) {
                List<ProducerRecord<byte[], byte[]>> copies = new ArrayList<>();
                records.forEach(record -> copies.add(copy(record)));
                commit(copies);
            }
            return progress();
        } catch (KafkaException e) {
            throw fault(e);
        }
    }

    private void commit(List<ProducerRecord<byte[], byte[]>> copies) {
        producer.beginTransaction();
        copies.forEach(copy -> {
            var unused = producer.send(copy);
        });
        producer.sendOffsetsToTransaction(
                assigned.stream()
                        .collect(Collectors.toMap(
                                partition -> partition,
                                partition -> new OffsetAndMetadata(consumer.position(partition)))),
                consumer.groupMetadata());
        producer.commitTransaction();
    }

    private ProducerRecord<byte[], byte[]> copy(ConsumerRecord<byte[], byte[]> record) {
        Schemas ofTopic = schemas.get(record.topic());
        if (ofTopic != null && record.value() != null) {
            ofTopic.require(record.value());
        }
        String topic = to.topics().prefix()
                + record.topic().substring(from.topics().prefix().length());
        return copy(record, topic, to.topics().partitions());
    }

    /** A record as it is written to another topic, with this number of partitions. */
    static ProducerRecord<byte[], byte[]> copy(ConsumerRecord<byte[], byte[]> record, String topic, int partitions) {
        byte[] key = record.key();
        int partition = key == null ? 0 : Utils.toPositive(Utils.murmur2(key)) % partitions;
        return new ProducerRecord<>(
                topic, partition, RecordTime.again(record.timestamp()), key, record.value(), record.headers());
    }

    private Progress progress() {
        Map<TopicPartition, Long> ends = consumer.endOffsets(assigned);
        long left = left(ends);
        boolean reached = !goal.isEmpty() && left(goal) == 0;
        if (goal.isEmpty() || reached) {
            goal = ends;
        }
        return new Progress(left, reached && left <= FEW);
    }

    private long left(Map<TopicPartition, Long> ends) {
        return ends.entrySet().stream()
                .mapToLong(end -> Math.max(0, end.getValue() - consumer.position(end.getKey())))
                .sum();
    }

    /** Whether partners have been moved, so that their events are copied too. */
    public boolean arePartnersFollowed() {
        return assigned.stream().anyMatch(partition -> partition.topic().equals(source.nameOf(CatalogTopic.PARTNERS)));
    }

    /**
     * Compares each topic that is copied completely with its copy, up to where it has been copied; nothing is copied
     * meanwhile.
     */
    public List<ComparedTopic> compare() {
        Map<TopicPartition, Long> copied = new HashMap<>();
        assigned.forEach(partition -> copied.put(partition, consumer.position(partition)));
        InputComparison comparison = new InputComparison(source);
        return INPUTS.stream()
                .filter(topic -> topic != CatalogTopic.PARTNERS)
                .map(topic -> comparison.compare(topic, topic.name(from.topics().prefix()), copyOf(topic), copied))
                .toList();
    }

    private static OperatorFault fault(KafkaException e) {
        return e instanceof ProducerFencedException
                ? new OperatorFault("another process copies to the same prefix, so this one ends", e)
                : new OperatorFault("copying was interrupted: " + e.getMessage() + ". Start it again to continue", e);
    }

    @Override
    public void close() {
        try (consumer) {
            producer.close(Duration.ofSeconds(5));
        }
    }
}
