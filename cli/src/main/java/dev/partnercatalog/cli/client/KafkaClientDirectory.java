package dev.partnercatalog.cli.client;

import dev.partnercatalog.cli.CommandFault;
import dev.partnercatalog.cli.connection.Brokers;
import dev.partnercatalog.records.Client;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.schemas.key.Partitioning;
import dev.partnercatalog.schemas.registry.RecordDeserializer;
import dev.partnercatalog.schemas.registry.RecordSerializer;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.registry.UnreadableRecordException;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/** The clients on their compacted topic. Not thread-safe. */
final class KafkaClientDirectory implements ClientDirectory {

    private static final Duration READ_TIMEOUT = Duration.ofSeconds(30);
    private static final Duration POLL = Duration.ofMillis(200);

    private final Brokers brokers;
    private final String topic;
    private final int partitions;
    private final RecordSerializer<Client> serializer;
    private final RecordDeserializer<Client> deserializer;

    /** Throws {@link CommandFault} where the brokers are away or the topic isn't there. */
    KafkaClientDirectory(KafkaSettings kafka, SchemaRegistry registry) {
        this.brokers = new Brokers(kafka);
        this.topic = brokers.nameOf(CatalogTopic.CLIENTS);
        this.partitions = brokers.partitionsOf(CatalogTopic.CLIENTS);
        this.serializer = new RecordSerializer<>(registry, CatalogTopic.CLIENTS);
        this.deserializer = new RecordDeserializer<>(registry, Client.class);
    }

    @Override
    public Map<String, Client> all() {
        Map<String, Client> clients = new TreeMap<>();
        List<TopicPartition> all = IntStream.range(0, partitions)
                .mapToObj(partition -> new TopicPartition(topic, partition))
                .toList();
        try (Consumer<String, byte[]> consumer = brokers.consumer()) {
            consumer.assign(all);
            consumer.seekToBeginning(all);
            Map<TopicPartition, Long> ends = consumer.endOffsets(all);
            long deadline = System.nanoTime() + READ_TIMEOUT.toNanos();
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                if (System.nanoTime() > deadline) {
                    throw new CommandFault(
                            "topic " + topic + " could not be read within " + READ_TIMEOUT.toSeconds() + " s");
                }
                consumer.poll(POLL).forEach(read -> apply(read, clients));
            }
        } catch (KafkaException e) {
            throw new CommandFault("topic " + topic + " can't be read: " + e.getMessage(), e);
        }
        return clients;
    }

    private void apply(ConsumerRecord<String, byte[]> read, Map<String, Client> clients) {
        if (read.value() == null) {
            clients.remove(read.key());
            return;
        }
        try {
            clients.put(read.key(), deserializer.deserialize(topic, read.value()));
        } catch (UnreadableRecordException e) {
            throw new CommandFault(
                    "client " + read.key() + " on topic " + topic + " can't be read: " + e.getMessage(), e);
        }
    }

    @Override
    public void put(Client client) {
        byte[] value = serializer.serialize(topic, client);
        String clientId = client.getClientId();
        int partition = Partitioning.byKey(clientId, partitions);
        try (Producer<String, byte[]> producer = brokers.producer()) {
            producer.send(new ProducerRecord<>(topic, partition, clientId, value))
                    .get();
        } catch (ExecutionException | KafkaException e) {
            throw new CommandFault("the client was not stored: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommandFault("interrupted before the client was stored", e);
        }
    }
}
