package dev.partnercatalog.cli.webhook;

import dev.partnercatalog.cli.options.ConnectionOptions;
import dev.partnercatalog.cli.options.FormatConverter;
import dev.partnercatalog.cli.options.MasterKeyOption;
import dev.partnercatalog.cli.output.CommandOutput;
import dev.partnercatalog.cli.output.Json;
import dev.partnercatalog.cli.output.OperatorFault;
import dev.partnercatalog.cli.topic.OpenTopics;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.ResyncScope;
import dev.partnercatalog.records.WebhookHeader;
import dev.partnercatalog.runtime.http.Violation;
import dev.partnercatalog.runtime.secret.StaticHeader;
import dev.partnercatalog.runtime.webhook.WebhookRequests;
import dev.partnercatalog.runtime.webhook.WebhookState;
import dev.partnercatalog.schemas.conversion.ByteOrderMark;
import dev.partnercatalog.schemas.fault.FaultWords;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
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
        subcommands = WebhooksCommand.Authentication.class,
        synopsisSubcommandLabel = "COMMAND")
public final class WebhooksCommand {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /** The partner that a command is for, in its catalog. Mixed in last, since picocli counts a method's options. */
    private static final class OnePartner {

        @Parameters(
                paramLabel = "PARTNER",
                converter = FormatConverter.Name.class,
                description = "Id, as shown by 'webhooks status'.")
        private String id = "";

        @Mixin
        @SuppressWarnings("NullAway.Init") // picocli makes it
        private ConnectionOptions connection;

        <T> T with(Function<Webhooks, T> action) {
            try (OpenTopics topics = connection.open()) {
                return action.apply(new Webhooks(topics));
            }
        }
    }

