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
import dev.partnercatalog.records.PartnerCommandResult;
import dev.partnercatalog.records.RestorePartner;
import dev.partnercatalog.records.SigningKey;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.runtime.unreadable.OwnRecords;
import dev.partnercatalog.schemas.key.Partitioning;
import dev.partnercatalog.schemas.registry.RecordSerializer;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.registry.UnreadableRecordException;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * Restores a backup: clients and signing keys are written to their topics, and the partner registry of
 * {@code streams-app} is asked for each partner, since it alone writes them. What is there as the backup has it is left
 * alone, so a restore can be repeated.
 */
final class Restore {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration POLL = Duration.ofMillis(200);

    /** Configurations may have megabytes, and all of them are in memory while their answers are awaited. */
    private static final int AT_ONCE = 100;

    private final KafkaSettings kafka;
    private final SchemaRegistry registry;
    private final Brokers brokers;
    private final boolean replace;
    private final Map<Kind, Integer> restored = new EnumMap<>(Kind.class);
    private final List<String> different = new ArrayList<>();

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
        brokers.partitionsOf(CatalogTopic.PARTNER_COMMANDS);
        brokers.masterKey().establish(masterKey);
        write(entries, Kind.SIGNING_KEY, CatalogTopic.SIGNING_KEYS, SigningKey.class);
        write(entries, Kind.CLIENT, CatalogTopic.CLIENTS, Client.class);
        List<Entry> partners =
                entries.stream().filter(entry -> entry.kind() == Kind.PARTNER).toList();
        for (int from = 0; from < partners.size(); from += AT_ONCE) {
            ask(partners.subList(from, Math.min(partners.size(), from + AT_ONCE)));
        }
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

    /** Asks the registry for some partners, and waits for its answers. */
    private void ask(List<Entry> partners) {
        Map<String, Entry> waiting = new HashMap<>();
        int count = brokers.partitionsOf(CatalogTopic.PARTNER_COMMANDS);
        String results = brokers.nameOf(CatalogTopic.PARTNER_COMMAND_RESULTS);
        List<TopicPartition> answers = IntStream.range(0, count)
                .mapToObj(partition -> new TopicPartition(results, partition))
                .toList();
        try (Consumer<String, byte[]> consumer = brokers.consumer()) {
            consumer.assign(answers);
            consumer.seekToEnd(answers);
            // The ends must be known before a command is stored, or its result could precede them.
            answers.forEach(consumer::position);
            send(partners, count, waiting);
            await(consumer, count, waiting);
        }
    }

    private void send(List<Entry> partners, int count, Map<String, Entry> waiting) {
        String commands = brokers.nameOf(CatalogTopic.PARTNER_COMMANDS);
        RecordSerializer<PartnerCommand> serializer = new RecordSerializer<>(registry, CatalogTopic.PARTNER_COMMANDS);
        try (Producer<String, byte[]> producer = brokers.producer()) {
            for (Entry partner : partners) {
                String id = UUID.randomUUID().toString();
                RestorePartner change = RestorePartner.newBuilder((RestorePartner) partner.record())
                        .setReplace(replace)
                        .build();
                PartnerCommand command = PartnerCommand.newBuilder()
                        .setCommandId(id)
                        .setPartnerId(partner.id())
                        .setChange(change)
                        .build();
                ProducerRecord<String, byte[]> record = new ProducerRecord<>(
                        commands,
                        Partitioning.byKey(partner.id(), count),
                        partner.id(),
                        serializer.serialize(commands, command));
                BrokerAnswer.await(
                        "partner " + partner.id() + " was not stored",
                        () -> producer.send(record).get());
                waiting.put(id, partner);
            }
        }
    }

    private void await(Consumer<String, byte[]> consumer, int count, Map<String, Entry> waiting) {
        OwnRecords<PartnerCommandResult> reader = new OwnRecords<>(
                CatalogTopic.PARTNER_COMMAND_RESULTS,
                PartnerCommandResult.class,
                registry,
                kafka.topics().prefix(),
                count);
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!waiting.isEmpty()) {
            for (ConsumerRecord<String, byte[]> answer : consumer.poll(POLL)) {
                take(reader, answer, waiting);
                deadline = System.nanoTime() + PATIENCE.toNanos();
            }
            if (System.nanoTime() > deadline) {
                throw new OperatorFault("no answer within " + PATIENCE.toSeconds()
                        + " s: is './catalog streams-app' running? Once it is, run the command again");
            }
        }
    }

    private void take(
            OwnRecords<PartnerCommandResult> reader,
            ConsumerRecord<String, byte[]> answer,
            Map<String, Entry> waiting) {
        if (answer.value() == null) {
            return;
        }
        PartnerCommandResult result;
        try {
            result = reader.value(answer.key(), answer.value());
        } catch (UnreadableRecordException e) {
            return; // The answer to somebody else's command.
        }
        Entry partner = waiting.remove(result.getCommandId());
        if (partner == null) {
            return;
        }
        if (result.getRefusal() == null) {
            restored.merge(Kind.PARTNER, 1, Integer::sum);
        } else {
            different(partner);
        }
    }
}
