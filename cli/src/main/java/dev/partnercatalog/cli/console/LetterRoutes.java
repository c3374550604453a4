package dev.partnercatalog.cli.console;

import dev.partnercatalog.operations.deadletter.DeadLetter;
import dev.partnercatalog.operations.deadletter.DeadLetterFilter;
import dev.partnercatalog.operations.deadletter.DeadLetters;
import dev.partnercatalog.operations.deadletter.LogPosition;
import dev.partnercatalog.operations.deadletter.Payload;
import dev.partnercatalog.operations.deadletter.Replay;
import dev.partnercatalog.operations.deadletter.ReplayResult;
import dev.partnercatalog.operations.deadletter.ReplayResult.Outcome;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.http.ErrorCode;
import dev.partnercatalog.runtime.http.HttpProblem;
import dev.partnercatalog.schemas.key.InvalidKeyException;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import io.javalin.http.Context;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What the console says of dead letters. */
final class LetterRoutes {

    /** The most dead letters that are replayed at once, since a person is waiting. */
    private static final int MOST_REPLAYED = 5_000;

    private static final int LISTED = 100;
    private static final int LONGEST_KEY = 2_000;
    private static final int LONGEST_VALUE = 200_000;

    record Listed(LogPosition id, Instant time, String topic, String key, String reason) {

        static Listed of(DeadLetter letter) {
            DeadLetter.Source source = letter.source();
            byte[] key = letter.key();
            return new Listed(
                    letter.id(),
                    letter.time(),
                    source == null ? "unknown" : source.topic(),
                    key == null ? "" : text(key, LONGEST_KEY),
                    letter.reason());
        }
    }

    record Page(List<LetterIndex.Cause> causes, List<Listed> letters) {}

    /**
     * One dead letter.
     *
     * @param value the decoded event; null if there is none or it can't be decoded
     * @param valueFault why it can't be decoded, or that there is none
     */
    record One(
            Listed letter,
            DeadLetter.@Nullable Source source,
            @Nullable String schema,
            @Nullable String value,
            @Nullable String valueFault,
            @Nullable String bytes) {}

    /**
     * Which dead letters are meant: some by their ids, or all with a cause.
     *
     * @param reason a cause's reason; with it come its topic and the time of the list
     */
    private record Selection(
            @Nullable List<String> ids,
            @Nullable String topic,
            @Nullable String reason,
            @Nullable String until,
            boolean force) {}

    record Replayed(Map<Outcome, Long> outcomes, List<ReplayResult> results) {

        /** In a log line. */
        @Override
        public String toString() {
            return outcomes.toString();
        }
    }

    private final DeadLetters letters;
    private final SchemaRegistry registry;
    private final LetterIndex index;

    LetterRoutes(KafkaSettings kafka, SchemaRegistry registry, LetterIndex index) {
        this.letters = new DeadLetters(kafka, MOST_REPLAYED);
        this.registry = registry;
        this.index = index;
    }

    Page list(Context context) {
        String topic = ConsoleApi.query(context, "topic");
        String reason = ConsoleApi.query(context, "reason");
        DeadLetterFilter filter = filter(topic.isEmpty() ? null : topic, reason.isEmpty() ? null : reason, null);
        return new Page(index.causes(), letters.read(log -> log.newest(filter, LISTED, Listed::of)));
    }

    One one(Context context) {
        String id = context.pathParam("id");
        DeadLetter letter = LogPosition.parse(id)
                .flatMap(position -> letters.read(log -> log.find(position)))
                .orElseThrow(() -> HttpProblem.of(
                        ErrorCode.NOT_FOUND,
                        "Dead letter " + HttpProblem.shown(id) + " doesn't exist, or no longer exists.",
                        "See the list of dead letters."));
        byte[] value = letter.value();
        Listed listed = Listed.of(letter);
        if (value == null) {
            return new One(
                    listed,
                    letter.source(),
                    null,
                    null,
                    letter.omittedBytes() > 0
                            ? "its " + letter.omittedBytes() + " bytes were too large to be kept"
                            : "none: it deletes its key",
                    null);
        }
        Payload payload = Payload.of(letter, value, registry);
        return payload instanceof Payload.Decoded decoded
                ? new One(listed, letter.source(), decoded.schema(), cut(decoded.json(), LONGEST_VALUE), null, null)
                : new One(
                        listed,
                        letter.source(),
                        null,
                        null,
                        ((Payload.Undecodable) payload).why(),
                        text(value, LONGEST_KEY));
    }

    /** @param dryRun whether to say only what a replay would do */
    Replayed replay(Context context, boolean dryRun) {
        Selection wanted = ConsoleJson.read(context, Selection.class);
        List<ReplayResult> results = new ArrayList<>();
        letters.replay(ids(wanted), new Replay.Mode(wanted.force(), dryRun), results::add);
        return new Replayed(
                results.stream().collect(Collectors.groupingBy(ReplayResult::outcome, Collectors.counting())),
                results.stream().limit(LISTED).toList());
    }

    private Collection<LogPosition> ids(Selection wanted) {
        List<String> ids = wanted.ids();
        if (ids != null) {
            return ids.stream()
                    .map(id -> LogPosition.parse(id)
                            .orElseThrow(() -> new InvalidKeyException("a dead letter's id looks like 0-12")))
                    .collect(Collectors.toSet());
        }
        if (wanted.topic() == null || wanted.reason() == null || wanted.until() == null) {
            throw new InvalidKeyException("expected ids, or topic, reason and until");
        }
        try {
            return letters.select(filter(wanted.topic(), wanted.reason(), Instant.parse(wanted.until())));
        } catch (DateTimeParseException e) {
            throw new InvalidKeyException("until is not a time such as 2026-01-31T12:00:00Z");
        }
    }

    private static DeadLetterFilter filter(@Nullable String topic, @Nullable String reason, @Nullable Instant until) {
        return new DeadLetterFilter(topic, null, until, reason);
    }

    private static String text(byte[] bytes, int longest) {
        return cut(new String(bytes, StandardCharsets.UTF_8), longest);
    }

    private static String cut(String text, int longest) {
        return text.length() <= longest ? text : text.substring(0, longest) + "…";
    }
}
