package dev.partnercatalog.cli.operation;

import dev.partnercatalog.cli.options.ConnectionOptions;
import dev.partnercatalog.cli.options.MasterKeyOption;
import dev.partnercatalog.operations.operation.Means;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A command whose subcommands are the operations of its group, besides its own. */
public abstract class OperationGroup {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /** The group's name. */
    protected String group() {
        return spec.name();
    }

    protected final CommandSpec spec() {
        return spec;
    }

    /** What its operations work with. */
    protected final Means means(ConnectionOptions connection, MasterKeyOption masterKey) {
        return made(MeansConnector.class, spec.commandLine()).means(connection, masterKey);
    }

    /** What its own commands work with, which need no master key. */
    protected final Means means(ConnectionOptions connection) {
        return means(connection, new MasterKeyOption());
    }

    /** A part of a command, as the program's factory makes it. */
    static <T> T made(Class<T> part, CommandLine command) {
        try {
            return command.getFactory().create(part);
        } catch (Exception e) {
            throw new IllegalStateException("can't make " + part.getSimpleName(), e);
        }
    }
}
