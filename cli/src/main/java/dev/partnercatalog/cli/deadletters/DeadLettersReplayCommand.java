package dev.partnercatalog.cli.deadletters;

import dev.partnercatalog.cli.audit.AuditOptions;
import dev.partnercatalog.cli.connection.ConnectionOptions;
import dev.partnercatalog.cli.report.ReportOutput;
import dev.partnercatalog.operations.OperatorFault;
import dev.partnercatalog.operations.deadletter.LetterReport;
import dev.partnercatalog.operations.deadletter.LogPosition;
import dev.partnercatalog.operations.deadletter.Replay;
import dev.partnercatalog.operations.deadletter.ReplayException;
import dev.partnercatalog.operations.deadletter.ReplayResult;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./catalog dead-letters replay}. */
@Command(
        name = "replay",
        description = {
            "Republish rejected events where they came from, once the fault is fixed.",
            "An event is skipped if it would overwrite a newer one of the same key in its topic or if it was"
                    + " replayed before. An event that fails again becomes a new dead letter.",
            "Exit status 1 if the brokers refuse an event, or an event given by its id is not replayed."
        })
final class DeadLettersReplayCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private AuditOptions audit = new AuditOptions();

    @Mixin
    private LetterSelection selection = new LetterSelection();

    @Option(names = "--dry-run", description = "Print what would be done, and do nothing.")
    private boolean dryRun;

    @Option(
            names = "--force",
            description = "Also replay letters that a newer event of the same key supersedes, which they then"
                    + " overwrite, and letters that were replayed before.")
    private boolean force;

    @Mixin
    private ReportOutput output = new ReportOutput();

    @Override
    public Integer call() {
        selection.check();
        if (dryRun) {
            return replay(new ArrayList<>());
        }
        return audit.call(connection, "dead-letters replay", selection.words(), entry -> {
            List<ReplayResult> results = new ArrayList<>();
            int status = replay(results);
            if (status == ExitCode.OK) {
                entry.detail(LetterReport.summary(results));
            } else {
                entry.failed(LetterReport.summary(results) + "; not all of the given ids");
            }
            return status;
        });
    }

    private int replay(List<ReplayResult> results) {
        try {
            replay(results::add);
        } catch (ReplayException e) {
            throw new OperatorFault(String.valueOf(e.getMessage()), e);
        } finally {
            output.print(LetterReport.results(results));
        }
        Set<LogPosition> missing = new LinkedHashSet<>(selection.ids());
        results.forEach(result -> missing.remove(result.id()));
        selection.tellMissing(missing);
        if (!output.isJson()) {
            spec.commandLine().getOut().println(LetterReport.summary(results));
        }
        return missing.isEmpty() && results.stream().allMatch(this::isDone) ? ExitCode.OK : ExitCode.SOFTWARE;
    }

    private void replay(Consumer<ReplayResult> told) {
        DeadLetters letters = new DeadLetters(connection);
        Replay.Mode mode = new Replay.Mode(force, dryRun);
        letters.replay(replay -> {
            if (selection.isAll()) {
                replay.run(selection.filter(letters.topicPrefix()), mode, told);
            } else {
                replay.run(selection.ids(), mode, told);
            }
        });
    }

    private boolean isDone(ReplayResult result) {
        return switch (result.outcome()) {
            case REPLAYED, REPLAYABLE -> true;
            case SUPERSEDED, REPLAYED_BEFORE, IMPOSSIBLE -> selection.isAll();
            case REFUSED -> false;
        };
    }
}
