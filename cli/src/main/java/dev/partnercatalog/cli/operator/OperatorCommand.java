package dev.partnercatalog.cli.operator;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.partnercatalog.cli.ProgramVersion;
import dev.partnercatalog.cli.audit.AuditOptions;
import dev.partnercatalog.cli.audit.OperatorName;
import dev.partnercatalog.cli.connection.ConnectionOptions;
import dev.partnercatalog.cli.connection.KafkaLog;
import dev.partnercatalog.cli.connection.LeftOut;
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

/** {@code ./catalog operator}. Its commands print one JSON object per line, for people and programs alike. */
@Command(
        name = "operator",
        mixinStandardHelpOptions = true,
        versionProvider = ProgramVersion.class,
        description = "Give people access to the operators' console, and revoke it.",
        synopsisSubcommandLabel = "COMMAND")
public final class OperatorCommand {

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
            mixinStandardHelpOptions = true,
            versionProvider = ProgramVersion.class,
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
            mixinStandardHelpOptions = true,
            versionProvider = ProgramVersion.class,
            description = "Print every operator as one JSON object per line: name, role, createdAt, revokedAt.")
    void list(@Mixin ConnectionOptions connection) {
        TableContents<Operator> operators = connector.apply(connection).list();
        operators.records().values().forEach(operator -> print(json(operator)));
        LeftOut.print(operators.unreadable(), spec);
    }

    @Command(
            name = "revoke",
            mixinStandardHelpOptions = true,
            versionProvider = ProgramVersion.class,
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
        audit.run(connection, "operator revoke", name, entry -> print(json(operators.revoke(name))));
    }

    private static ObjectNode json(Operator operator) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("name", operator.getName())
                .put("role", operator.getRole().name().toLowerCase(Locale.ROOT))
                .put("createdAt", operator.getCreatedAt().toString())
                .put(
                        "revokedAt",
                        operator.getRevokedAt() == null
                                ? null
                                : operator.getRevokedAt().toString());
    }

    private void print(ObjectNode line) {
        spec.commandLine().getOut().println(line);
    }
}
