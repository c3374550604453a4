package dev.partnercatalog.cli.deadletter;

import dev.partnercatalog.cli.options.ConnectionOptions;
import dev.partnercatalog.cli.output.ChangeLog;
import dev.partnercatalog.cli.output.CommandOutput;
import dev.partnercatalog.cli.output.OperatorFault;
import dev.partnercatalog.cli.output.TextTable;
import dev.partnercatalog.cli.output.Told;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.schemas.topic.BrokerUnavailableException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./catalog dead-letters replay}. */
@Command(
        name = "replay",
        description = {
            "Republish rejected events where they came from, once the fault is fixed.",
            "An event is skipped if it would overwrite a newer one of the same key in its topic or if it was replayed"
                    + " before. An event that fails again becomes a new dead letter. Exit status 1 if the brokers refuse"
                    + " an event, or an event given by its id is not replayed."
        })
final class DeadLettersReplayCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Parameters(
            paramLabel = "ID",
            arity = "0..*",
            converter = DeadLetterForm.Id.class,
            description = "Ids, as shown by 'dead-letters list'.")
    private List<LogPosition> ids = List.of();

    @Option(
            names = "--all",
            description = "All dead letters, or all that --topic, --key, --since, --until and --reason select.")
    private boolean all;

    @Mixin
    private DeadLetterOptions wanted = new DeadLetterOptions();

    @Option(names = "--dry-run", description = "Print what would be done, and do nothing.")
    private boolean dryRun;

    @Option(
            names = "--force",
            description = "Also replay dead letters that a newer event of the same key supersedes, which they then"
                    + " overwrite, and dead letters that were replayed before.")
    private boolean force;

    @Mixin
    private CommandOutput output = new CommandOutput();

    @Override
    public Integer call() {
        requireSelection();
        KafkaSettings kafka = connection.kafka();
        List<Replay.Result> results = new ArrayList<>();
        List<String> faults = new ArrayList<>();
        try {
            Set<LogPosition> selected = all
                    ? DeadLetterLog.read(kafka, log -> log.select(wanted.filter(kafka), Integer.MAX_VALUE))
                    : Set.copyOf(ids);
            Replay.run(kafka, selected, new Replay.Mode(force, dryRun), results::add);
            faults.addAll(missing(results));
        } catch (OperatorFault | BrokerUnavailableException e) {
            if (results.isEmpty()) {
                throw e;
            }
            // What was done until then is told too.
            faults.add(String.valueOf(e.getMessage()));
        }
        String summary = summary(results);
        TextTable table = new TextTable("id", "from", "what happens");
        results.forEach(result -> table.row(result.id(), result.topic(), result.detail()));
        output.print(results.stream().map(Shown::of).toList(), table, "");
        faults.forEach(fault -> spec.commandLine().getErr().println("catalog: " + fault));
        if (!output.isJson()) {
            spec.commandLine().getOut().println(summary);
        }
        int told = ExitCode.OK;
        if (!dryRun) {
            String what = all
                    ? "all" + wanted.words()
                    : ids.stream().map(LogPosition::toString).collect(Collectors.joining(", "));
            ChangeLog.changed("dead-letters replay", what + ": " + summary);
            told = Told.status(spec.commandLine(), null);
        }
        return faults.isEmpty() && results.stream().allMatch(this::isDone) ? told : ExitCode.SOFTWARE;
    }

    private record Shown(
            String id, String outcome, @Nullable String topic, String detail) {

        static Shown of(Replay.Result result) {
            return new Shown(
                    result.id().toString(),
                    result.outcome().name().toLowerCase(Locale.ROOT).replace('_', '-'),
                    result.topic(),
                    result.detail());
        }
    }

    /** How often each outcome occurred, in words. */
    private static String summary(List<Replay.Result> results) {
        return Stream.of(Replay.Outcome.values())
                .map(outcome -> results.stream()
                                .filter(result -> result.outcome() == outcome)
                                .count()
                        + " " + outcome.name().toLowerCase(Locale.ROOT).replace('_', ' '))
                .collect(Collectors.joining(", "));
    }

    private void requireSelection() {
        if (all == !ids.isEmpty()) {
            throw new ParameterException(spec.commandLine(), "specify the ids of dead letters, or --all");
        }
        if (!all && !wanted.words().isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(), "--topic, --key, --since, --until and --reason require --all");
        }
    }

    private boolean isDone(Replay.Result result) {
        return switch (result.outcome()) {
            case REPLAYED, REPLAYABLE -> true;
            case SUPERSEDED, REPLAYED_BEFORE, IMPOSSIBLE -> all;
            case REFUSED -> false;
        };
    }

    /** What is said of the given ids that there are no dead letters for. */
    private List<String> missing(List<Replay.Result> results) {
        Set<LogPosition> missing = new LinkedHashSet<>(ids);
        results.forEach(result -> missing.remove(result.id()));
        return missing.stream()
                .map(id ->
                        "dead letter " + id + " doesn't exist, or no longer exists: see './catalog dead-letters list'")
                .toList();
    }
}
