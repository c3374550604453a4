package dev.partnercatalog.cli.deadletter;

import com.fasterxml.jackson.databind.JsonNode;
import dev.partnercatalog.cli.options.ConnectionOptions;
import dev.partnercatalog.cli.options.FormatConverter;
import dev.partnercatalog.cli.output.CommandOutput;
import dev.partnercatalog.cli.output.Json;
import dev.partnercatalog.cli.output.OperatorFault;
import dev.partnercatalog.cli.output.TextTable;
import dev.partnercatalog.cli.topic.OpenTopics;
import dev.partnercatalog.runtime.text.PrintableText;
import dev.partnercatalog.schemas.topic.BrokerUnavailableException;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
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

/** {@code ./catalog dead-letters}. */
@Command(
        name = "dead-letters",
        description = "Show which events were rejected and why; republish them once the fault is fixed.",
        synopsisSubcommandLabel = "COMMAND")
public final class DeadLettersCommand {

    private static final int LONGEST_KEY = 60;

    private static final class Id extends FormatConverter<LogPosition> {
        Id() {
            super(LogPosition::parse, "the id of a dead letter such as 0-17, see 'dead-letters list'");
        }
    }

    private static final class SourceTopic extends FormatConverter.Topic {
        SourceTopic() {
            super(DeadLetterLog::isSource, "a topic that dead letters come from");
        }
    }

    /** The options that select dead letters. Mixed in. */
    private static final class Selection {

        @Option(
                names = "--topic",
                paramLabel = "TOPIC",
                converter = SourceTopic.class,
                description = "Only dead letters from this topic, given without its prefix.")
        private @Nullable CatalogTopic topic;

        @Option(
                names = "--key",
                paramLabel = "KEY",
                description = "Only dead letters whose event has exactly this key.")
        private @Nullable String key;

        @Option(
                names = "--since",
                paramLabel = "TIME",
                converter = FormatConverter.Time.class,
                description = "Only dead letters rejected at this time or later: " + FormatConverter.Time.FORMS + ".")
        private @Nullable Instant since;

        @Option(names = "--reason", paramLabel = "TEXT", description = "Only dead letters whose reason contains this.")
        private @Nullable String reason;

        DeadLetter.Filter filter(OpenTopics topics) {
            return new DeadLetter.Filter(topic == null ? null : topics.nameOf(topic), key, since, null, reason);
        }

        /** What was given, in words; empty if nothing was. */
        String words() {
            return (topic == null ? "" : " from " + topic.baseName())
                    + (key == null ? "" : " of key " + key)
                    + (since == null ? "" : " since " + since)
                    + (reason == null ? "" : " whose reason contains: " + reason);
        }
    }

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Command(
            name = "list",
            description = {
                "Print rejected events, newest first: id, when, where the event came from, its key, and the reason.",
                "'dead-letters show ID' shows more about one."
            })
    void list(
            @Option(
                            names = "--limit",
                            paramLabel = "N",
                            defaultValue = "50",
                            converter = FormatConverter.Id.class,
                            description = "Most dead letters to print, default ${DEFAULT-VALUE}.")
                    Long limit,
            @Mixin ConnectionOptions connection,
            @Mixin Selection wanted,
            @Mixin CommandOutput output) {
        List<Map<String, @Nullable Object>> letters;
        try (OpenTopics topics = connection.open()) {
            // Without their values, which may be megabytes large.
            letters = new DeadLetterLog(topics).newest(wanted.filter(topics), limit, DeadLetter::listed);
        }
        TextTable table = new TextTable("id", "rejected", "from", "key", "replayed", "reason");
        for (Map<String, @Nullable Object> letter : letters) {
            String key = String.valueOf(letter.getOrDefault("key", letter.get("keyBase64")));
            table.row(
                    letter.get("id"),
                    letter.get("time"),
                    letter.get("topic") == null
                            ? "unknown"
                            : letter.get("topic") + " " + letter.get("partition") + "-" + letter.get("offset"),
                    PrintableText.of(key.getBytes(StandardCharsets.UTF_8), LONGEST_KEY),
                    letter.get("origin") == null
                            ? null
                            : "yes; rejected " + letter.get("attempts") + " times; first published at "
                                    + letter.get("origin"),
                    letter.get("reason"));
        }
        output.print(letters, table, "no dead letter matches");
    }

