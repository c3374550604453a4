package dev.partnercatalog.cli.deadletters;

import dev.partnercatalog.operations.deadletter.DeadLetterFilter;
import dev.partnercatalog.operations.deadletter.LogPosition;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The dead letters that a command is for: by their ids, or all that a filter selects. Mixed in. */
final class LetterSelection {

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec = CommandSpec.create();

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

    /** Throws {@link ParameterException} if it isn't clear which letters are meant. */
    void check() {
        if (all == !ids.isEmpty()) {
            throw new ParameterException(spec.commandLine(), "specify the ids of dead letters, or --all");
        }
        if (filter.isGiven() && !all) {
            throw new ParameterException(spec.commandLine(), "--topic, --since and --until require --all");
        }
    }

    boolean isAll() {
        return all;
    }

    List<LogPosition> ids() {
        return ids;
    }

    DeadLetterFilter filter(String topicPrefix) {
        return filter.filter(topicPrefix, false);
    }

    /** Describes them in words, for the audit log. */
    String words() {
        return all ? filter.words() : ids.stream().map(LogPosition::toString).collect(Collectors.joining(", "));
    }

    /** Lists the ids that there are no letters for. */
    void tellMissing(Collection<LogPosition> missing) {
        missing.forEach(id -> spec.commandLine()
                .getErr()
                .println("catalog: dead letter " + id
                        + " doesn't exist, or no longer exists: see './catalog dead-letters list'"));
    }
}
