package dev.partnercatalog.cli.webhook;

import static dev.partnercatalog.cli.webhook.WebhooksCommand.AS_LISTED;
import static dev.partnercatalog.cli.webhook.WebhooksCommand.PARTNER;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.partnercatalog.cli.options.ConnectionOptions;
import dev.partnercatalog.cli.options.InForm;
import dev.partnercatalog.cli.options.MasterKeyOption;
import dev.partnercatalog.cli.output.ChangeLog;
import dev.partnercatalog.cli.output.Told;
import dev.partnercatalog.records.WebhookControl;
import dev.partnercatalog.records.WebhookHeader;
import dev.partnercatalog.runtime.secret.HeaderSeal;
import dev.partnercatalog.runtime.secret.MasterKey;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./catalog webhooks authentication}. Each command prints the names of the headers as one JSON object. */
@Command(
        name = "authentication",
        description = "Set what a partner's endpoint requires besides the signature.",
        synopsisSubcommandLabel = "COMMAND")
final class WebhooksAuthenticationCommand {

    private final Function<ConnectionOptions, Webhooks> connector;
    private final BiFunction<MasterKeyOption, ConnectionOptions, MasterKey> keys;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    WebhooksAuthenticationCommand() {
        this(WebhooksCommand::connect, MasterKeyOption::load);
    }

    WebhooksAuthenticationCommand(
            Function<ConnectionOptions, Webhooks> connector,
            BiFunction<MasterKeyOption, ConnectionOptions, MasterKey> keys) {
        this.connector = connector;
        this.keys = keys;
    }

    @Command(
            name = "set",
            description = {
                "Set the headers that every message carries.",
                "Values come from files, or from standard input (-), never from the arguments, which others can see.",
                "They are encrypted under the master key before they leave this command."
            })
    int set(
            @Parameters(paramLabel = PARTNER, description = AS_LISTED) String partnerId,
            @Mixin HeaderOptions headers,
            @Mixin MasterKeyOption secrets,
            @Mixin ConnectionOptions connection) {
        MasterKey key = keys.apply(secrets, connection);
        List<WebhookHeader> sealed = new HeaderSeal(key).seal(partnerId, headers.read(spec.commandLine()));
        return configure("set", partnerId, sealed, connection);
    }

    @Command(name = "show", description = "Print the headers, without their values.")
    void show(
            @Parameters(paramLabel = PARTNER, description = AS_LISTED) String partnerId,
            @Mixin ConnectionOptions connection) {
        print(partnerId, connector.apply(connection).wanted(partnerId));
    }

    @Command(name = "clear", description = "Remove all headers.")
    int clear(
            @Parameters(paramLabel = PARTNER, converter = InForm.Name.class, description = AS_LISTED) String partnerId,
            @Mixin ConnectionOptions connection) {
        return configure("clear", partnerId, List.of(), connection);
    }

    private int configure(String verb, String partnerId, List<WebhookHeader> headers, ConnectionOptions connection) {
        WebhookControl control = connector.apply(connection).setHeaders(partnerId, headers);
        ChangeLog.changed("webhooks authentication " + verb, partnerId);
        print(partnerId, control);
        return Told.status(spec.commandLine(), null);
    }

    private void print(String partnerId, WebhookControl control) {
        ObjectNode json = JsonNodeFactory.instance.objectNode().put("partnerId", partnerId);
        control.getHeaders()
                .forEach(header -> json.withArray("headers").addObject().put("name", header.getName()));
        json.withArray("headers");
        spec.commandLine().getOut().println(json);
    }
}
