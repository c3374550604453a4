package dev.partnercatalog.cli.webhooks;

import dev.partnercatalog.cli.audit.AuditOptions;
import dev.partnercatalog.cli.connection.ConnectionOptions;
import dev.partnercatalog.cli.connection.KafkaLog;
import dev.partnercatalog.cli.connection.LeftOut;
import dev.partnercatalog.cli.report.ReportOutput;
import dev.partnercatalog.operations.OperatorFault;
import dev.partnercatalog.operations.topic.Brokers;
import dev.partnercatalog.operations.webhooks.WebhookStatus;
import dev.partnercatalog.operations.webhooks.WebhookTable;
import dev.partnercatalog.operations.webhooks.Webhooks;
import dev.partnercatalog.records.ResyncScope;
import dev.partnercatalog.records.WebhookAction;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.schemas.key.Ids;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./catalog webhooks}. */
@Command(
        name = "webhooks",
        description = "Show the status of partners' webhooks; hold, resume, resync and verify them.",
        subcommands = {WebhooksVerifyCommand.class, WebhooksAuthenticationCommand.class},
        synopsisSubcommandLabel = "COMMAND")
public final class WebhooksCommand {

    private final Function<ConnectionOptions, Webhooks> connector;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    public WebhooksCommand() {
        this(WebhooksCommand::connect);
    }

    WebhooksCommand(Function<ConnectionOptions, Webhooks> connector) {
        this.connector = connector;
    }

    static Webhooks connect(ConnectionOptions options) {
        KafkaLog.silence();
        KafkaSettings kafka = options.kafka();
        Brokers brokers = new Brokers(kafka);
        return new Webhooks(
                kafka.topics().prefix(),
                options.registry(),
                brokers::partitionsOf,
                brokers::consumer,
                brokers::producer);
    }

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
        Webhooks.Report report = connector.apply(connection).status(id -> partnerId == null || id.equals(partnerId));
        List<WebhookStatus> found = report.statuses();
        LeftOut.print(report.unreadable(), spec);
        if (partnerId != null && found.isEmpty()) {
            throw new OperatorFault("there is no partner " + partnerId + ": see './catalog webhooks status'");
        }
        if (partnerId == null) {
            output.print(WebhookTable.of(found));
        } else {
            output.print(WebhookTable.of(found.get(0)));
        }
    }

    @Command(
            name = "resume",
            description = {
                "Resume a webhook that was held or suspended, and send removals that are held.",
                "A suspended webhook is first probed with a ping; what it lacks follows once it has accepted that.",
                "Prints the state that this results in."
            })
    void resume(
            @Parameters(paramLabel = "PARTNER", description = "Id, as shown by 'webhooks status'.") String partnerId,
            @Mixin ReportOutput output,
            @Mixin AuditOptions audit,
            @Mixin ConnectionOptions connection) {
        Webhooks webhooks = connector.apply(connection);
        audit.run(connection, "webhooks resume", partnerId, entry -> {
            Webhooks.Resumed resumed = webhooks.resume(partnerId);
            entry.detail(resumed.status().state().words());
            output.print(WebhookTable.of(resumed.status()));
            if (!resumed.applied()) {
                spec.commandLine()
                        .getErr()
                        .println("catalog: webhook-sink hasn't acted on it yet, so this is the state before: check it"
                                + " with './catalog webhooks status " + partnerId + "'");
            }
        });
    }

    @Command(
            name = "suspend",
            description = {
                "Hold a webhook: nothing is sent to the partner.",
                "Nothing is lost, and 'webhooks resume' resumes it."
            })
    void suspend(
            @Parameters(paramLabel = "PARTNER", description = "Id, as shown by 'webhooks status'.") String partnerId,
            @Mixin AuditOptions audit,
            @Mixin ConnectionOptions connection) {
        Webhooks webhooks = connector.apply(connection);
        audit.run(connection, "webhooks suspend", partnerId, entry -> {
            webhooks.control(partnerId, WebhookAction.SUSPEND);
            print("the webhook of partner " + partnerId + " is held; resume it with './catalog webhooks resume "
                    + partnerId + "'");
        });
    }

    @Command(
            name = "resync",
            description = {
                "Send everything to a partner again, or a part of it.",
                "Changes that arrive meanwhile are sent first."
            })
    void resync(
            @Parameters(paramLabel = "PARTNER", description = "Id, as shown by 'webhooks status'.") String partnerId,
            @Option(names = "--company", paramLabel = "ID", description = "Only this company.") @Nullable
                    Long companyId,
            @Option(
                            names = "--location",
                            paramLabel = "ID",
                            description = "Only this location of the company; the company's id for company scope.")
                    @Nullable
                    Long locationId,
            @Option(names = "--barcode", paramLabel = "BARCODE", description = "Only this variant of the location.")
                    @Nullable
                    String barcode,
            @Mixin AuditOptions audit,
            @Mixin ConnectionOptions connection) {
        require(companyId != null || locationId == null, "--location requires --company");
        require(locationId != null || barcode == null, "--barcode requires --location");
        require(companyId == null || Ids.isNumber(companyId), "--company isn't a company's id");
        require(locationId == null || Ids.isNumber(locationId), "--location isn't a location's id");
        require(barcode == null || Ids.isBarcode(barcode), "--barcode isn't a barcode");
        ResyncScope scope = companyId == null ? null : new ResyncScope(companyId, locationId, barcode);
        Webhooks webhooks = connector.apply(connection);
        audit.run(connection, "webhooks resync", Webhooks.resyncInWords(partnerId, scope), entry -> {
            webhooks.resync(partnerId, scope);
            print("the resync of partner " + partnerId
                    + " was requested; see how much is left with './catalog webhooks status " + partnerId + "'");
        });
    }

    private void require(boolean condition, String problem) {
        if (!condition) {
            throw new ParameterException(spec.commandLine(), problem);
        }
    }

    private void print(String line) {
        spec.commandLine().getOut().println(line);
    }
}
