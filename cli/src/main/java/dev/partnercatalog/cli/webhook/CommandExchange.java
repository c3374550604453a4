package dev.partnercatalog.cli.webhook;

import dev.partnercatalog.cli.output.OperatorFault;
import dev.partnercatalog.cli.topic.BrokerAnswer;
import dev.partnercatalog.records.PartnerCommand;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.WebhookControl;
import dev.partnercatalog.runtime.unreadable.OwnRecords;
import dev.partnercatalog.schemas.fault.FaultWords;
import dev.partnercatalog.schemas.key.Partitioning;
import dev.partnercatalog.schemas.registry.RecordSerializer;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.registry.UnreadableRecordException;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Changes a partner's webhook by commands to the partner registry, whose outcome is the partner's next configuration. Not
 * thread-safe.
 */
final class CommandExchange {

    private static final Logger LOG = LoggerFactory.getLogger(CommandExchange.class);
    private static final Duration POLL = Duration.ofMillis(200);

    /** No configuration has this revision. */
    private static final long UNKNOWN = -1;

    private final OwnRecords<PartnerConfig> configs;
    private final RecordSerializer<PartnerCommand> serializer;
    private final String topic;
    private final int partitions;
    private final Consumer<String, byte[]> consumer;
    private final Producer<String, byte[]> producer;

    /** @param consumer of the topic of configurations; what it reads next follows what the caller knows */
    CommandExchange(
            String topicPrefix,
            SchemaRegistry registry,
            int partitions,
            Consumer<String, byte[]> consumer,
            Producer<String, byte[]> producer) {
        this.configs =
                new OwnRecords<>(CatalogTopic.PARTNER_CONFIGS, PartnerConfig.class, registry, topicPrefix, partitions);
        this.serializer = new RecordSerializer<>(registry, CatalogTopic.PARTNER_COMMANDS);
        this.topic = CatalogTopic.PARTNER_COMMANDS.name(topicPrefix);
        this.partitions = partitions;
        this.consumer = consumer;
        this.producer = producer;
    }

    /**
     * Returns the configuration that the change has made; null if the partner is gone meanwhile.
     *
     * @param known the partner's configuration; null if it can't be read, so that it has to be written anew first
     * @param change what is requested of the webhook then; asked again if another change came first
     * @throws OperatorFault if nothing follows in time, which doesn't mean that nothing was done
     */
    @Nullable
    PartnerConfig make(
            String partnerId,
            @Nullable PartnerConfig known,
            Function<PartnerConfig, WebhookControl> change,
            Duration patience) {
        long deadline = System.nanoTime() + patience.toNanos();
        try {
            PartnerConfig before = known == null ? writtenAnew(partnerId, deadline, patience) : known;
            while (before != null) {
                PartnerCommand command = PartnerCommand.newBuilder()
                        .setCommandId(UUID.randomUUID().toString())
                        .setPartnerId(partnerId)
                        .setMadeFrom(before.getRevision())
                        .setPartner(before.getPartner())
                        .setWebhookControl(change.apply(before))
                        .build();
                send(command);
                PartnerConfig after = next(command, deadline, patience);
                if (after != null && command.getCommandId().equals(after.getCommandId())) {
                    return after;
                }
                before = after;
            }
            return null;
        } catch (KafkaException e) {
            throw new OperatorFault("the command could not be exchanged with the brokers: " + FaultWords.of(e), e);
        }
    }

    /** The registry answers a command that was made from another configuration with the one that it has. */
    private @Nullable PartnerConfig writtenAnew(String partnerId, long deadline, Duration patience) {
        PartnerCommand asking = PartnerCommand.newBuilder()
                .setCommandId(UUID.randomUUID().toString())
                .setPartnerId(partnerId)
                .setMadeFrom(UNKNOWN)
                .setPartner(null)
                .setWebhookControl(WebhookControl.newBuilder().build())
                .build();
        send(asking);
        return next(asking, deadline, patience);
    }

    private void send(PartnerCommand command) {
        String partnerId = command.getPartnerId();
        byte[] value = serializer.serialize(topic, command);
        BrokerAnswer.await(
                "the command was not stored",
                () -> producer.send(new ProducerRecord<>(
                                topic, Partitioning.byKey(partnerId, partitions), partnerId, value))
                        .get());
    }

    /** The configuration that the command has made; if another change came first, the newest one. */
    private @Nullable PartnerConfig next(PartnerCommand command, long deadline, Duration patience) {
        while (System.nanoTime() < deadline) {
            Optional<ConsumerRecord<String, byte[]>> newest = Optional.empty();
            for (ConsumerRecord<String, byte[]> record : consumer.poll(POLL)) {
                if (!command.getPartnerId().equals(record.key())) {
                    continue;
                }
                newest = Optional.of(record);
                PartnerConfig config = config(record);
                if (config != null && command.getCommandId().equals(config.getCommandId())) {
                    return config;
                }
            }
            if (newest.isPresent()) {
                return config(newest.get());
            }
        }
        throw new OperatorFault("no answer within " + patience.toSeconds()
                + " s: is './catalog streams-app' running? The command is kept and carried out once it is");
    }

    /** Null if there is none, or it can't be read. */
    private @Nullable PartnerConfig config(ConsumerRecord<String, byte[]> record) {
        if (record.value() == null) {
            return null;
        }
        try {
            return configs.value(record.key(), record.value());
        } catch (UnreadableRecordException e) {
            LOG.debug("can't read the configuration at {}-{}", record.partition(), record.offset(), e);
            return null;
        }
    }
}
