package dev.partnercatalog.cli.webhooks;

import dev.partnercatalog.cli.ProgramVersion;
import dev.partnercatalog.cli.connection.ConnectionOptions;
import dev.partnercatalog.records.WebhookAction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./catalog webhooks suspend}. */
@Command(
        name = "suspend",
        mixinStandardHelpOptions = true,
        versionProvider = ProgramVersion.class,
        description = {
            "Hold a webhook: nothing goes to the partner.",
            "Nothing is lost either, and 'webhooks resume' lets it go on."
        })
final class WebhooksSuspendCommand implements Runnable {

    private final WebhooksConnection webhooks;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Parameters(paramLabel = "PARTNER", description = "As 'webhooks status' shows it.")
    private String partnerId = "";

    WebhooksSuspendCommand(WebhooksConnection webhooks) {
        this.webhooks = webhooks;
    }

    @Override
    public void run() {
        webhooks.connect(connection).control(partnerId, WebhookAction.SUSPEND);
        spec.commandLine()
                .getOut()
                .println("the webhook of partner " + partnerId
                        + " is held; let it go on with './catalog webhooks resume " + partnerId + "'");
    }
}
