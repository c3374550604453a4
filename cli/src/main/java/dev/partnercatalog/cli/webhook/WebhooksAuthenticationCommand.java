package dev.partnercatalog.cli.webhook;

import static dev.partnercatalog.cli.webhook.WebhooksCommand.AS_LISTED;
import static dev.partnercatalog.cli.webhook.WebhooksCommand.PARTNER;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.partnercatalog.cli.options.ConnectionOptions;
import dev.partnercatalog.cli.options.InForm;
import dev.partnercatalog.cli.options.MasterKeyOption;
import dev.partnercatalog.cli.output.ChangeLog;
import dev.partnercatalog.cli.output.OperatorFault;
import dev.partnercatalog.cli.output.Told;
import dev.partnercatalog.records.WebhookControl;
import dev.partnercatalog.records.WebhookHeader;
import dev.partnercatalog.runtime.http.Violation;
import dev.partnercatalog.runtime.secret.HeaderSeal;
import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.runtime.secret.StaticHeader;
import dev.partnercatalog.schemas.fault.FaultWords;
import dev.partnercatalog.schemas.plain.ByteOrderMark;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
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
                "Set the headers that every message carries.",
                "Values come from files, or from standard input (-), never from the arguments, which others can see.",
                "They are encrypted under the master key before they leave this command."
            })
    int set(
            @Parameters(paramLabel = PARTNER, description = AS_LISTED) String partnerId,
            @Option(
                            names = "--header",
                            required = true,
                            paramLabel = "NAME=FILE",
                            description = {
                                "A header for every message, and the file with its value. Repeat the option for more.",
                                "These replace all headers that were set before; 'webhooks authentication clear'"
                                        + " removes them."
                            })
                    List<String> headers,
            @Mixin MasterKeyOption secrets,
            @Mixin ConnectionOptions connection) {
        MasterKey key = keys.apply(secrets, connection);
        List<WebhookHeader> sealed = new HeaderSeal(key).seal(partnerId, read(headers));
        return configure("set", partnerId, sealed, connection);
    }

    @Command(name = "show", description = "Print the headers, without their values.")
    void show(
            @Parameters(paramLabel = PARTNER, description = AS_LISTED) String partnerId,
            @Mixin ConnectionOptions connection) {
        print(partnerId, connector.apply(connection).wanted(partnerId));
    }

    @Command(name = "clear", description = "Remove all headers.")
    int clear(
            @Parameters(paramLabel = PARTNER, converter = InForm.Name.class, description = AS_LISTED) String partnerId,
            @Mixin ConnectionOptions connection) {
        return configure("clear", partnerId, List.of(), connection);
    }

    private int configure(String verb, String partnerId, List<WebhookHeader> headers, ConnectionOptions connection) {
        WebhookControl control = connector.apply(connection).setHeaders(partnerId, headers);
        ChangeLog.changed("webhooks authentication " + verb, partnerId);
        print(partnerId, control);
        return Told.status(spec.commandLine(), null);
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

    private void print(String partnerId, WebhookControl control) {
        ObjectNode json = JsonNodeFactory.instance.objectNode().put("partnerId", partnerId);
        control.getHeaders()
                .forEach(header -> json.withArray("headers").addObject().put("name", header.getName()));
        json.withArray("headers");
        spec.commandLine().getOut().println(json);
    }
}
