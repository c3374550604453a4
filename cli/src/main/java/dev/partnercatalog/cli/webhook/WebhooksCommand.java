package dev.partnercatalog.cli.webhook;

import dev.partnercatalog.cli.options.ConnectionOptions;
import dev.partnercatalog.cli.options.InForm;
import dev.partnercatalog.cli.output.ChangeLog;
import dev.partnercatalog.cli.output.CommandOutput;
import dev.partnercatalog.cli.output.Told;
import dev.partnercatalog.records.ResyncScope;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
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
        description = "Show the status of partners' webhooks; hold, resume and resync them.",
        subcommands = WebhooksAuthenticationCommand.class,
        synopsisSubcommandLabel = "COMMAND")
public final class WebhooksCommand {

    static final String PARTNER = "PARTNER";
    static final String AS_LISTED = "Id, as shown by 'webhooks status'.";

    private final Function<ConnectionOptions, Webhooks> connector;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    public WebhooksCommand() {
        this(WebhooksCommand::connect);
    }

    WebhooksCommand(Function<ConnectionOptions, Webhooks> connector) {
        this.connector = connector;
    }

    static Webhooks connect(ConnectionOptions connection) {
        return Webhooks.of(connection.kafka(), connection.registry());
    }

    @Command(
            name = "status",
            description = {
                "Print the state of each partner's webhook, and how much is due to it.",
                "It is disabled, held by the operator or until the partner has an API client, suspended, backing off or"
                        + " healthy."
            })
    void status(
            @Parameters(paramLabel = PARTNER, arity = "0..1", description = "A partner's id; all partners by default.")
                    @Nullable
                    String partnerId,
            @Mixin CommandOutput output,
            @Mixin ConnectionOptions connection) {
        PartnerTables tables = connector.apply(connection).status(id -> partnerId == null || id.equals(partnerId));
        List<WebhookStatus> found =
                tables.all().stream().map(PartnerTables.Entry::status).toList();
        CommandOutput.printOmitted(tables.unreadable(), spec);
        if (partnerId != null && found.isEmpty()) {
            throw Webhooks.noPartner(partnerId);
        }
        if (partnerId == null) {
            output.print(
                    found.stream().map(WebhookStatus::json).toList(),
                    WebhookStatus.table(found),
                    "there is no partner");
        } else {
            output.print(found.get(0).json(), WebhookStatus.table(found));
        }
    }

    @Command(
            name = "resume",
            description = {
                "Resume a webhook that was held or suspended, and send removals that are held. A suspended webhook is"
                        + " first probed with a ping; what it lacks follows once it has accepted that.",
                "Prints the state that this results in."
            })
    int resume(
            @Parameters(paramLabel = PARTNER, converter = InForm.Name.class, description = AS_LISTED) String partnerId,
            @Mixin CommandOutput output,
            @Mixin ConnectionOptions connection) {
        Webhooks.Resumed resumed = connector.apply(connection).resume(partnerId);
        ChangeLog.changed("webhooks resume", partnerId);
        output.print(resumed.status().json(), WebhookStatus.table(List.of(resumed.status())));
        if (!resumed.applied()) {
            spec.commandLine()
                    .getErr()
                    .println("catalog: webhook-sink hasn't acted on it yet, so this is the state before: check it with"
                            + " './catalog webhooks status " + partnerId + "'");
        }
        return Told.status(spec.commandLine(), null);
    }

    @Command(name = "ping", description = "Send one test message that changes nothing.")
    int ping(
            @Parameters(paramLabel = PARTNER, converter = InForm.Name.class, description = AS_LISTED) String partnerId,
            @Mixin ConnectionOptions connection) {
        Webhooks webhooks = connector.apply(connection);
        webhooks.ping(partnerId);
        ChangeLog.changed("webhooks ping", partnerId);
        WebhookStatus status = webhooks.status(partnerId);
        return print(
                status.state() == WebhookStatus.State.NO_CLIENT
                        ? "nothing is sent: " + status.reason()
                        : "a ping is on its way; its outcome will appear among the deliveries");
    }

    @Command(
            name = "suspend",
            description = "Hold a webhook: nothing is sent to the partner. Nothing is lost, and 'webhooks resume'"
                    + " resumes it.")
    int suspend(
            @Parameters(paramLabel = PARTNER, converter = InForm.Name.class, description = AS_LISTED) String partnerId,
            @Mixin ConnectionOptions connection) {
        connector.apply(connection).suspend(partnerId);
        ChangeLog.changed("webhooks suspend", partnerId);
        return print("the webhook of partner " + partnerId + " is held; resume it with './catalog webhooks resume "
                + partnerId + "'");
    }

    @Command(
            name = "resync",
            description =
                    "Send everything to a partner again, or a part of it. Changes that arrive meanwhile are sent first.")
    int resync(
            @Parameters(paramLabel = PARTNER, converter = InForm.Name.class, description = AS_LISTED) String partnerId,
            @Option(
                            names = "--company",
                            paramLabel = "ID",
                            converter = InForm.Id.class,
                            description = "Only this company.")
                    @Nullable
                    Long company,
            @Option(
                            names = "--location",
                            paramLabel = "ID",
                            converter = InForm.Id.class,
                            description = "Only this location of the company; the company's id for company scope.")
                    @Nullable
                    Long location,
            @Option(
                            names = "--barcode",
                            paramLabel = "BARCODE",
                            converter = InForm.Barcode.class,
                            description = "Only this variant of the location.")
                    @Nullable
                    String barcode,
            @Mixin ConnectionOptions connection) {
        require(location == null || company != null, "--location requires --company");
        require(barcode == null || location != null, "--barcode requires --location");
        ResyncScope scope = company == null ? null : new ResyncScope(company, location, barcode);
        connector.apply(connection).resync(partnerId, scope);
        ChangeLog.changed("webhooks resync", Webhooks.resyncInWords(partnerId, scope));
        return print("the resync of partner " + partnerId + " was requested; see how much is left with './catalog"
                + " webhooks status " + partnerId + "'");
    }

    private void require(boolean condition, String problem) {
        if (!condition) {
            CommandLine running = spec.commandLine()
                    .getParseResult()
                    .subcommand()
                    .commandSpec()
                    .commandLine();
            throw new ParameterException(running, problem);
        }
    }

    private int print(String words) {
        spec.commandLine().getOut().println(words);
        return Told.status(spec.commandLine(), null);
    }
}
