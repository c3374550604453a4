package dev.partnercatalog.cli.command;

import dev.partnercatalog.cli.operation.OperationGroup;
import dev.partnercatalog.cli.options.ConnectionOptions;
import dev.partnercatalog.cli.output.OmittedRecords;
import dev.partnercatalog.cli.output.ReportOutput;
import dev.partnercatalog.operations.OperatorFault;
import dev.partnercatalog.operations.webhooks.WebhookStatus;
import dev.partnercatalog.operations.webhooks.WebhookTable;
import dev.partnercatalog.operations.webhooks.Webhooks;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code ./catalog webhooks}. */
@Command(
        name = "webhooks",
        description = "Show the status of partners' webhooks; hold, resume and resync them.",
        subcommands = WebhooksAuthenticationCommand.class,
        synopsisSubcommandLabel = "COMMAND")
public final class WebhooksCommand extends OperationGroup {

    @Command(
            name = "status",
            description = {
                "Print the state of each partner's webhook, and how much is due to it.",
                "It is disabled, held by the operator or until the partner has an API client, suspended, backing off or"
                        + " healthy."
            })
    void status(
            @Parameters(
                            paramLabel = "PARTNER",
                            arity = "0..1",
                            description = "A partner's id; all partners by default.")
                    @Nullable
                    String partnerId,
            @Mixin ReportOutput output,
            @Mixin ConnectionOptions connection) {
        Webhooks.Report report = means(connection).webhooks().status(id -> partnerId == null || id.equals(partnerId));
        List<WebhookStatus> found = report.statuses();
        OmittedRecords.print(report.unreadable(), spec());
        if (partnerId != null && found.isEmpty()) {
            throw new OperatorFault("there is no partner " + partnerId + ": see './catalog webhooks status'");
        }
        if (partnerId == null) {
            output.print(WebhookTable.of(found).orWhereEmpty("there is no partner"));
        } else {
            output.print(WebhookTable.of(found.get(0)));
        }
    }
}
