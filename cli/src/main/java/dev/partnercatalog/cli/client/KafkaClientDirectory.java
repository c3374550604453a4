package dev.partnercatalog.cli.client;

import dev.partnercatalog.cli.CommandFault;
import dev.partnercatalog.cli.connection.Brokers;
import dev.partnercatalog.cli.connection.CompactedTopic;
import dev.partnercatalog.records.Client;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.schemas.key.Partitioning;
import dev.partnercatalog.schemas.registry.RecordDeserializer;
import dev.partnercatalog.schemas.registry.RecordSerializer;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.registry.UnreadableRecordException;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;

/** The clients on their compacted topic. Not thread-safe. */
final class KafkaClientDirectory implements ClientDirectory {

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
        Set<Integer> all = IntStream.range(0, partitions).boxed().collect(Collectors.toSet());
        Map<String, Client> clients = new TreeMap<>();
        try (Consumer<String, byte[]> consumer = brokers.consumer()) {
            new CompactedTopic(consumer, topic)
                    .read(all, clientId -> true)
                    .forEach((clientId, client) -> clients.put(clientId, decode(clientId, client)));
        }
        return clients;
    }

    private Client decode(String clientId, byte[] client) {
        try {
            return deserializer.deserialize(topic, client);
        } catch (UnreadableRecordException e) {
            throw new CommandFault(
                    "client " + clientId + " on topic " + topic + " can't be read: " + e.getMessage(), e);
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
