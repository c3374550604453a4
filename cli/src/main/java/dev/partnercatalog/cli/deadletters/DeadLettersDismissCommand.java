package dev.partnercatalog.cli.deadletters;

import dev.partnercatalog.cli.ProgramVersion;
import dev.partnercatalog.cli.audit.AuditOptions;
import dev.partnercatalog.cli.connection.ConnectionOptions;
import dev.partnercatalog.operations.Quantity;
import dev.partnercatalog.operations.audit.AuditEntry;
import dev.partnercatalog.operations.deadletter.LogPosition;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./catalog dead-letters dismiss}. */
@Command(
        name = "dismiss",
        mixinStandardHelpOptions = true,
        versionProvider = ProgramVersion.class,
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

    @Parameters(
            paramLabel = "ID",
            arity = "0..*",
            converter = IdConverter.class,
            description = "Ids, as shown by 'dead-letters list'.")
    private List<LogPosition> ids = List.of();

    @Option(names = "--all", description = "All letters, or all that --topic, --since and --until select.")
    private boolean all;

    @Mixin
    private FilterOptions filter = new FilterOptions();

    @Override
    public Integer call() {
        if (all == !ids.isEmpty()) {
            throw new ParameterException(spec.commandLine(), "specify the ids of dead letters, or --all");
        }
        if (filter.isGiven() && !all) {
            throw new ParameterException(spec.commandLine(), "--topic, --since and --until require --all");
        }
        String target =
                all ? filter.words() : ids.stream().map(LogPosition::toString).collect(Collectors.joining(", "));
        return audit.call(connection, "dead-letters dismiss", target, this::dismiss);
    }

    private int dismiss(AuditEntry entry) {
        DeadLetters letters = new DeadLetters(connection);
        Set<LogPosition> missing = new LinkedHashSet<>(ids);
        int[] count = {0};
        letters.dismiss(dismissal -> {
            if (all) {
                count[0] = dismissal.run(filter.filter(letters.topicPrefix(), false));
            } else {
                List<LogPosition> found = dismissal.run(missing);
                count[0] = found.size();
                found.forEach(missing::remove);
            }
        });
        String done = Quantity.of(count[0], "dead letter") + " dismissed";
        spec.commandLine().getOut().println(done);
        missing.forEach(id -> spec.commandLine()
                .getErr()
                .println("catalog: dead letter " + id
                        + " doesn't exist, or no longer exists: see './catalog dead-letters list'"));
        if (missing.isEmpty()) {
            entry.detail(done);
            return ExitCode.OK;
        }
        entry.failed(done + "; not all of the given ids");
        return ExitCode.SOFTWARE;
    }
}
