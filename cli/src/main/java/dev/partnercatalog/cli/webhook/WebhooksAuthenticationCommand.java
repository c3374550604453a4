package dev.partnercatalog.cli.webhook;

import static dev.partnercatalog.cli.webhook.WebhooksCommand.AS_LISTED;
import static dev.partnercatalog.cli.webhook.WebhooksCommand.PARTNER;

import dev.partnercatalog.cli.options.ConnectionOptions;
import dev.partnercatalog.cli.options.InForm;
import dev.partnercatalog.cli.options.MasterKeyOption;
import dev.partnercatalog.cli.output.ChangeLog;
import dev.partnercatalog.cli.output.Told;
import dev.partnercatalog.operations.report.Cell;
import dev.partnercatalog.operations.report.JsonReport;
import dev.partnercatalog.operations.report.Part;
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
                "Set v1a signatures, headers, an OAuth 2.0 client or a client certificate; everything else stays"
                        + " unchanged.",
                "Secrets come from files, or from standard input (-), never from the arguments, which others can see.",
                "They are encrypted under the master key before they leave this command."
            })
    int set(
            @Parameters(paramLabel = PARTNER, description = AS_LISTED) String partnerId,
            @Mixin CredentialOptions credentials,
            @Mixin MasterKeyOption secrets,
            @Mixin ConnectionOptions connection) {
        MasterKey key = keys.apply(secrets, connection);
        WebhookAuthentication sealed = new CredentialSeal(key).seal(partnerId, credentials.read(spec.commandLine()));
        return configure("set", partnerId, new ConfigureAuthentication(List.of(), sealed, false), connection);
    }

    @Command(name = "show", description = "Print the settings, without the secrets.")
    void show(
            @Parameters(paramLabel = PARTNER, description = AS_LISTED) String partnerId,
            @Mixin ConnectionOptions connection) {
        print(partnerId, connector.apply(connection).wanted(partnerId));
    }

    @Command(name = "clear", description = "Remove the settings given by the options; without options, all of them.")
    int clear(
            @Parameters(paramLabel = PARTNER, converter = InForm.Name.class, description = AS_LISTED) String partnerId,
            @Option(names = "--ed25519", description = "The v1a signatures.") boolean ed25519,
            @Option(names = "--headers", description = "All headers.") boolean headers,
            @Option(names = "--oauth2", description = "The OAuth 2.0 client.") boolean oauth2,
            @Option(names = "--certificate", description = "The client certificate.") boolean certificate,
            @Mixin ConnectionOptions connection) {
        boolean all = !ed25519 && !headers && !oauth2 && !certificate;
        List<AuthenticationPart> dropped = new ArrayList<>();
        add(all || ed25519, AuthenticationPart.ED25519, dropped);
        add(all || headers, AuthenticationPart.HEADERS, dropped);
        add(all || oauth2, AuthenticationPart.OAUTH2, dropped);
        add(all || certificate, AuthenticationPart.CLIENT_CERTIFICATE, dropped);
        return configure(
                "clear", partnerId, new ConfigureAuthentication(dropped, CredentialSeal.nothing(), false), connection);
    }

    private static void add(boolean wanted, AuthenticationPart part, List<AuthenticationPart> parts) {
        if (wanted) {
            parts.add(part);
        }
    }

    @Command(
            name = "rotate-key",
            description = {
                "Create a new key for the partner's v1a signatures.",
                "Until the overlap configured for webhook-sink ends, the previous key also signs."
            })
    int rotateKey(
            @Parameters(paramLabel = PARTNER, converter = InForm.Name.class, description = AS_LISTED) String partnerId,
            @Mixin ConnectionOptions connection) {
        return configure(
                "rotate-key",
                partnerId,
                new ConfigureAuthentication(List.of(), CredentialSeal.nothing(), true),
                connection);
    }

    private int configure(
            String verb, String partnerId, ConfigureAuthentication change, ConnectionOptions connection) {
        WebhookControl control = connector.apply(connection).configure(partnerId, change);
        ChangeLog.changed("webhooks authentication " + verb, partnerId);
        print(partnerId, control);
        return Told.status(spec.commandLine(), null);
    }

    private void print(String partnerId, WebhookControl control) {
        List<Part.Fact> facts = new ArrayList<>(List.of(Part.inJson("partnerId", Cell.text(partnerId))));
        CredentialSummary.of(control)
                .properties()
                .forEach(part -> facts.add(Part.inJson(part.getKey(), Cell.value(part.getValue()))));
        spec.commandLine().getOut().println(JsonReport.of(new Part.Facts(facts)));
    }
}
