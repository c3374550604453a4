package dev.partnercatalog.cli.deadletters;

import dev.partnercatalog.cli.audit.AuditOptions;
import dev.partnercatalog.cli.connection.ConnectionOptions;
import dev.partnercatalog.operations.Quantity;
import dev.partnercatalog.operations.audit.AuditEntry;
import dev.partnercatalog.operations.deadletter.LogPosition;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code ./catalog dead-letters dismiss}. */
@Command(
        name = "dismiss",
        description = {
            "Take rejected events off the list that need no work.",
            "They are no longer listed, counted in the console, or replayed with --all. 'dead-letters list --dismissed'"
                    + " shows them until they expire; 'dead-letters replay ID' still replays one.",
            "Exit status 1 if an event given by its id doesn't exist."
        })
final class DeadLettersDismissCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private AuditOptions audit = new AuditOptions();

    @Mixin
    private LetterSelection selection = new LetterSelection();

    @Override
    public Integer call() {
        selection.check();
        return audit.call(connection, "dead-letters dismiss", selection.words(), this::dismiss);
    }

    private int dismiss(AuditEntry entry) {
        DeadLetters letters = new DeadLetters(connection);
        Set<LogPosition> missing = new LinkedHashSet<>(selection.ids());
        int[] count = {0};
        letters.dismiss(dismissal -> {
            if (selection.isAll()) {
                count[0] = dismissal.run(selection.filter(letters.topicPrefix()));
            } else {
                List<LogPosition> found = dismissal.run(missing);
                count[0] = found.size();
                found.forEach(missing::remove);
            }
        });
        String done = Quantity.of(count[0], "dead letter") + " dismissed";
        spec.commandLine().getOut().println(done);
        selection.tellMissing(missing);
        if (missing.isEmpty()) {
            entry.detail(done);
            return ExitCode.OK;
        }
        entry.failed(done + "; not all of the given ids");
        return ExitCode.SOFTWARE;
    }
}
