package dev.partnercatalog.cli.webhook;

import static dev.partnercatalog.cli.webhook.WebhooksCommand.AS_LISTED;
import static dev.partnercatalog.cli.webhook.WebhooksCommand.PARTNER;

import dev.partnercatalog.cli.options.ConnectionOptions;
import dev.partnercatalog.cli.options.FormatConverter;
import dev.partnercatalog.cli.options.MasterKeyOption;
import dev.partnercatalog.cli.output.CommandOutput;
import dev.partnercatalog.cli.output.Json;
import dev.partnercatalog.cli.output.OperatorFault;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.WebhookHeader;
import dev.partnercatalog.runtime.configuration.WebhookRequests;
import dev.partnercatalog.runtime.http.Violation;
import dev.partnercatalog.runtime.secret.StaticHeader;
import dev.partnercatalog.schemas.fault.FaultWords;
import dev.partnercatalog.schemas.plain.ByteOrderMark;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./catalog webhooks authentication}. Each command prints the names of the headers as one JSON object. */
@Command(
        name = "authentication",
        description = "Set what a partner's endpoint requires besides the signature.",
        synopsisSubcommandLabel = "COMMAND")
final class WebhooksAuthenticationCommand {

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
            @Parameters(paramLabel = PARTNER, description = AS_LISTED) String partnerId,
            @Option(
                            names = "--header",
                            required = true,
                            paramLabel = "NAME=FILE",
                            description =
                                    "A header and the file with its value; repeatable. Headers set before are replaced.")
                    List<String> headers,
            @Mixin MasterKeyOption secrets,
            @Mixin ConnectionOptions connection) {
        List<WebhookHeader> sealed = StaticHeader.seal(secrets.load(connection), partnerId, read(headers));
        configure("set", partnerId, sealed, connection);
    }

    @Command(name = "show", description = "Print the headers, without their values.")
    void show(
            @Parameters(paramLabel = PARTNER, description = AS_LISTED) String partnerId,
            @Mixin ConnectionOptions connection) {
        PartnerConfig config = WebhooksCommand.with(connection, webhooks -> webhooks.config(partnerId));
        spec.commandLine().getOut().println(Shown.json(config));
    }

    @Command(name = "clear", description = "Remove all headers.")
    void clear(
            @Parameters(paramLabel = PARTNER, converter = FormatConverter.Name.class, description = AS_LISTED)
                    String partnerId,
            @Mixin ConnectionOptions connection) {
        configure("clear", partnerId, List.of(), connection);
    }

    private void configure(String verb, String partnerId, List<WebhookHeader> headers, ConnectionOptions connection) {
        PartnerConfig changed = WebhooksCommand.with(
                connection,
                webhooks -> webhooks.change(partnerId, control -> WebhookRequests.withHeaders(control, headers)));
        CommandOutput.changed(spec, "webhooks authentication " + verb, partnerId, Shown.json(changed));
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
