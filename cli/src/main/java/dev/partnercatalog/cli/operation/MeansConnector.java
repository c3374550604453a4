package dev.partnercatalog.cli.operation;

import dev.partnercatalog.cli.options.ConnectionOptions;
import dev.partnercatalog.cli.options.MasterKeyOption;
import dev.partnercatalog.operations.operation.Means;

/** Gives commands the means to work with the catalog to which their options point. A program's factory makes it. */
public class MeansConnector {

    /** How many dead letters a command changes at once is its operator's business. */
    private static final int ANY_NUMBER = Integer.MAX_VALUE;

    protected Means means(ConnectionOptions connection, MasterKeyOption masterKey) {
        return new Means(connection.kafka(), connection.registry(), () -> masterKey.load(connection), ANY_NUMBER);
    }
}
