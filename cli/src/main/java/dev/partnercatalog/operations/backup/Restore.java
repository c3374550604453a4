package dev.partnercatalog.operations.backup;

import dev.partnercatalog.operations.OperatorFault;
import dev.partnercatalog.operations.topic.Brokers;
import dev.partnercatalog.operations.topic.ResolverProgress;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.runtime.unreadable.UnreadableRecord;
import dev.partnercatalog.schemas.key.Partitioning;
import dev.partnercatalog.schemas.registry.RecordSerializer;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.admin.Admin;
import org.jspecify.annotations.Nullable;

/**
 * Restores a backup in two steps. The first one is for the time before {@code streams-app} runs for the first time:
 * partners, clients and keys. The second one is for the time after {@code streams-app} has resolved what upstream
 * published, and before {@code webhook-sink} runs for the first time: what partners have. Nothing is written before the
 * whole backup has been verified and the topics found empty. Not thread-safe.
 */
public final class Restore {

    private static final String STREAMS_APP = "streams-app";
    private static final String WEBHOOK_SINK = "webhook-sink";

    private final Path file;
    private final MasterKey masterKey;
    private final SchemaRegistry registry;
    private final boolean startOver;

    /**
     * What was written.
     *
     * @param records number of records by the topic's full name
     * @param unreadable records of the catalog that were left out
     */
    public record Written(BackupManifest manifest, Map<String, Long> records, List<UnreadableRecord> unreadable) {

        public Written {
            records = Collections.unmodifiableMap(new TreeMap<>(records));
            unreadable = List.copyOf(unreadable);
        }
    }

    /**
     * Does nothing yet.
     *
     * @param masterKey the master key of the applications, under which the backup was made
     * @param startOver whether to delete first what the topics already contain
     */
    public Restore(Path file, MasterKey masterKey, SchemaRegistry registry, boolean startOver) {
        this.file = file;
        this.masterKey = masterKey;
        this.registry = registry;
        this.startOver = startOver;
    }

    /**
     * Checks the backup, as both steps do first.
     *
     * @throws OperatorFault if it can't be restored under this master key
     */
    public BackupManifest check() {
        return BackupContents.check(file, masterKey);
    }

    /**
     * The first step: creates missing topics, registers the schemas, and writes everything except what partners have.
     *
     * @param kafka settings with the number of partitions that the topics have or will have
     * @throws OperatorFault if the backup isn't intact, an application is running, topics aren't empty, or brokers
     *     refuse
     * @throws dev.partnercatalog.runtime.secret.SecretException if the topics belong to another master key
     * @throws dev.partnercatalog.schemas.topic.WrongTopicException if topics have a different number of partitions
     */
    public Written partners(KafkaSettings kafka) {
        BackupManifest manifest = check();
        Brokers brokers = new Brokers(kafka);
        requireKeyOfCatalog(brokers);
        String rows = BackupPart.PARTNERS.topic(kafka);
        Set<String> empty = Set.of(
                rows,
                brokers.nameOf(CatalogTopic.PARTNER_CONFIGS),
                brokers.nameOf(CatalogTopic.CLIENTS),
                brokers.nameOf(CatalogTopic.WEBHOOK_ENDPOINTS));
        try (Admin admin = Admin.create(kafka.properties())) {
            EmptyTopics topics = new EmptyTopics(admin, kafka);
            topics.requireStopped(STREAMS_APP);
            topics.requireStopped(WEBHOOK_SINK);
            if (startOver) {
                topics.delete(empty);
            }
            topics.requireEmpty(empty);
            registry.registerAll(kafka.topics().prefix());
            topics.makeCatalog();
            topics.makeChangelog(rows);
        }
        brokers.masterKey().establish(masterKey);
        try (BulkWriter writer = new BulkWriter(brokers)) {
            read(kafka, new BackupContents.Target() {
                private final Map<CatalogTopic, RecordSerializer<SpecificRecord>> serializers =
                        new EnumMap<>(CatalogTopic.class);

                @Override
                public void record(CatalogTopic table, String key, @Nullable SpecificRecord value) {
                    String topic = brokers.nameOf(table);
                    byte[] bytes = serializers
                            .computeIfAbsent(table, any -> new RecordSerializer<>(registry, any))
                            .serialize(topic, value);
                    writer.write(
                            topic,
                            Partitioning.byKey(key, kafka.topics().partitions()),
                            key.getBytes(StandardCharsets.UTF_8),
                            bytes);
                }

                @Override
                public void row(BackupPart store, int partition, byte[] key, byte @Nullable [] value) {
                    if (store == BackupPart.PARTNERS) {
                        writer.write(rows, partition, key, value);
                    }
                }
            });
            return new Written(manifest, writer.finish(), List.of());
        }
    }

    /**
     * The second step: waits until {@code streams-app} has resolved everything published so far, and writes what the
     * sink's stores must contain.
     *
     * @param found settings of the topics; the brokers are asked for the number of partitions
     * @param allowRemovals whether to write it even if a partner would be told to remove a large part of what it has
     * @param behind receives the number of records that {@code streams-app} has yet to resolve, again and again
     * @throws OperatorFault if the backup isn't intact, a sink is running or has run, {@code streams-app} makes no
     *     progress, a partner would be told to remove a large part of what it has, or brokers refuse
     */
    public Written held(KafkaSettings found, boolean allowRemovals, LongConsumer behind) {
        BackupManifest manifest = check();
        requireKeyOfCatalog(new Brokers(found));
        String rows = BackupPart.HELD.topic(found);
        List<UnreadableRecord> unreadable = new ArrayList<>();
        KafkaSettings kafka;
        try (Admin admin = Admin.create(found.properties())) {
            kafka = found.withPartitions(
                    EmptyTopics.partitions(admin, found.topics().prefix()));
            EmptyTopics topics = new EmptyTopics(admin, kafka);
            topics.requireStopped(WEBHOOK_SINK);
            if (startOver) {
                topics.delete(Set.of(rows));
            }
            topics.requireEmpty(Set.of(rows));
            new ResolverProgress(admin, kafka).awaitResolved(behind);
            new RemovalCheck(kafka, registry).requireFew(file, masterKey, allowRemovals, unreadable::add);
            topics.makeChangelog(rows);
        }
        try (BulkWriter writer = new BulkWriter(new Brokers(kafka))) {
            read(kafka, new BackupContents.Target() {
                @Override
                public void record(CatalogTopic table, String key, @Nullable SpecificRecord value) {}

                @Override
                public void row(BackupPart store, int partition, byte[] key, byte @Nullable [] value) {
                    if (store == BackupPart.HELD) {
                        writer.write(rows, partition, key, value);
                    }
                }
            });
            return new Written(manifest, writer.finish(), unreadable);
        }
    }

    /** A lost cluster has no topics yet, and so no key. */
    private void requireKeyOfCatalog(Brokers brokers) {
        if (brokers.exists(brokers.nameOf(CatalogTopic.MASTER_KEY))) {
            brokers.masterKey().require(masterKey);
        }
    }

    private void read(KafkaSettings kafka, BackupContents.Target target) {
        BackupReader.read(
                file, masterKey, new BackupContents(kafka.topics().partitions(), target, System.currentTimeMillis()));
    }
}
