package dev.partnercatalog.cli.console;

import dev.partnercatalog.cli.deadletter.DeadLetter;
import dev.partnercatalog.cli.deadletter.DeadLetterLog;
import dev.partnercatalog.cli.deadletter.DeadLetterTable;
import dev.partnercatalog.cli.deadletter.LogPosition;
import dev.partnercatalog.cli.deadletter.Payload;
import dev.partnercatalog.cli.deadletter.Replay;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.http.ErrorCode;
import dev.partnercatalog.runtime.http.HttpProblem;
import dev.partnercatalog.schemas.key.InvalidKeyException;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import io.javalin.http.Context;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What the console says of dead letters. */
final class LetterRoutes {

    /** The most dead letters that are replayed at once, since a person is waiting. */
    private static final int MOST_REPLAYED = 5_000;

    private static final int LISTED = 100;

    private record Page(List<LetterIndex.Cause> causes, List<Map<String, @Nullable Object>> letters) {}

    /**
     * Which dead letters are meant: some by their ids, or all that existed at a time from a topic, with a key or with a
     * cause.
     */
    private record Selection(
            @Nullable List<String> ids,
            @Nullable String topic,
            @Nullable String key,
            @Nullable String reason,
            @Nullable String until) {}

    record Replayed(Map<Replay.Outcome, Long> outcomes, List<Replay.Result> results) {

        /** In a log line. */
        @Override
        public String toString() {
            return outcomes.toString();
        }
    }

    private final KafkaSettings kafka;
    private final SchemaRegistry registry;
    private final LetterIndex index;

    LetterRoutes(KafkaSettings kafka, SchemaRegistry registry, LetterIndex index) {
        this.kafka = kafka;
        this.registry = registry;
        this.index = index;
    }

    Object list(Context context) {
        DeadLetter.Filter filter =
                new DeadLetter.Filter(context.queryParam("topic"), null, null, null, context.queryParam("reason"));
        return new Page(
                index.causes(), DeadLetterLog.read(kafka, log -> log.newest(filter, LISTED, DeadLetterTable::json)));
    }

    Object one(Context context) {
        String id = context.pathParam("id");
        DeadLetter letter = LogPosition.parse(id)
                .flatMap(position -> DeadLetterLog.read(kafka, log -> log.find(position)))
                .orElseThrow(() -> HttpProblem.of(
                        ErrorCode.NOT_FOUND,
                        "Dead letter " + HttpProblem.shown(id) + " doesn't exist, or no longer exists.",
                        "See the list of dead letters."));
        return DeadLetterTable.json(letter, Payload.of(letter, registry));
    }

    /** @param dryRun whether to say only what a replay would do */
    Replayed replay(Context context, boolean dryRun) {
        Selection wanted = ConsoleJson.read(context, Selection.class);
        List<Replay.Result> results = new ArrayList<>();
        Replay.run(kafka, ids(wanted), dryRun, results::add);
        return new Replayed(
                results.stream().collect(Collectors.groupingBy(Replay.Result::outcome, Collectors.counting())),
                results.stream().limit(LISTED).toList());
    }

    private Set<LogPosition> ids(Selection wanted) {
        if (wanted.ids() != null) {
            return wanted.ids().stream()
                    .map(id -> LogPosition.parse(id)
                            .orElseThrow(() -> new InvalidKeyException("a dead letter's id looks like 0-12")))
                    .collect(Collectors.toSet());
        }
        if (wanted.until() == null || (wanted.topic() == null && wanted.key() == null && wanted.reason() == null)) {
            throw new InvalidKeyException("expected ids, or until with a topic, a key or a reason");
        }
        try {
            DeadLetter.Filter filter = new DeadLetter.Filter(
                    wanted.topic(), wanted.key(), null, Instant.parse(wanted.until()), wanted.reason());
            return DeadLetterLog.read(kafka, log -> log.select(filter, MOST_REPLAYED));
        } catch (DateTimeParseException e) {
            throw new InvalidKeyException("until is not a time such as 2026-01-31T12:00:00Z");
        }
    }
}
