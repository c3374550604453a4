package dev.partnercatalog.cli.signingkey;

import dev.partnercatalog.cli.connection.ConnectionOptions;
import dev.partnercatalog.cli.connection.KafkaLog;

/** How the commands come by the signing keys that the options point to. */
@FunctionalInterface
interface SigningKeyConnection {

    SigningKeyAdministration connect(ConnectionOptions options);

    static SigningKeyAdministration toKafka(ConnectionOptions options) {
        KafkaLog.silence();
        return SigningKeyAdministration.connect(options.kafka(), options.registry());
    }
}
