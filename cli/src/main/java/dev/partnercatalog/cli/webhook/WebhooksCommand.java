package dev.partnercatalog.cli.webhook;

import dev.partnercatalog.cli.options.ConnectionOptions;
import dev.partnercatalog.cli.options.FormatConverter;
import dev.partnercatalog.cli.output.CommandOutput;
import dev.partnercatalog.cli.topic.OpenTopics;
import dev.partnercatalog.records.ResyncScope;
import dev.partnercatalog.runtime.configuration.WebhookRequests;
import dev.partnercatalog.runtime.configuration.WebhookState;
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
        description = "Show the status of partners' webhooks; hold, resume and resync them.",
        subcommands = WebhooksAuthenticationCommand.class,
        synopsisSubcommandLabel = "COMMAND")
public final class WebhooksCommand {

    static final String PARTNER = "PARTNER";
    static final String AS_LISTED = "Id, as shown by 'webhooks status'.";

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /** Does something with the webhooks of a catalog. */
    static <T> T with(ConnectionOptions connection, Function<Webhooks, T> action) {
        try (OpenTopics topics = connection.open()) {
            return action.apply(new Webhooks(topics));
        }
    }

    @Command(name = "status", description = "Print the state of each partner's webhook, and how much is due to it.")
    void status(
            @Parameters(paramLabel = PARTNER, arity = "0..1", description = "A partner's id; all partners by default.")
                    @Nullable
                    String partnerId,
            @Mixin CommandOutput output,
            @Mixin ConnectionOptions connection) {
        PartnerTables tables =
                with(connection, webhooks -> webhooks.status(id -> partnerId == null || id.equals(partnerId)));
        List<WebhookStatus> found =
                tables.all().stream().map(PartnerTables.Entry::status).toList();
        CommandOutput.printOmitted(tables.unreadable(), spec);
        if (partnerId == null) {
            output.print(found, WebhookStatus.table(found), "there is no partner");
        } else if (found.isEmpty()) {
            throw Webhooks.noPartner(partnerId);
        } else {
            output.print(found.get(0), WebhookStatus.table(found));
        }
    }

    @Command(
            name = "resume",
            description = {
                "Resume a webhook that was held or suspended, and send removals that are held. A suspended webhook is"
                        + " first probed with a ping; what it lacks follows once it has accepted that.",
                "Prints the state that this results in."
            })
    void resume(
            @Parameters(paramLabel = PARTNER, converter = FormatConverter.Name.class, description = AS_LISTED)
                    String partnerId,
            @Mixin CommandOutput output,
            @Mixin ConnectionOptions connection) {
        Webhooks.Resumed resumed = with(connection, webhooks -> webhooks.resume(partnerId));
        CommandOutput.logChange("webhooks resume", partnerId);
        output.print(resumed.status(), WebhookStatus.table(List.of(resumed.status())));
        if (!resumed.applied()) {
            spec.commandLine()
                    .getErr()
                    .println("catalog: webhook-sink hasn't acted on it yet, so this is the state before: check it with"
                            + " './catalog webhooks status " + partnerId + "'");
        }
    }

    @Command(name = "ping", description = "Send one test message that changes nothing.")
    void ping(
            @Parameters(paramLabel = PARTNER, converter = FormatConverter.Name.class, description = AS_LISTED)
                    String partnerId,
            @Mixin ConnectionOptions connection) {
        WebhookStatus status = with(connection, webhooks -> {
            webhooks.change(partnerId, WebhookRequests::ping);
            return webhooks.status(partnerId);
        });
        String result = status.state() == WebhookState.NO_CLIENT
                ? "nothing is sent: " + status.reason()
                : "a ping is on its way; its outcome will appear among the deliveries";
        CommandOutput.changed(spec, "webhooks ping", partnerId, result);
    }

    @Command(
            name = "suspend",
            description = "Hold a webhook: nothing is sent, and nothing is lost, until 'webhooks resume'.")
    void suspend(
            @Parameters(paramLabel = PARTNER, converter = FormatConverter.Name.class, description = AS_LISTED)
                    String partnerId,
            @Mixin ConnectionOptions connection) {
        with(connection, webhooks -> webhooks.change(partnerId, WebhookRequests::suspend));
        String result = "the webhook of partner " + partnerId + " is held; resume it with './catalog webhooks resume "
                + partnerId + "'";
        CommandOutput.changed(spec, "webhooks suspend", partnerId, result);
    }

    @Command(
            name = "resync",
            description = "Send everything to a partner again, or a part; changes that arrive are sent first.")
    void resync(
            @Parameters(paramLabel = PARTNER, converter = FormatConverter.Name.class, description = AS_LISTED)
                    String partnerId,
            @Option(
                            names = "--company",
                            paramLabel = "ID",
                            converter = FormatConverter.Id.class,
                            description = "Only this company.")
                    @Nullable
                    Long company,
            @Option(
                            names = "--location",
                            paramLabel = "ID",
                            converter = FormatConverter.Id.class,
                            description = "Only this location of the company; the company's id for company scope.")
                    @Nullable
                    Long location,
            @Option(
                            names = "--barcode",
                            paramLabel = "BARCODE",
                            converter = FormatConverter.Barcode.class,
                            description = "Only this variant of the location.")
                    @Nullable
                    String barcode,
            @Mixin ConnectionOptions connection) {
        require(location == null || company != null, "--location requires --company");
        require(barcode == null || location != null, "--barcode requires --location");
        ResyncScope scope = company == null ? null : new ResyncScope(company, location, barcode);
        with(connection, webhooks -> webhooks.resync(partnerId, scope));
        String target = partnerId
                + (company == null ? ", everything" : ", company " + company)
                + (location == null ? "" : ", location " + location)
                + (barcode == null ? "" : ", barcode " + barcode);
        String result = "the resync of partner " + partnerId + " was requested; see how much is left with './catalog"
                + " webhooks status " + partnerId + "'";
        CommandOutput.changed(spec, "webhooks resync", target, result);
    }

    private void require(boolean condition, String problem) {
        if (!condition) {
            throw new ParameterException(spec.commandLine().getSubcommands().get("resync"), problem);
        }
    }
}
