package dev.partnercatalog.cli.backup;

import dev.partnercatalog.cli.backup.BackupFile.Entry;
import dev.partnercatalog.cli.backup.BackupFile.Kind;
import dev.partnercatalog.cli.topic.Brokers;
import dev.partnercatalog.cli.topic.RecordTopic;
import dev.partnercatalog.cli.topic.TableContents;
import dev.partnercatalog.records.Client;
import dev.partnercatalog.records.SigningKey;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.runtime.unreadable.UnreadableRecord;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;

/** Reads what a backup holds from the topics; the applications may keep running. */
final class Backup {

    private final KafkaSettings kafka;
    private final SchemaRegistry registry;
    private final List<Entry> entries = new ArrayList<>();
    private final List<UnreadableRecord> unreadable = new ArrayList<>();

    Backup(KafkaSettings kafka, SchemaRegistry registry) {
        this.kafka = kafka;
        this.registry = registry;
    }

    /**
     * Writes the file.
     *
     * @param masterKey the system's master key, which isn't in the file
     * @return the number of partners, clients and signing keys
     * @throws dev.partnercatalog.cli.output.OperatorFault if the brokers are unavailable, or the file can't be written
     * @throws dev.partnercatalog.runtime.secret.SecretException if the catalog was made with another master key
     */
    List<Entry> write(Path file, MasterKey masterKey) {
        Brokers brokers = new Brokers(kafka);
        brokers.partitionsOf(CatalogTopic.PARTNER_CONFIGS);
        brokers.masterKey().require(masterKey);
        read(Kind.SIGNING_KEY, CatalogTopic.SIGNING_KEYS, SigningKey.class);
        read(Kind.CLIENT, CatalogTopic.CLIENTS, Client.class);
        try (KeptPartners kept = new KeptPartners(kafka)) {
            kept.read();
            kept.partners().all().forEach((id, partner) -> entries.add(new Entry(Kind.PARTNER, id, partner)));
        }
        BackupFile.write(file, entries, masterKey);
        return entries;
    }

    /** The records that the backup lacks because they can't be read. */
    List<UnreadableRecord> unreadable() {
        return unreadable;
    }

    private <T extends SpecificRecord> void read(Kind kind, CatalogTopic topic, Class<T> type) {
        TableContents<T> contents = new RecordTopic<>(topic, type, kafka, registry).contents();
        contents.records().forEach((id, record) -> entries.add(new Entry(kind, id, record)));
        unreadable.addAll(contents.unreadable());
    }
}
