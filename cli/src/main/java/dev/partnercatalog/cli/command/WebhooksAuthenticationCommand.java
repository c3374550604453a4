package dev.partnercatalog.cli.command;

import dev.partnercatalog.cli.operation.OperationGroup;
import dev.partnercatalog.cli.options.AuditOptions;
import dev.partnercatalog.cli.options.ConnectionOptions;
import dev.partnercatalog.cli.options.MasterKeyOption;
import dev.partnercatalog.operations.operation.Means;
import dev.partnercatalog.operations.operation.WebhooksOperations;
import dev.partnercatalog.operations.report.JsonReport;
import dev.partnercatalog.operations.webhooks.Webhooks;
import dev.partnercatalog.records.WebhookControl;
import dev.partnercatalog.records.WebhookHeader;
import dev.partnercatalog.runtime.secret.HeaderSeal;
import dev.partnercatalog.runtime.secret.MasterKey;
import java.util.List;
import java.util.Objects;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code ./catalog webhooks authentication}. Each command prints the names of the headers as one JSON object. */
@Command(
        name = "authentication",
        description = "Set what a partner's endpoint requires besides the signature.",
        synopsisSubcommandLabel = "COMMAND")
final class WebhooksAuthenticationCommand extends OperationGroup {

    private static final String GROUP = "webhooks authentication";

    @Override
    protected String group() {
        return GROUP;
    }

    @Command(
            name = "set",
            description = {
                "Set the headers that every message carries.",
                "Values come from files, or from standard input (-), never from the arguments, which others can see.",
                "They are encrypted under the master key before they leave this command."
            })
    void set(
            @Parameters(paramLabel = "PARTNER", description = "Id, as shown by 'webhooks status'.") String partnerId,
            @Mixin HeaderOptions headers,
            @Mixin MasterKeyOption masterKey,
            @Mixin AuditOptions audit,
            @Mixin ConnectionOptions connection) {
        Means means = means(connection, masterKey);
        MasterKey key = Objects.requireNonNull(means.masterKey(), "values are encrypted under the master key");
        List<WebhookHeader> sealed = new HeaderSeal(key).seal(partnerId, headers.read(spec().commandLine()));
        Webhooks webhooks = means.webhooks();
        audit.call(connection, GROUP + " set", partnerId, entry -> {
            WebhookControl control = webhooks.setHeaders(partnerId, sealed);
            print(partnerId, control);
            return control;
        });
    }

    @Command(name = "show", description = "Print the headers, without their values.")
    void show(
            @Parameters(paramLabel = "PARTNER", description = "Id, as shown by 'webhooks status'.") String partnerId,
            @Mixin ConnectionOptions connection) {
        print(partnerId, means(connection).webhooks().wanted(partnerId));
    }

    private void print(String partnerId, WebhookControl control) {
        spec().commandLine().getOut().println(JsonReport.of(WebhooksOperations.authentication(partnerId, control)));
    }
}
