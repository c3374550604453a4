package dev.partnercatalog.cli.webhooks;

import dev.partnercatalog.cli.ProgramVersion;
import dev.partnercatalog.cli.connection.ConnectionOptions;
import dev.partnercatalog.records.WebhookAction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./catalog webhooks resume}. */
@Command(
        name = "resume",
        mixinStandardHelpOptions = true,
        versionProvider = ProgramVersion.class,
        description = {
            "Let a webhook go on that was held or suspended.",
            "A suspended one is probed with a ping first; what it lacks follows once it has accepted that."
        })
final class WebhooksResumeCommand implements Runnable {

    private final WebhooksConnection webhooks;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Parameters(paramLabel = "PARTNER", description = "As 'webhooks status' shows it.")
    private String partnerId = "";

    WebhooksResumeCommand(WebhooksConnection webhooks) {
        this.webhooks = webhooks;
    }

    @Override
    public void run() {
        webhooks.connect(connection).control(partnerId, WebhookAction.RELEASE);
        spec.commandLine()
                .getOut()
                .println("the webhook of partner " + partnerId + " goes on; see how with './catalog webhooks status "
                        + partnerId + "'");
    }
}
