package dev.partnercatalog.cli.operation;

import dev.partnercatalog.cli.connection.ConnectionOptions;
import dev.partnercatalog.cli.connection.KafkaLog;
import dev.partnercatalog.cli.connection.MasterKeyOption;
import dev.partnercatalog.operations.operation.Means;
import java.util.function.BiFunction;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A command whose subcommands are the operations of its group, besides its own. */
public abstract class OperationGroup {

    /** Of a command, the number of dead letters that an operator may change at once is their business. */
    private static final int ANY_NUMBER = Integer.MAX_VALUE;

    private final String name;
    private final BiFunction<ConnectionOptions, MasterKeyOption, Means> connector;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /** @param name the group's */
    protected OperationGroup(String name) {
        this(name, OperationGroup::connect);
    }

    /** @param connector the means to work with the catalog to which the options point */
    protected OperationGroup(String name, BiFunction<ConnectionOptions, MasterKeyOption, Means> connector) {
        this.name = name;
        this.connector = connector;
    }

    private static Means connect(ConnectionOptions connection, MasterKeyOption masterKey) {
        KafkaLog.silence();
        return new Means(connection.kafka(), connection.registry(), () -> masterKey.load(connection), ANY_NUMBER);
    }

    String name() {
        return name;
    }

    /** What its operations work with. */
    protected final Means means(ConnectionOptions connection, MasterKeyOption masterKey) {
        return connector.apply(connection, masterKey);
    }

    /** What its own commands work with, which need no master key. */
    protected final Means means(ConnectionOptions connection) {
        return means(connection, new MasterKeyOption());
    }

    protected final CommandSpec spec() {
        return spec;
    }
}
