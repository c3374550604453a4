package dev.partnercatalog.operations.backup;

import dev.partnercatalog.operations.OperatorFault;
import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.runtime.store.SingleObjectSerde;
import dev.partnercatalog.schemas.fault.FaultWords;
import dev.partnercatalog.schemas.registry.ReleasedSchemas;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.streams.partner.RegistryRows;
import dev.partnercatalog.webhook.state.AcknowledgedRows;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/** Converts the content of a backup to records and rows, for a system with any number of partitions. Not thread-safe. */
final class BackupContents implements BackupReader.Visitor {

    /** Receives the records and rows. */
    interface Target {

        /** Receives a record of a table; null deletes it. */
        void record(CatalogTopic table, String key, @Nullable SpecificRecord value);

        /** Receives a row of a store. */
        void row(BackupPart store, int partition, byte[] key, byte @Nullable [] value);
    }

    private static final Target NOWHERE = new Target() {
        @Override
        public void record(CatalogTopic table, String key, @Nullable SpecificRecord value) {}

        @Override
        public void row(BackupPart store, int partition, byte[] key, byte @Nullable [] value) {}
    };

    private final Target target;
    private final AcknowledgedRows held;
    private final RegistryRows registry;
    private final Map<CatalogTopic, SingleObjectSerde<?>> readers = new EnumMap<>(CatalogTopic.class);
    private final long now;
    private int heldPartition = -1;

    /**
     * Starts empty.
     *
     * @param partitions number of partitions of the target system
     * @param now the time in milliseconds since 1970
     */
    BackupContents(int partitions, Target target, long now) {
        this.target = target;
        this.now = now;
        held = new AcknowledgedRows(
                partitions, (partition, key, value) -> target.row(BackupPart.HELD, partition, key, value));
        registry = new RegistryRows(
                partitions, (partition, key, value) -> target.row(BackupPart.PARTNERS, partition, key, value));
    }

    /**
     * Reads a whole backup and each record in it, and keeps nothing.
     *
     * @param masterKey the key under which it was made; null skips this check
     * @throws OperatorFault if anything is wrong with it
     */
    static BackupManifest check(Path file, @Nullable MasterKey masterKey) {
        BackupContents contents = new BackupContents(1, NOWHERE, 0);
        return BackupReader.read(file, masterKey, new BackupReader.Visitor() {
            @Override
            public void record(BackupPart part, int partition, byte[] key, byte @Nullable [] value) {
                try {
                    contents.record(part, partition, key, value);
                } catch (RuntimeException e) {
                    // Whatever its bytes do to the code that reads them: the file is at fault.
                    throw new OperatorFault(
                            file + " is not a usable backup: a record of " + part.title()
                                    + " can't be read by this version of the program: " + FaultWords.of(e),
                            e);
                }
            }
        });
    }

    @Override
    public void record(BackupPart part, int partition, byte[] key, byte @Nullable [] value) {
        CatalogTopic table = part.table();
        if (table != null) {
            target.record(table, new String(key, StandardCharsets.UTF_8), value == null ? null : read(table, value));
        } else if (part == BackupPart.HELD) {
            if (partition != heldPartition) {
                held.endPartition();
                heldPartition = partition;
            }
            held.accept(key, value);
        } else {
            registry.accept(key, value);
        }
    }

    @Override
    public void ended(BackupPart part) {
        if (part == BackupPart.HELD) {
            held.endPartition();
            held.end(now);
        } else if (part == BackupPart.PARTNERS) {
            registry.configs()
                    .forEach((partnerId, config) -> target.record(CatalogTopic.PARTNER_CONFIGS, partnerId, config));
            registry.end();
        }
    }

    private SpecificRecord read(CatalogTopic table, byte[] value) {
        return (SpecificRecord)
                readers.computeIfAbsent(table, BackupContents::serde).decode(value);
    }

    /** The form of a table's records in a backup: it needs no registry. */
    static SingleObjectSerde<?> serde(CatalogTopic table) {
        return new SingleObjectSerde<>(table.valueType(), ReleasedSchemas.of(table));
    }
}
