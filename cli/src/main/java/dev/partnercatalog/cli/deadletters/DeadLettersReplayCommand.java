package dev.partnercatalog.cli.deadletters;

import dev.partnercatalog.cli.ProgramVersion;
import dev.partnercatalog.cli.audit.AuditOptions;
import dev.partnercatalog.cli.connection.ConnectionOptions;
import dev.partnercatalog.operations.OperatorFault;
import dev.partnercatalog.operations.deadletter.LogPosition;
import dev.partnercatalog.operations.deadletter.Replay;
import dev.partnercatalog.operations.deadletter.ReplayException;
import dev.partnercatalog.operations.deadletter.ReplayResult;
import dev.partnercatalog.operations.deadletter.ReplayResult.Outcome;
import dev.partnercatalog.runtime.PrintableText;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.stream.Collectors;
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
        mixinStandardHelpOptions = true,
        versionProvider = ProgramVersion.class,
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

    @Parameters(
            paramLabel = "ID",
            arity = "0..*",
            converter = IdConverter.class,
            description = "Ids, as shown by 'dead-letters list'.")
    private List<LogPosition> ids = List.of();

    @Option(
            names = "--all",
            description =
                    "All letters that weren't dismissed, or all of these that --topic, --since and --until select.")
    private boolean all;

    @Mixin
    private FilterOptions filter = new FilterOptions();

    @Option(names = "--dry-run", description = "Print what would be done, and do nothing.")
    private boolean dryRun;

    @Option(
            names = "--force",
            description = "Also replay letters that a newer event of the same key supersedes, which they then"
                    + " overwrite, and letters that were replayed before.")
    private boolean force;

    @Option(names = "--json", description = "One JSON object per line, for programs.")
    private boolean json;

    @Override
    public Integer call() {
        if (all == !ids.isEmpty()) {
            throw new ParameterException(spec.commandLine(), "specify the ids of dead letters, or --all");
        }
        if (filter.isGiven() && !all) {
            throw new ParameterException(spec.commandLine(), "--topic, --since and --until require --all");
        }
        if (dryRun) {
            return replay(new EnumMap<>(Outcome.class));
        }
        String target =
                all ? filter.words() : ids.stream().map(LogPosition::toString).collect(Collectors.joining(", "));
        return audit.call(connection, "dead-letters replay", target, entry -> {
            Map<Outcome, Integer> counts = new EnumMap<>(Outcome.class);
            int status = replay(counts);
            if (status == ExitCode.OK) {
                entry.detail(summary(counts));
            } else {
                entry.failed(summary(counts) + "; not all of the given ids");
            }
            return status;
        });
    }

    private int replay(Map<Outcome, Integer> counts) {
        Set<LogPosition> missing = new LinkedHashSet<>(ids);
        replay(result -> {
            counts.merge(result.outcome(), 1, Integer::sum);
            missing.remove(result.id());
            spec.commandLine().getOut().println(line(result));
        });
        missing.forEach(id -> spec.commandLine()
                .getErr()
                .println("catalog: dead letter " + id
                        + " doesn't exist, or no longer exists: see './catalog dead-letters list'"));
        if (!json) {
            spec.commandLine().getOut().println(summary(counts));
        }
        return missing.isEmpty() && isDone(counts) ? ExitCode.OK : ExitCode.SOFTWARE;
    }

    private void replay(Consumer<ReplayResult> told) {
        DeadLetters letters = new DeadLetters(connection);
        Replay.Mode mode = new Replay.Mode(force, dryRun);
        try {
            letters.replay(replay -> {
                if (all) {
                    replay.run(filter.filter(letters.topicPrefix(), false), mode, told);
                } else {
                    replay.run(ids, mode, told);
                }
            });
        } catch (ReplayException e) {
            throw new OperatorFault(String.valueOf(e.getMessage()), e);
        }
    }

    private boolean isDone(Map<Outcome, Integer> counts) {
        boolean replayed = all
                || counts.keySet().stream().allMatch(outcome -> switch (outcome) {
                    case REPLAYED, REPLAYABLE -> true;
                    case SUPERSEDED, REPLAYED_BEFORE, IMPOSSIBLE, REFUSED -> false;
                });
        return replayed && !counts.containsKey(Outcome.REFUSED);
    }

    private String line(ReplayResult result) {
        return json
                ? DeadLetterJson.line(DeadLetterJson.of(result))
                : result.id() + "  " + PrintableText.of(result.detail());
    }

    private static String summary(Map<Outcome, Integer> counts) {
        return "%d replayed, %d replayable, %d superseded, %d replayed before, %d impossible, %d refused"
                .formatted(
                        counts.getOrDefault(Outcome.REPLAYED, 0),
                        counts.getOrDefault(Outcome.REPLAYABLE, 0),
                        counts.getOrDefault(Outcome.SUPERSEDED, 0),
                        counts.getOrDefault(Outcome.REPLAYED_BEFORE, 0),
                        counts.getOrDefault(Outcome.IMPOSSIBLE, 0),
                        counts.getOrDefault(Outcome.REFUSED, 0));
    }
}