    @Command(
            name = "show",
            description = {
                "Print one rejected event as JSON: the reason, where it came from, its key, headers and value.",
                "The value is decoded with its writer's schema, or else printed in base64."
            })
    void show(
            @Parameters(paramLabel = "ID", converter = Id.class, description = "Id, as shown by 'dead-letters list'.")
                    LogPosition id,
            @Mixin ConnectionOptions connection,
            @Mixin CommandOutput output) {
        try (OpenTopics topics = connection.open()) {
            DeadLetter letter = new DeadLetterLog(topics).find(id).orElseThrow(() -> new OperatorFault(missing(id)));
            JsonNode json = Json.MAPPER.valueToTree(letter.decoded(topics.registry()));
            spec.commandLine().getOut().println(output.isJson() ? json : json.toPrettyString());
        }
    }

    @Command(
            name = "replay",
            description = {
                "Republish rejected events where they came from, once the fault is fixed.",
                "An event is skipped if it would overwrite a newer one of the same key in its topic or if it was"
                        + " replayed before. An event that fails again becomes a new dead letter. Exit status 1 if the"
                        + " brokers refuse an event, or an event given by its id is not replayed."
            })
    int replay(
            @Parameters(
                            paramLabel = "ID",
                            arity = "0..*",
                            converter = Id.class,
                            description = "Ids, as shown by 'dead-letters list'.")
                    @Nullable
                    List<LogPosition> given,
            @Option(
                            names = "--all",
                            description = "All dead letters, or all that --topic, --key, --since and --reason select.")
                    boolean all,
            @Option(names = "--dry-run", description = "Print what would be done, and do nothing.") boolean dryRun,
            @Option(
                            names = "--force",
                            description =
                                    "Also replay those that a newer event supersedes, which they overwrite, or replayed before.")
                    boolean force,
            @Mixin ConnectionOptions connection,
            @Mixin Selection wanted,
            @Mixin CommandOutput output) {
        Set<LogPosition> ids = given == null ? Set.of() : new LinkedHashSet<>(given);
        require(all == ids.isEmpty(), "specify the ids of dead letters, or --all");
        require(all || wanted.words().isEmpty(), "--topic, --key, --since and --reason require --all");
        List<Replay.Result> results = new ArrayList<>();
        List<String> faults = new ArrayList<>();
        try (OpenTopics topics = connection.open()) {
            Set<LogPosition> selected =
                    all ? new DeadLetterLog(topics).select(wanted.filter(topics), DeadLetterLog.MOST_SELECTED) : ids;
            new Replay(topics, new Replay.Mode(force, dryRun), results::add).run(selected);
            Set<LogPosition> found = results.stream().map(Replay.Result::id).collect(Collectors.toSet());
            ids.stream().filter(id -> !found.contains(id)).forEach(id -> faults.add(missing(id)));
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
        output.print(results, table, "");
        faults.forEach(fault -> spec.commandLine().getErr().println("catalog: " + fault));
        if (!output.isJson()) {
            spec.commandLine().getOut().println(summary);
        }
        if (!dryRun) {
            String what = all
                    ? "all" + wanted.words()
                    : ids.stream().map(LogPosition::toString).collect(Collectors.joining(", "));
            CommandOutput.logChange("dead-letters replay", what + ": " + summary);
        }
        boolean isDone = faults.isEmpty() && results.stream().allMatch(result -> isDone(result, all));
        return isDone ? ExitCode.OK : ExitCode.SOFTWARE;
    }

    /** How often each outcome occurred, in words. */
    private static String summary(List<Replay.Result> results) {
        Map<Replay.Outcome, Long> counts =
                results.stream().collect(Collectors.groupingBy(Replay.Result::outcome, Collectors.counting()));
        return Stream.of(Replay.Outcome.values())
                .map(outcome ->
                        counts.getOrDefault(outcome, 0L) + " " + outcome.json().replace('-', ' '))
                .collect(Collectors.joining(", "));
    }

    private static boolean isDone(Replay.Result result, boolean all) {
        return switch (result.outcome()) {
            case REPLAYED, REPLAYABLE -> true;
            case SUPERSEDED, REPLAYED_BEFORE, IMPOSSIBLE -> all;
            case REFUSED -> false;
        };
    }

    private static String missing(LogPosition id) {
        return "dead letter " + id + " doesn't exist, or no longer exists: see './catalog dead-letters list'";
    }

    private void require(boolean condition, String problem) {
        if (!condition) {
            throw new ParameterException(spec.commandLine().getSubcommands().get("replay"), problem);
        }
    }
}