    @Command(name = "status", description = "Print the state of each partner's webhook, and how much is due to it.")
    void status(
            @Parameters(
                            paramLabel = "PARTNER",
                            arity = "0..1",
                            description = "A partner's id; all partners by default.")
                    @Nullable
                    String partnerId,
            @Mixin CommandOutput output,
            @Mixin ConnectionOptions connection) {
        PartnerTables tables;
        try (OpenTopics topics = connection.open()) {
            tables = new Webhooks(topics).status(id -> partnerId == null || id.equals(partnerId));
        }
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
    void resume(@Mixin OnePartner partner, @Mixin CommandOutput output) {
        Webhooks.Resumed resumed = partner.with(webhooks -> webhooks.resume(partner.id));
        CommandOutput.logChange("webhooks resume", partner.id);
        output.print(resumed.status(), WebhookStatus.table(List.of(resumed.status())));
        if (!resumed.applied()) {
            spec.commandLine()
                    .getErr()
                    .println("catalog: webhook-sink hasn't acted on it yet, so this is the state before: check it with"
                            + " './catalog webhooks status " + partner.id + "'");
        }
    }

    @Command(name = "ping", description = "Send one test message that changes nothing.")
    void ping(@Mixin OnePartner partner) {
        WebhookStatus status = partner.with(webhooks -> {
            webhooks.change(partner.id, WebhookRequests::ping);
            return webhooks.status(partner.id);
        });
        String result = status.state() == WebhookState.NO_CLIENT
                ? "nothing is sent: " + status.reason()
                : "a ping is on its way; its outcome will appear among the deliveries";
        CommandOutput.changed(spec, "webhooks ping", partner.id, result);
    }

    @Command(
            name = "suspend",
            description = "Hold a webhook: nothing is sent, and nothing is lost, until 'webhooks resume'.")
    void suspend(@Mixin OnePartner partner) {
        partner.with(webhooks -> webhooks.change(partner.id, WebhookRequests::suspend));
        String result = "the webhook of partner " + partner.id + " is held; resume it with './catalog webhooks resume "
                + partner.id + "'";
        CommandOutput.changed(spec, "webhooks suspend", partner.id, result);
    }

    @Command(
            name = "resync",
            description = "Send everything to a partner again, or a part; changes that arrive are sent first.")
    void resync(
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
            @Mixin OnePartner partner) {
        require(location == null || company != null, "--location requires --company");
        require(barcode == null || location != null, "--barcode requires --location");
        ResyncScope scope = company == null ? null : new ResyncScope(company, location, barcode);
        partner.with(webhooks -> webhooks.resync(partner.id, scope));
        String target = partner.id
                + (company == null ? ", everything" : ", company " + company)
                + (location == null ? "" : ", location " + location)
                + (barcode == null ? "" : ", barcode " + barcode);
        String result = "the resync of partner " + partner.id + " was requested; see how much is left with './catalog"
                + " webhooks status " + partner.id + "'";
        CommandOutput.changed(spec, "webhooks resync", target, result);
    }

    private void require(boolean condition, String problem) {
        if (!condition) {
            throw new ParameterException(spec.commandLine().getSubcommands().get("resync"), problem);
        }
    }

    /** {@code ./catalog webhooks authentication}. Each command prints the names of the headers as one JSON object. */
    @Command(
            name = "authentication",
            description = "Set what a partner's endpoint requires besides the signature.",
            synopsisSubcommandLabel = "COMMAND")
    static final class Authentication {

        /** Never the headers' values. */
        private record Shown(String partnerId, List<Map<String, String>> headers) {

            static String json(PartnerConfig config) {
                return Json.of(new Shown(
                        config.getPartner().getPartnerId(),
                        config.getWebhookControl().getHeaders().stream()
                                .map(header -> Map.of("name", header.getName()))
                                .toList()));
            }
        }

        @Spec
        private CommandSpec spec = CommandSpec.create();

        @Command(
                name = "set",
                description = {
                    "Set the headers that every message carries.",
                    "Values come from files, or from standard input (-), never from the arguments, which others can see.",
                    "They are encrypted under the master key before they leave this command."
                })
        void set(
                @Option(
                                names = "--header",
                                required = true,
                                paramLabel = "NAME=FILE",
                                description =
                                        "A header and the file with its value; repeatable. Headers set before are replaced.")
                        List<String> headers,
                @Mixin OnePartner partner,
                @Mixin MasterKeyOption secrets) {
            List<WebhookHeader> sealed = StaticHeader.seal(secrets.load(partner.connection), partner.id, read(headers));
            configure("set", partner, sealed);
        }

        @Command(name = "show", description = "Print the headers, without their values.")
        void show(@Mixin OnePartner partner) {
            PartnerConfig config = partner.with(webhooks -> webhooks.config(partner.id));
            spec.commandLine().getOut().println(Shown.json(config));
        }

        @Command(name = "clear", description = "Remove all headers.")
        void clear(@Mixin OnePartner partner) {
            configure("clear", partner, List.of());
        }

        private void configure(String verb, OnePartner partner, List<WebhookHeader> headers) {
            PartnerConfig changed = partner.with(
                    webhooks -> webhooks.change(partner.id, control -> WebhookRequests.withHeaders(control, headers)));
            CommandOutput.changed(spec, "webhooks authentication " + verb, partner.id, Shown.json(changed));
        }

        /** Reads each value from its file; throws {@link OperatorFault} if one can't be read or used. */
        private List<StaticHeader> read(List<String> headers) {
            CommandLine set = spec.commandLine().getSubcommands().get("set");
            if (headers.stream().filter(header -> header.endsWith("=-")).count() > 1) {
                throw new ParameterException(set, "only one option can read standard input (-)");
            }
            List<StaticHeader> read = new ArrayList<>();
            for (String header : headers) {
                int equals = header.indexOf('=');
                if (equals < 1) {
                    throw new ParameterException(set, "--header requires NAME=FILE: its value comes from a file");
                }
                // Without the final line break, which editors add.
                String value = text(header.substring(equals + 1)).replaceFirst("\\r?\\n\\z", "");
                read.add(new StaticHeader(header.substring(0, equals), value));
            }
            List<Violation> violations = StaticHeader.violations(read);
            if (!violations.isEmpty()) {
                throw new OperatorFault(violations.stream()
                        .map(violation -> violation.field() + ": " + violation.problem())
                        .collect(Collectors.joining("; ", "nothing was changed: ", "")));
            }
            return read;
        }

        private static String text(String source) {
            try {
                byte[] bytes = source.equals("-") ? System.in.readAllBytes() : Files.readAllBytes(Path.of(source));
                return ByteOrderMark.skip(new String(bytes, StandardCharsets.UTF_8));
            } catch (IOException e) {
                throw new OperatorFault("--header: can't read " + source + ": " + FaultWords.of(e), e);
            }
        }
    }
}
