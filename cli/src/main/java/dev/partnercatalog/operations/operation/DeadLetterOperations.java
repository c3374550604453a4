package dev.partnercatalog.operations.operation;

import dev.partnercatalog.operations.OperatorFault;
import dev.partnercatalog.operations.Quantity;
import dev.partnercatalog.operations.deadletter.DeadLetterReport;
import dev.partnercatalog.operations.deadletter.LogPosition;
import dev.partnercatalog.operations.deadletter.Replay;
import dev.partnercatalog.operations.deadletter.ReplayResult;
import dev.partnercatalog.operations.operation.Operation.Extra;
import dev.partnercatalog.operations.operation.Operation.Task;
import dev.partnercatalog.operations.operation.Operation.Words;
import dev.partnercatalog.schemas.topic.BrokerUnavailableException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Rejected events. */
public final class DeadLetterOperations {

    private static final Parameter DRY_RUN = Parameter.flag("dry-run", "Print what would be done, and do nothing.");
    private static final Parameter FORCE = Parameter.flag(
            "force",
            "Also replay dead letters that a newer event of the same key supersedes, which they then overwrite, and dead letters"
                    + " that were replayed before.");

    public static final Operation REPLAY = Operation.of(
                    "dead-letters replay",
                    new Words(
                            "Republish rejected events where they came from, once the fault is fixed.",
                            "An event is skipped if it would overwrite a newer one of the same key in its topic or if"
                                    + " it was replayed before. An event that fails again becomes a new dead letter."
                                    + " Exit status 1 if the brokers refuse an event, or an event given by its id is"
                                    + " not replayed.",
                            null),
                    DeadLetterSelection.parameters(DRY_RUN, FORCE),
                    DeadLetterOperations::replay)
            .with(Extra.REPORT);

    public static final Operation DISMISS = Operation.of(
            "dead-letters dismiss",
            new Words(
                    "Take rejected events off the list that need no work.",
                    "They are no longer listed, counted in the console, or replayed with --all. 'dead-letters list"
                            + " --dismissed' shows them until they expire; 'dead-letters replay ID' still replays one."
                            + " Exit status 1 if an event given by its id doesn't exist.",
                    null),
            DeadLetterSelection.parameters(),
            DeadLetterOperations::dismiss);

    static final List<Operation> ALL = List.of(REPLAY, DISMISS);

    private DeadLetterOperations() {}

    private static Task replay(Given given, Means means) {
        DeadLetterSelection selection = DeadLetterSelection.of(given);
        Replay.Mode mode = new Replay.Mode(given.isOn(FORCE), given.isOn(DRY_RUN));
        return new Task(selection.words(), !mode.dryRun(), entry -> {
            List<ReplayResult> results = new ArrayList<>();
            List<String> faults = new ArrayList<>();
            try {
                means.letters().replay(selection.ids(means.letters()), mode, results::add);
                faults.addAll(missing(
                        selection, results.stream().map(ReplayResult::id).toList()));
            } catch (OperatorFault | BrokerUnavailableException e) {
                if (results.isEmpty()) {
                    throw e;
                }
                // What was done until then is told too.
                faults.add(String.valueOf(e.getMessage()));
            }
            String summary = DeadLetterReport.summary(results);
            entry.detail(summary);
            if (!faults.isEmpty() || !results.stream().allMatch(result -> isDone(result, selection))) {
                entry.failed(summary + "; " + (faults.isEmpty() ? "not all of the given ids" : faults.get(0)));
            }
            return Result.of(summary).with(DeadLetterReport.results(results)).withFaults(faults);
        });
    }

    private static boolean isDone(ReplayResult result, DeadLetterSelection selection) {
        return switch (result.outcome()) {
            case REPLAYED, REPLAYABLE -> true;
            case SUPERSEDED, REPLAYED_BEFORE, IMPOSSIBLE -> selection.isAll();
            case REFUSED -> false;
        };
    }

    private static Task dismiss(Given given, Means means) {
        DeadLetterSelection selection = DeadLetterSelection.of(given);
        return new Task(selection.words(), entry -> {
            List<LogPosition> dismissed = means.letters().dismiss(selection.ids(means.letters()));
            List<String> faults = missing(selection, dismissed);
            String done = Quantity.of(dismissed.size(), "dead letter") + " dismissed";
            if (faults.isEmpty()) {
                entry.detail(done);
            } else {
                entry.failed(done + "; not all of the given ids");
            }
            return Result.of(done).withFaults(faults);
        });
    }

    /** What is said of the given ids that there are no dead letters for. */
    private static List<String> missing(DeadLetterSelection selection, Collection<LogPosition> found) {
        Set<LogPosition> missing = new LinkedHashSet<>(selection.given());
        missing.removeAll(Set.copyOf(found));
        return missing.stream()
                .map(id ->
                        "dead letter " + id + " doesn't exist, or no longer exists: see './catalog dead-letters list'")
                .toList();
    }
}
