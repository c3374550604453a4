package dev.partnercatalog.cli.webhook;

import dev.partnercatalog.cli.output.OperatorFault;
import dev.partnercatalog.cli.topic.BrokerAnswer;
import dev.partnercatalog.records.PartnerCommand;
import dev.partnercatalog.records.PartnerCommandResult;
import dev.partnercatalog.runtime.unreadable.OwnRecords;
import dev.partnercatalog.schemas.fault.FaultWords;
import dev.partnercatalog.schemas.key.Partitioning;
import dev.partnercatalog.schemas.registry.RecordSerializer;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.registry.UnreadableRecordException;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends a command to the partner registry and waits for its result. Not thread-safe. */
final class CommandExchange {

    private static final Logger LOG = LoggerFactory.getLogger(CommandExchange.class);
    private static final Duration POLL = Duration.ofMillis(200);

    private final String topicPrefix;
    private final String commands;
    private final String results;
    private final SchemaRegistry registry;
    private final int partitions;
    private final Consumer<String, byte[]> consumer;
    private final Producer<String, byte[]> producer;

    /** @param consumer a consumer without a group; its previous assignment is dropped */
    CommandExchange(
            String topicPrefix,
            SchemaRegistry registry,
            int partitions,
            Consumer<String, byte[]> consumer,
            Producer<String, byte[]> producer) {
        this.topicPrefix = topicPrefix;
        this.commands = CatalogTopic.PARTNER_COMMANDS.name(topicPrefix);
        this.results = CatalogTopic.PARTNER_COMMAND_RESULTS.name(topicPrefix);
        this.registry = registry;
        this.partitions = partitions;
        this.consumer = consumer;
        this.producer = producer;
    }

    /**
     * Returns the result; throws {@link OperatorFault} if none arrives in time, which doesn't mean that nothing was
     * done.
     */
    PartnerCommandResult ask(PartnerCommand command, Duration patience) {
        int partition = Partitioning.byKey(command.getPartnerId(), partitions);
        TopicPartition answers = new TopicPartition(results, partition);
        try {
            consumer.assign(List.of(answers));
            consumer.seekToEnd(List.of(answers));
            // The end of the topic must be known before the command is stored, or its result could precede it.
            consumer.position(answers);
            send(command, partition);
            return await(command, patience);
        } catch (KafkaException e) {
            throw new OperatorFault("the command could not be exchanged with the brokers: " + FaultWords.of(e), e);
        }
    }

    private static boolean isOf(PartnerCommand command, ConsumerRecord<String, byte[]> answer) {
        return answer.value() != null && command.getPartnerId().equals(answer.key());
    }

    /** Null if it can't be read: then it isn't the one that is waited for. */
    private static @Nullable PartnerCommandResult result(
            OwnRecords<PartnerCommandResult> reader, ConsumerRecord<String, byte[]> answer) {
        try {
            return reader.value(answer.key(), answer.value());
        } catch (UnreadableRecordException e) {
            LOG.debug("can't read the answer at {}-{}", answer.partition(), answer.offset(), e);
            return null;
        }
    }

    private void send(PartnerCommand command, int partition) {
        byte[] value = new RecordSerializer<PartnerCommand>(registry, CatalogTopic.PARTNER_COMMANDS)
                .serialize(commands, command);
        BrokerAnswer.await(
                "the command was not stored",
                () -> producer.send(new ProducerRecord<>(commands, partition, command.getPartnerId(), value))
                        .get());
    }

    private PartnerCommandResult await(PartnerCommand command, Duration patience) {
        long deadline = System.nanoTime() + patience.toNanos();
        OwnRecords<PartnerCommandResult> reader = new OwnRecords<>(
                CatalogTopic.PARTNER_COMMAND_RESULTS, PartnerCommandResult.class, registry, topicPrefix, partitions);
        while (System.nanoTime() < deadline) {
            for (ConsumerRecord<String, byte[]> answer : consumer.poll(POLL)) {
                if (isOf(command, answer)) {
                    PartnerCommandResult result = result(reader, answer);
                    if (result != null && result.getCommandId().equals(command.getCommandId())) {
                        return result;
                    }
                }
            }
        }
        throw new OperatorFault("no answer within " + patience.toSeconds()
                + " s: is './catalog streams-app' running? The command is kept and carried out once it is");
    }
}
