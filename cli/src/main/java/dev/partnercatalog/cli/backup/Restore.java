package dev.partnercatalog.cli.backup;

import dev.partnercatalog.cli.backup.BackupFile.Entry;
import dev.partnercatalog.cli.backup.BackupFile.Kind;
import dev.partnercatalog.cli.output.OperatorFault;
import dev.partnercatalog.cli.topic.BrokerAnswer;
import dev.partnercatalog.cli.topic.Brokers;
import dev.partnercatalog.cli.topic.RecordTopic;
import dev.partnercatalog.cli.topic.TableContents;
import dev.partnercatalog.records.Client;
import dev.partnercatalog.records.PartnerCommand;
import dev.partnercatalog.records.SavedPartner;
import dev.partnercatalog.records.SigningKey;
import dev.partnercatalog.records.WebhookControl;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.configuration.WebhookRequests;
import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.schemas.key.Partitioning;
import dev.partnercatalog.schemas.registry.RecordSerializer;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Future;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;

/**
 * Restores a backup: clients and signing keys are written to their topics, and the partner registry of
 * {@code streams-app} is sent each partner, since it alone writes them. What is there as the backup has it is left
 * alone, so a restore can be repeated.
 */
final class Restore {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final KafkaSettings kafka;
    private final SchemaRegistry registry;
    private final Brokers brokers;
    private final boolean replace;
    private final RecordSerializer<PartnerCommand> commands;
    private final Map<Kind, Integer> restored = new EnumMap<>(Kind.class);
    private final List<String> different = new ArrayList<>();
    private int partitions;

    /**
     * What became of the lines.
     *
     * @param restored how many are now as in the backup
     * @param different those that are there in another form, and stay so
     */
    record Result(Map<Kind, Integer> restored, List<String> different) {}

    /** @param replace whether what is there in another form is replaced */
    Restore(KafkaSettings kafka, SchemaRegistry registry, boolean replace) {
        this.kafka = kafka;
        this.registry = registry;
        this.brokers = new Brokers(kafka);
        this.replace = replace;
        this.commands = new RecordSerializer<>(registry, CatalogTopic.PARTNER_COMMANDS);
    }

    /**
     * Restores a file.
     *
     * @throws OperatorFault if the file is damaged or was made under another master key (then nothing is written), or the
     *     brokers or {@code streams-app} don't answer
     * @throws dev.partnercatalog.runtime.secret.SecretException if the catalog was made with another master key
     */
    Result run(Path file, MasterKey masterKey) {
        List<Entry> entries = BackupFile.read(file, masterKey);
        partitions = brokers.partitionsOf(CatalogTopic.PARTNER_COMMANDS);
        brokers.masterKey().establish(masterKey);
        write(entries, Kind.SIGNING_KEY, CatalogTopic.SIGNING_KEYS, SigningKey.class);
        write(entries, Kind.CLIENT, CatalogTopic.CLIENTS, Client.class);
        restore(entries.stream().filter(entry -> entry.kind() == Kind.PARTNER).toList());
        return new Result(restored, different);
    }

    private <T extends SpecificRecord> void write(List<Entry> entries, Kind kind, CatalogTopic name, Class<T> type) {
        RecordTopic<T> topic = new RecordTopic<>(name, type, kafka, registry);
        TableContents<T> there = topic.contents();
        for (Entry entry : entries) {
            if (entry.kind() != kind) {
                continue;
            }
            T now = there.records().get(entry.id());
            boolean isFree = now == null && there.unreadable(entry.id()).isEmpty();
            if (!entry.record().equals(now)) {
                if (!isFree && !replace) {
                    different(entry);
                    continue;
                }
                topic.put(entry.id(), type.cast(entry.record()));
            }
            restored.merge(kind, 1, Integer::sum);
        }
    }

    private void different(Entry entry) {
        different.add(entry.kind().plural() + ": " + entry.id());
    }

    /** Sends what the registry doesn't keep yet, and waits until it does, or somebody else has changed it. */
    private void restore(List<Entry> partners) {
        try (KeptPartners kept = new KeptPartners(kafka);
                Producer<String, byte[]> producer = brokers.producer()) {
            kept.read();
            Map<String, Entry> waiting = send(partners, kept, producer);
            long deadline = System.nanoTime() + PATIENCE.toNanos();
            while (!waiting.isEmpty()) {
                Set<String> written = kept.read();
                written.retainAll(waiting.keySet());
                if (!written.isEmpty()) {
                    waiting.putAll(send(written.stream().map(waiting::remove).toList(), kept, producer));
                    deadline = System.nanoTime() + PATIENCE.toNanos();
                } else if (System.nanoTime() > deadline) {
                    throw new OperatorFault("no answer within " + PATIENCE.toSeconds()
                            + " s: is './catalog streams-app' running? Once it is, run the command again");
                }
                BrokerAnswer.pause();
            }
        }
    }

    /** Returns the partners for which a command was sent. */
    private Map<String, Entry> send(List<Entry> partners, KeptPartners kept, Producer<String, byte[]> producer) {
        Map<String, Entry> sent = new LinkedHashMap<>();
        Map<String, Future<RecordMetadata>> stored = new LinkedHashMap<>();
        for (Entry entry : partners) {
            SavedPartner now = kept.partners().of(entry.id());
            SavedPartner saved = (SavedPartner) entry.record();
            WebhookControl control = WebhookRequests.adopt(now.getWebhookControl(), saved.getWebhookControl());
            boolean isUnknown = now.getPartner() == null
                    && now.getWebhookControl()
                            .equals(WebhookControl.newBuilder().build());
            if (control.equals(now.getWebhookControl()) && Objects.equals(saved.getPartner(), now.getPartner())) {
                restored.merge(Kind.PARTNER, 1, Integer::sum);
            } else if (!isUnknown && !replace) {
                different(entry);
            } else {
                PartnerCommand command = PartnerCommand.newBuilder()
                        .setCommandId(UUID.randomUUID().toString())
                        .setPartnerId(entry.id())
                        .setMadeFrom(now.getRevision())
                        .setPartner(saved.getPartner())
                        .setWebhookControl(control)
                        .setLaterThan(saved.getRevision())
                        .build();
                stored.put(entry.id(), send(command, producer));
                sent.put(entry.id(), entry);
            }
        }
        stored.forEach((id, future) -> BrokerAnswer.await("partner " + id + " was not stored", future::get));
        return sent;
    }

    private Future<RecordMetadata> send(PartnerCommand command, Producer<String, byte[]> producer) {
        String topic = brokers.nameOf(CatalogTopic.PARTNER_COMMANDS);
        int partition = Partitioning.byKey(command.getPartnerId(), partitions);
        return producer.send(
                new ProducerRecord<>(topic, partition, command.getPartnerId(), commands.serialize(topic, command)));
    }
}
