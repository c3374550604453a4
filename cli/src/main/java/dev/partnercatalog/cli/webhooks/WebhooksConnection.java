package dev.partnercatalog.cli.webhooks;

import dev.partnercatalog.cli.connection.ConnectionOptions;
import dev.partnercatalog.cli.connection.KafkaLog;
import dev.partnercatalog.operations.topic.Brokers;
import dev.partnercatalog.operations.webhooks.Webhooks;
import dev.partnercatalog.runtime.KafkaSettings;

/** How the commands come by the webhooks that the options point to. */
@FunctionalInterface
interface WebhooksConnection {

    Webhooks connect(ConnectionOptions options);

    static Webhooks toKafka(ConnectionOptions options) {
        KafkaLog.silence();
        KafkaSettings kafka = options.kafka();
        Brokers brokers = new Brokers(kafka);
        return new Webhooks(
                kafka.topics().prefix(),
                options.registry(),
                brokers::partitionsOf,
                brokers::consumer,
                brokers::producer);
    }
}
