package dev.partnercatalog.cli.deadletters;

import dev.partnercatalog.cli.connection.ConnectionOptions;
import dev.partnercatalog.cli.connection.KafkaLog;
import dev.partnercatalog.operations.deadletter.DeadLetterLog;
import dev.partnercatalog.operations.deadletter.Dismissal;
import dev.partnercatalog.operations.deadletter.Replay;
import dev.partnercatalog.operations.deadletter.ReplayWriter;
import dev.partnercatalog.operations.topic.Brokers;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.Producer;

/** The dead letters of the cluster that the options point to, with clients that live as long as they are used. */
final class DeadLetters {

    private final Brokers brokers;
    private final KafkaSettings kafka;

    /**
     * Throws {@link dev.partnercatalog.operations.OperatorFault} if the brokers are unavailable or the topic doesn't
     * exist.
     */
    DeadLetters(ConnectionOptions options) {
        KafkaLog.silence();
        kafka = options.kafka();
        brokers = new Brokers(kafka);
        brokers.partitionsOf(CatalogTopic.DEAD_LETTERS);
    }

    String topicPrefix() {
        return kafka.topics().prefix();
    }

    void read(Consumer<DeadLetterLog> reading) {
        try (var consumer = brokers.bytesConsumer()) {
            reading.accept(new DeadLetterLog(
                    consumer,
                    brokers.nameOf(CatalogTopic.DEAD_LETTERS),
                    brokers.nameOf(CatalogTopic.DISMISSED_LETTERS)));
        }
    }

    void dismiss(Consumer<Dismissal> dismissing) {
        brokers.partitionsOf(CatalogTopic.DISMISSED_LETTERS);
        try (Producer<byte[], byte[]> producer = brokers.bytesProducer()) {
            read(log ->
                    dismissing.accept(new Dismissal(log, producer, brokers.nameOf(CatalogTopic.DISMISSED_LETTERS))));
        }
    }

    void replay(Consumer<Replay> replaying) {
        try (var sources = brokers.bytesConsumer();
                Producer<byte[], byte[]> producer = brokers.bytesProducer()) {
            read(log -> replaying.accept(new Replay(log, sources, new ReplayWriter(producer), topicPrefix())));
        }
    }
}
