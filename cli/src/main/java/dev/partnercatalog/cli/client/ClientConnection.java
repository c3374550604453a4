package dev.partnercatalog.cli.client;

import dev.partnercatalog.cli.connection.ConnectionOptions;
import dev.partnercatalog.cli.connection.KafkaLog;

/** How the commands come by the clients that the options point to. */
@FunctionalInterface
interface ClientConnection {

    ClientAdministration connect(ConnectionOptions options);

    static ClientAdministration toKafka(ConnectionOptions options) {
        KafkaLog.silence();
        return ClientAdministration.connect(options.kafka(), options.registry());
    }
}
