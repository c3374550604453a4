package dev.partnercatalog.cli.operator;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.partnercatalog.cli.audit.AuditOptions;
import dev.partnercatalog.cli.audit.OperatorName;
import dev.partnercatalog.cli.connection.ConnectionOptions;
import dev.partnercatalog.cli.connection.KafkaLog;
import dev.partnercatalog.cli.connection.LeftOut;
import dev.partnercatalog.cli.report.ReportOutput;
import dev.partnercatalog.operations.report.Cell;
import dev.partnercatalog.operations.report.Columns;
import dev.partnercatalog.operations.report.JsonReport;
import dev.partnercatalog.operations.topic.TableContents;
import dev.partnercatalog.records.Operator;
import dev.partnercatalog.records.OperatorRole;
import java.util.Locale;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./catalog operator}. Its commands that change something print one JSON object, for people and programs alike. */
@Command(
        name = "operator",
        description = "Give people access to the operators' console, and revoke it.",
        synopsisSubcommandLabel = "COMMAND")
public final class OperatorCommand {

    private static final Columns<Operator> OPERATORS = Columns.<Operator>none()
            .with("name", "name", operator -> Cell.text(operator.getName()))
            .with(
                    "role",
                    "role",
                    operator -> Cell.text(operator.getRole().name().toLowerCase(Locale.ROOT)))
            .with("createdAt", "created", operator -> Cell.time(operator.getCreatedAt()))
            .with("revokedAt", "revoked", operator -> Cell.orNull(Cell.time(operator.getRevokedAt())));

    private final Function<ConnectionOptions, OperatorAdministration> connector;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    public OperatorCommand() {
        this(OperatorCommand::connect);
    }

    OperatorCommand(Function<ConnectionOptions, OperatorAdministration> connector) {
        this.connector = connector;
    }

    private static OperatorAdministration connect(ConnectionOptions options) {
        KafkaLog.silence();
        return OperatorAdministration.connect(options.kafka(), options.registry());
    }

    /** An operator's role, as the option accepts it. */
    enum Role {
        LOOK(OperatorRole.LOOK),
        ACT(OperatorRole.ACT);

        private final OperatorRole stored;

        Role(OperatorRole stored) {
            this.stored = stored;
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Command(
            name = "create",
            description = {
                "Let a person sign in at the console, also one whose token was revoked.",
                "Prints one JSON object: name, role, token. The token is shown only this once."
            })
    void create(
            @Parameters(
                            paramLabel = "NAME",
                            converter = OperatorName.class,
                            description = "1 to 64 characters from A-Z, a-z, 0-9, '.', '_', '@' and '-'.")
                    String name,
            @Option(
                            names = "--role",
                            paramLabel = "ROLE",
                            required = true,
                            description = "look: see everything that the console shows. act: also change things.")
                    Role role,
            @Mixin AuditOptions audit,
            @Mixin ConnectionOptions connection) {
        OperatorAdministration operators = connector.apply(connection);
        audit.run(connection, "operator create", name + ", role " + role, entry -> {
            OperatorAdministration.Created created = operators.create(name, role.stored);
            print(JsonNodeFactory.instance
                    .objectNode()
                    .put("name", name)
                    .put("role", role.toString())
                    .put("token", created.token()));
        });
    }

    @Command(
            name = "list",
            description = {
                "Print every operator: the name, the role, and when the token was created and revoked.",
                "A table on a terminal, otherwise one JSON object per line."
            })
    void list(@Mixin ReportOutput output, @Mixin ConnectionOptions connection) {
        TableContents<Operator> operators = connector.apply(connection).list();
        output.printForPrograms(
                OPERATORS.table("", operators.records().values()).orWhereEmpty("there is no operator"));
        LeftOut.print(operators.unreadable(), spec);
    }

    @Command(
            name = "revoke",
            description = {
                "Revoke an operator's token; their sessions end within seconds.",
                "Prints the operator as one JSON object."
            })
    void revoke(
            @Parameters(
                            paramLabel = "NAME",
                            converter = OperatorName.class,
                            description = "Name, as shown by 'operator list'.")
                    String name,
            @Mixin AuditOptions audit,
            @Mixin ConnectionOptions connection) {
        OperatorAdministration operators = connector.apply(connection);
        audit.run(
                connection,
                "operator revoke",
                name,
                entry -> print(JsonReport.of(OPERATORS.facts(operators.revoke(name)))));
    }

    private void print(ObjectNode line) {
        spec.commandLine().getOut().println(line);
    }
}
