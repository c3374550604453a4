package dev.partnercatalog.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.cli.options.AuditOptions;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** Every command is listed either as changing something, so that it writes to the audit log, or as changing nothing. */
class AuditedCommandsTest {

    /** {@code OperatorsTest} runs each of them against a broker. */
    private static final Set<String> CHANGING = Set.of(
            "publish",
            "client create",
            "client disable",
            "client enable",
            "client rotate-secret",
            "partner link",
            "signing-key rotate",
            "signing-key remove",
            "signing-key forget-master-key",
            "webhooks resume",
            "webhooks ping",
            "webhooks suspend",
            "webhooks resync",
            "webhooks authentication set",
            "webhooks authentication clear",
            "webhooks authentication rotate-key",
            "dead-letters replay",
            "dead-letters dismiss",
            "topic remove",
            "topic audit",
            "topic repartition",
            "restore",
            "operator create",
            "operator revoke");

    private static final Set<String> READING = Set.of(
            "validate",
            "client list",
            "signing-key list",
            "webhooks status",
            "webhooks verify",
            "webhooks authentication show",
            "backup",
            "backup verify",
            "listen",
            "dead-letters list",
            "dead-letters show",
            "topic unreadable",
            "explain",
            "operator list",
            "audit list",
            "generate-completion");

    /** They run until they are stopped, and what they write follows from what others wrote. */
    private static final Set<String> APPLICATIONS = Set.of("streams-app", "query-api", "webhook-sink", "console");

    @Test
    void every_command_that_changes_something_writes_to_the_audit_log_and_no_other_does() {
        Map<String, Boolean> audited = new TreeMap<>();
        collect(Catalog.commandLine(), "", audited);
        Map<String, Boolean> expected = new TreeMap<>();
        CHANGING.forEach(command -> expected.put(command, true));
        READING.forEach(command -> expected.put(command, false));
        APPLICATIONS.forEach(command -> expected.put(command, false));
        assertThat(audited).isEqualTo(expected);
    }

    private static void collect(CommandLine command, String name, Map<String, Boolean> audited) {
        Object object = command.getCommandSpec().userObject();
        if (command.getSubcommands().isEmpty() || object instanceof Runnable || object instanceof Callable) {
            audited.put(name, isAudited(command.getCommandSpec()));
        }
        command.getSubcommands().forEach((part, sub) -> collect(sub, (name + " " + part).strip(), audited));
    }

    private static boolean isAudited(CommandSpec spec) {
        return spec.mixins().values().stream().anyMatch(mixin -> mixin.userObject() instanceof AuditOptions);
    }
}
