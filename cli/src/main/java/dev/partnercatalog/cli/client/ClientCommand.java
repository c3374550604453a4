package dev.partnercatalog.cli.client;

import dev.partnercatalog.cli.connection.ConnectionOptions;
import dev.partnercatalog.cli.connection.KafkaLog;
import dev.partnercatalog.cli.connection.LeftOut;
import dev.partnercatalog.cli.connection.MasterKeyOption;
import dev.partnercatalog.cli.operation.OperationGroup;
import dev.partnercatalog.cli.report.ReportOutput;
import dev.partnercatalog.operations.client.ClientAdministration;
import dev.partnercatalog.operations.operation.ClientFacts;
import dev.partnercatalog.operations.operation.Means;
import dev.partnercatalog.operations.topic.TableContents;
import dev.partnercatalog.records.Client;
import java.util.function.BiFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code ./catalog client}. Its commands that change something print one JSON object, for people and programs alike. */
@Command(
        name = "client",
        description = "Create and administer partners' API clients.",
        synopsisSubcommandLabel = "COMMAND")
public final class ClientCommand implements OperationGroup {

    private final BiFunction<ConnectionOptions, MasterKeyOption, Means> means;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    public ClientCommand() {
        this(OperationGroup::connect);
    }

    ClientCommand(BiFunction<ConnectionOptions, MasterKeyOption, Means> means) {
        this.means = means;
    }

    static ClientAdministration connect(ConnectionOptions options) {
        KafkaLog.silence();
        return ClientAdministration.connect(options.kafka(), options.registry());
    }

    @Override
    public Means means(ConnectionOptions connection, MasterKeyOption masterKey) {
        return means.apply(connection, masterKey);
    }

    @Command(
            name = "list",
            description = {
                "Print every client: its id, its partner, whether it is enabled, and when it was created.",
                "A table on a terminal, otherwise one JSON object per line."
            })
    void list(@Mixin ReportOutput output, @Mixin ConnectionOptions connection) {
        TableContents<Client> clients =
                means.apply(connection, new MasterKeyOption()).clients().get().list();
        output.printForPrograms(
                ClientFacts.COLUMNS.table("", clients.records().values()).orWhereEmpty("there is no client"));
        LeftOut.print(clients.unreadable(), spec);
    }
}
