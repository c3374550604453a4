package dev.partnercatalog.operations.webhooks;

import dev.partnercatalog.operations.OperatorFault;
import dev.partnercatalog.records.PartnerCommand;
import dev.partnercatalog.records.PartnerCommandResult;
import dev.partnercatalog.schemas.key.Partitioning;
import dev.partnercatalog.schemas.registry.RecordDeserializer;
import dev.partnercatalog.schemas.registry.RecordSerializer;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/** Sends a command to the partner registry and waits for its result. For one thread. */
final class CommandExchange {

    private static final Duration POLL = Duration.ofMillis(200);

    private final String commands;
    private final String results;
    private final SchemaRegistry registry;
    private final int partitions;
    private final Consumer<String, byte[]> consumer;
    private final Producer<String, byte[]> producer;

    /** @param consumer in no group; what it was assigned before is forgotten */
    CommandExchange(
            String topicPrefix,
            SchemaRegistry registry,
            int partitions,
            Consumer<String, byte[]> consumer,
            Producer<String, byte[]> producer) {
        this.commands = CatalogTopic.PARTNER_COMMANDS.name(topicPrefix);
        this.results = CatalogTopic.PARTNER_COMMAND_RESULTS.name(topicPrefix);
        this.registry = registry;
        this.partitions = partitions;
        this.consumer = consumer;
        this.producer = producer;
    }

    /** The result; throws {@link OperatorFault} where none comes in time, which doesn't say that nothing was done. */
    PartnerCommandResult ask(PartnerCommand command, Duration patience) {
        int partition = Partitioning.byKey(command.getPartnerId(), partitions);
        TopicPartition answers = new TopicPartition(results, partition);
        try {
            consumer.assign(List.of(answers));
            consumer.seekToEnd(List.of(answers));
            // Where the end is must be settled before the command is there, or its result could come before that.
            consumer.position(answers);
            send(command, partition);
            return await(command, patience);
        } catch (KafkaException e) {
            throw new OperatorFault("the command could not be exchanged with the brokers: " + e.getMessage(), e);
        }
    }

    private void send(PartnerCommand command, int partition) {
        byte[] value = new RecordSerializer<PartnerCommand>(registry, CatalogTopic.PARTNER_COMMANDS)
                .serialize(commands, command);
        try {
            producer.send(new ProducerRecord<>(commands, partition, command.getPartnerId(), value))
                    .get();
        } catch (ExecutionException e) {
            throw new OperatorFault("the command was not stored: " + e.getCause(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new OperatorFault("interrupted before the command was stored", e);
        }
    }

    private PartnerCommandResult await(PartnerCommand command, Duration patience) {
        long deadline = System.nanoTime() + patience.toNanos();
        try (RecordDeserializer<PartnerCommandResult> deserializer =
                new RecordDeserializer<>(registry, PartnerCommandResult.class)) {
            while (System.nanoTime() < deadline) {
                for (ConsumerRecord<String, byte[]> answer : consumer.poll(POLL)) {
                    PartnerCommandResult result = deserializer.deserialize(results, answer.value());
                    if (result.getCommandId().equals(command.getCommandId())) {
                        return result;
                    }
                }
            }
        }
        throw new OperatorFault("no answer within " + patience.toSeconds()
                + " s: is './catalog streams-app' running? The command is kept and carried out once it is");
    }
}
