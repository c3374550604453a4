package dev.partnercatalog.cli.operation;

import dev.partnercatalog.cli.connection.ConnectionOptions;
import dev.partnercatalog.cli.connection.KafkaLog;
import dev.partnercatalog.cli.connection.MasterKeyOption;
import dev.partnercatalog.operations.operation.Means;

/** A command whose subcommands are the operations of its group, besides its own. */
public interface OperationGroup {

    /** What its operations work with. */
    Means means(ConnectionOptions connection, MasterKeyOption masterKey);

    /** The means to work with the catalog to which the options point. */
    static Means connect(ConnectionOptions connection, MasterKeyOption masterKey) {
        KafkaLog.silence();
        return Means.of(connection.kafka(), connection.registry(), () -> masterKey.load(connection));
    }
}
