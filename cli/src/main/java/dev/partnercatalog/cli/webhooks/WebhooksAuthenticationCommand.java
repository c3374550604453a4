package dev.partnercatalog.cli.webhooks;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.partnercatalog.cli.audit.AuditOptions;
import dev.partnercatalog.cli.connection.ConnectionOptions;
import dev.partnercatalog.cli.connection.MasterKeyOption;
import dev.partnercatalog.operations.webhooks.Webhooks;
import dev.partnercatalog.records.AuthenticationPart;
import dev.partnercatalog.records.ConfigureAuthentication;
import dev.partnercatalog.records.WebhookAuthentication;
import dev.partnercatalog.records.WebhookControl;
import dev.partnercatalog.runtime.credential.CredentialSeal;
import dev.partnercatalog.runtime.credential.CredentialSummary;
import dev.partnercatalog.runtime.secret.MasterKey;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./catalog webhooks authentication}. Each command prints the settings as one JSON object without secrets. */
@Command(
        name = "authentication",
        description = "Set what a partner's endpoint requires besides the symmetric signature.",
        synopsisSubcommandLabel = "COMMAND")
public final class WebhooksAuthenticationCommand {

    private final Function<ConnectionOptions, Webhooks> connector;
    private final BiFunction<MasterKeyOption, ConnectionOptions, MasterKey> keys;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    public WebhooksAuthenticationCommand() {
        this(WebhooksCommand::connect, MasterKeyOption::load);
    }

    /** @param keys reads the master key, and compares it with the catalog's */
    WebhooksAuthenticationCommand(
            Function<ConnectionOptions, Webhooks> connector,
            BiFunction<MasterKeyOption, ConnectionOptions, MasterKey> keys) {
        this.connector = connector;
        this.keys = keys;
    }

    @Command(
            name = "set",
            description = {
                "Set v1a signatures, headers, an OAuth 2.0 client or a client certificate; everything else stays"
                        + " unchanged.",
                "Secrets come from files, or from standard input (-), never from the arguments, which others can see.",
                "They are encrypted under the master key before they leave this command."
            })
    void set(
            @Parameters(paramLabel = "PARTNER", description = "Id, as shown by 'webhooks status'.") String partnerId,
            @Mixin CredentialOptions credentials,
            @Mixin MasterKeyOption masterKey,
            @Mixin AuditOptions audit,
            @Mixin ConnectionOptions connection) {
        WebhookAuthentication sealed = new CredentialSeal(keys.apply(masterKey, connection))
                .seal(partnerId, credentials.read(spec.commandLine()));
        change("set", partnerId, new ConfigureAuthentication(List.of(), sealed, false), audit, connection);
    }

    @Command(name = "show", description = "Print the settings, without the secrets.")
    void show(
            @Parameters(paramLabel = "PARTNER", description = "Id, as shown by 'webhooks status'.") String partnerId,
            @Mixin ConnectionOptions connection) {
        print(partnerId, connector.apply(connection).wanted(partnerId));
    }

    @Command(name = "clear", description = "Remove the settings given by the options; without options, all of them.")
    void clear(
            @Parameters(paramLabel = "PARTNER", description = "Id, as shown by 'webhooks status'.") String partnerId,
            @Option(names = "--ed25519", description = "The v1a signatures.") boolean ed25519,
            @Option(names = "--headers", description = "All headers.") boolean headers,
            @Option(names = "--oauth2", description = "The OAuth 2.0 client.") boolean oauth2,
            @Option(names = "--certificate", description = "The client certificate.") boolean certificate,
            @Mixin AuditOptions audit,
            @Mixin ConnectionOptions connection) {
        boolean all = !ed25519 && !headers && !oauth2 && !certificate;
        List<AuthenticationPart> parts = new ArrayList<>();
        if (all || ed25519) {
            parts.add(AuthenticationPart.ED25519);
        }
        if (all || headers) {
            parts.add(AuthenticationPart.HEADERS);
        }
        if (all || oauth2) {
            parts.add(AuthenticationPart.OAUTH2);
        }
        if (all || certificate) {
            parts.add(AuthenticationPart.CLIENT_CERTIFICATE);
        }
        change(
                "clear",
                partnerId,
                new ConfigureAuthentication(parts, CredentialSeal.nothing(), false),
                audit,
                connection);
    }

    @Command(
            name = "rotate-key",
            description = {
                "Create a new key for the partner's v1a signatures.",
                "Until the overlap configured for webhook-sink ends, the previous key also signs."
            })
    void rotateKey(
            @Parameters(paramLabel = "PARTNER", description = "Id, as shown by 'webhooks status'.") String partnerId,
            @Mixin AuditOptions audit,
            @Mixin ConnectionOptions connection) {
        change(
                "rotate-key",
                partnerId,
                new ConfigureAuthentication(List.of(), CredentialSeal.nothing(), true),
                audit,
                connection);
    }

    private void change(
            String command,
            String partnerId,
            ConfigureAuthentication change,
            AuditOptions audit,
            ConnectionOptions connection) {
        Webhooks webhooks = connector.apply(connection);
        audit.run(connection, "webhooks authentication " + command, partnerId, entry -> {
            if (!change.getDrop().isEmpty()) {
                entry.detail("cleared: " + change.getDrop());
            }
            print(partnerId, webhooks.configure(partnerId, change));
        });
    }

    private void print(String partnerId, WebhookControl control) {
        ObjectNode shown = JsonNodeFactory.instance.objectNode().put("partnerId", partnerId);
        spec.commandLine().getOut().println(shown.setAll(CredentialSummary.of(control)));
    }
}
