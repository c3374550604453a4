package dev.partnercatalog.cli.console;

import dev.partnercatalog.cli.deadletter.DeadLetter;
import dev.partnercatalog.cli.deadletter.DeadLetterLog;
import dev.partnercatalog.cli.deadletter.LogPosition;
import dev.partnercatalog.cli.deadletter.Replay;
import dev.partnercatalog.cli.topic.OpenTopics;
import dev.partnercatalog.runtime.http.ErrorCode;
import dev.partnercatalog.runtime.http.HttpProblem;
import dev.partnercatalog.schemas.key.InvalidKeyException;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What the console says of dead letters, and what it does to them: they are read when it is asked. */
final class ConsoleLetters {

    /** The most dead letters that are counted by cause. */
    private static final int MOST_COUNTED = 5_000;

    /** The most dead letters that are replayed at once, since a person is waiting. */
    private static final int MOST_REPLAYED = 5_000;

    private static final int LISTED = 100;

    private record Page(List<Cause> causes, List<Map<String, @Nullable Object>> letters) {}

    /**
     * Which dead letters are meant: some by their ids, or all that existed at a time from a topic, with a key or with a
     * cause.
     */
    record Selection(
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

    private record Cause(String topic, String reason, long letters) {}

    private ConsoleLetters() {}

    /** The newest dead letters from a topic and with a reason, null for any; and the newest of all by cause. */
    static Object list(OpenTopics topics, @Nullable String topic, @Nullable String reason) {
        DeadLetterLog log = new DeadLetterLog(topics);
        DeadLetter.Filter any = new DeadLetter.Filter(null, null, null, null, null);
        Map<DeadLetter.Kind, Long> counts = log.newest(any, MOST_COUNTED, DeadLetter.Kind::of).stream()
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
        List<Cause> causes = counts.entrySet().stream()
                .sorted(Map.Entry.<DeadLetter.Kind, Long>comparingByValue().reversed())
                .map(count -> new Cause(count.getKey().topic(), count.getKey().reason(), count.getValue()))
                .toList();
        DeadLetter.Filter filter = new DeadLetter.Filter(topic, null, null, null, reason);
        return new Page(causes, log.newest(filter, LISTED, DeadLetter::listed));
    }

    static Object one(OpenTopics topics, String id) {
        DeadLetter letter = LogPosition.parse(id)
                .flatMap(position -> new DeadLetterLog(topics).find(position))
                .orElseThrow(() -> HttpProblem.of(
                        ErrorCode.NOT_FOUND,
                        "Dead letter " + HttpProblem.shown(id) + " doesn't exist, or no longer exists.",
                        "See the list of dead letters."));
        return letter.decoded(topics.registry());
    }

    /** @param dryRun whether to say only what a replay would do */
    static Replayed replay(OpenTopics topics, Selection wanted, boolean dryRun) {
        List<Replay.Result> results = new ArrayList<>();
        new Replay(topics, new Replay.Mode(false, dryRun), results::add).run(ids(topics, wanted));
        return new Replayed(
                results.stream().collect(Collectors.groupingBy(Replay.Result::outcome, Collectors.counting())),
                results.stream().limit(LISTED).toList());
    }

    private static Set<LogPosition> ids(OpenTopics topics, Selection wanted) {
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
            return new DeadLetterLog(topics).select(filter, MOST_REPLAYED);
        } catch (DateTimeParseException e) {
            throw new InvalidKeyException("until is not a time such as 2026-01-31T12:00:00Z");
        }
    }
}
