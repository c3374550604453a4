package dev.partnercatalog.cli.webhooks;

import dev.partnercatalog.cli.CommandFault;
import dev.partnercatalog.cli.ProgramVersion;
import dev.partnercatalog.cli.connection.ConnectionOptions;
import dev.partnercatalog.operations.webhooks.WebhookStatus;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./catalog webhooks status}. */
@Command(
        name = "status",
        mixinStandardHelpOptions = true,
        versionProvider = ProgramVersion.class,
        description = {
            "Print how each partner's webhook stands, and how much is due to it.",
            "It is disabled, held, suspended, backing off or healthy."
        })
final class WebhooksStatusCommand implements Runnable {

    private final WebhooksConnection webhooks;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Parameters(paramLabel = "PARTNER", arity = "0..1", description = "A partner's id; all partners by default.")
    private @Nullable String partnerId;

    @Option(names = "--json", description = "One JSON object a line, for programs.")
    private boolean json;

    WebhooksStatusCommand(WebhooksConnection webhooks) {
        this.webhooks = webhooks;
    }

    @Override
    public void run() {
        String one = partnerId;
        List<WebhookStatus> found = webhooks.connect(connection).status(id -> one == null || id.equals(one));
        if (one != null && found.isEmpty()) {
            throw new CommandFault("there is no partner " + one + ": see './catalog webhooks status'");
        }
        found.forEach(status -> spec.commandLine().getOut().println(json ? status.json() : status.text()));
    }
}
