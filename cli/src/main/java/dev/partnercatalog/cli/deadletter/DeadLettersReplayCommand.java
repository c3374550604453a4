package dev.partnercatalog.cli.deadletter;

import dev.partnercatalog.cli.options.ConnectionOptions;
import dev.partnercatalog.cli.options.InForm;
import dev.partnercatalog.cli.options.PastTime;
import dev.partnercatalog.cli.output.ChangeLog;
import dev.partnercatalog.cli.output.CommandOutput;
import dev.partnercatalog.cli.output.TextTable;
import dev.partnercatalog.cli.output.Told;
import dev.partnercatalog.operations.OperatorFault;
import dev.partnercatalog.operations.deadletter.DeadLetterFilter;
import dev.partnercatalog.operations.deadletter.DeadLetters;
import dev.partnercatalog.operations.deadletter.LogPosition;
import dev.partnercatalog.operations.deadletter.Replay;
import dev.partnercatalog.operations.deadletter.ReplayResult;
import dev.partnercatalog.operations.deadletter.ReplayResult.Outcome;
import dev.partnercatalog.schemas.topic.BrokerUnavailableException;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
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
            converter = InForm.DeadLetter.class,
            description = "Ids, as shown by 'dead-letters list'.")
    private List<LogPosition> ids = List.of();

    @Option(
            names = "--all",
            description = "All dead letters, or all that --topic, --since, --until and --reason select.")
    private boolean all;

    @Option(
            names = "--topic",
            paramLabel = "TOPIC",
            converter = InForm.Source.class,
            description = "Only dead letters from this topic, given without its prefix.")
    private @Nullable CatalogTopic topic;

    @Option(
            names = "--since",
            paramLabel = "TIME",
            converter = InForm.Time.class,
            description = "Only dead letters rejected at this time or later: " + PastTime.FORMS + ".")
    private @Nullable Instant since;

    @Option(
            names = "--until",
            paramLabel = "TIME",
            converter = InForm.Time.class,
            description = "Only dead letters rejected before this time, given like --since.")
    private @Nullable Instant until;

    @Option(names = "--reason", paramLabel = "TEXT", description = "Only dead letters whose reason contains this.")
    private @Nullable String reason;

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
        DeadLetters letters = new DeadLetters(connection.kafka(), Integer.MAX_VALUE);
        List<ReplayResult> results = new ArrayList<>();
        List<String> faults = new ArrayList<>();
        try {
            letters.replay(selected(letters), new Replay.Mode(force, dryRun), results::add);
            faults.addAll(missing(results.stream().map(ReplayResult::id).toList()));
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
            ChangeLog.changed("dead-letters replay", words() + ": " + summary);
            told = Told.status(spec.commandLine(), null);
        }
        return faults.isEmpty() && results.stream().allMatch(this::isDone) ? told : ExitCode.SOFTWARE;
    }

    private record Shown(
            String id, String outcome, @Nullable String topic, String detail) {

        static Shown of(ReplayResult result) {
            return new Shown(
                    result.id().toString(),
                    result.outcome().name().toLowerCase(Locale.ROOT).replace('_', '-'),
                    result.topic(),
                    result.detail());
        }
    }

    /** How often each outcome occurred, in words. */
    private static String summary(List<ReplayResult> results) {
        return Stream.of(Outcome.values())
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
        if (!all && Stream.of(topic, since, until, reason).anyMatch(given -> given != null)) {
            throw new ParameterException(spec.commandLine(), "--topic, --since, --until and --reason require --all");
        }
    }

    private Collection<LogPosition> selected(DeadLetters letters) {
        String prefix = letters.kafka().topics().prefix();
        return all
                ? letters.select(new DeadLetterFilter(topic == null ? null : topic.name(prefix), since, until, reason))
                : Set.copyOf(ids);
    }

    private boolean isDone(ReplayResult result) {
        return switch (result.outcome()) {
            case REPLAYED, REPLAYABLE -> true;
            case SUPERSEDED, REPLAYED_BEFORE, IMPOSSIBLE -> all;
            case REFUSED -> false;
        };
    }

    /** What is said of the given ids that there are no dead letters for. */
    private List<String> missing(Collection<LogPosition> found) {
        Set<LogPosition> missing = new LinkedHashSet<>(ids);
        missing.removeAll(Set.copyOf(found));
        return missing.stream()
                .map(id ->
                        "dead letter " + id + " doesn't exist, or no longer exists: see './catalog dead-letters list'")
                .toList();
    }

    private String words() {
        return all
                ? "all"
                        + (topic == null ? "" : " from " + topic.baseName())
                        + (since == null ? "" : " since " + since)
                        + (until == null ? "" : " until " + until)
                        + (reason == null ? "" : " whose reason contains: " + reason)
                : ids.stream().map(LogPosition::toString).collect(Collectors.joining(", "));
    }
}
