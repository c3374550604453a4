package dev.partnercatalog.cli.console;

import dev.partnercatalog.cli.deadletter.DeadLetter;
import dev.partnercatalog.cli.deadletter.DeadLetterLog;
import dev.partnercatalog.cli.deadletter.LogPosition;
import dev.partnercatalog.cli.deadletter.Replay;
import dev.partnercatalog.cli.topic.OpenTopics;
import dev.partnercatalog.cli.topic.OpenTopics.TopicReceiver;
import dev.partnercatalog.runtime.http.ErrorCode;
import dev.partnercatalog.runtime.http.HttpProblem;
import dev.partnercatalog.schemas.key.InvalidKeyException;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * What the console says of dead letters, and what it does to them: the newest ones are counted by cause, each is read
 * when it is asked for. Thread-safe.
 */
final class ConsoleLetters implements TopicReceiver {

    private static final int MOST = 100_000;

    /** The most dead letters that are replayed at once, since a person is waiting. */
    private static final int MOST_REPLAYED = 5_000;

    private static final int LISTED = 100;

    /** The most causes that are listed, and the longest one, in characters: anybody may write what is counted. */
    private static final int MOST_CAUSES = 1_000;

    private static final int LONGEST_CAUSE = 500;

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

    /** An event's last dead letter. */
    private record Letter(LogPosition id, DeadLetter.Kind cause) {}

    private record Cause(String topic, String reason, long letters) {}

    private final Map<DeadLetter.Event, Letter> letters = new LinkedHashMap<>();

    /** The causes of late, each once, for all its letters. */
    private final Map<DeadLetter.Kind, DeadLetter.Kind> causes = new HashMap<>();

    @Override
    public synchronized void begin(int partitions) {
        letters.clear();
        causes.clear();
    }

    @Override
    public long latest() {
        return MOST;
    }

    @Override
    public synchronized void accept(ConsumerRecord<byte[], byte[]> record) {
        DeadLetter letter = DeadLetter.of(record);
        DeadLetter.Kind kind = DeadLetter.Kind.of(letter);
        String reason = kind.reason();
        DeadLetter.Kind cause =
                new DeadLetter.Kind(kind.topic(), reason.substring(0, Math.min(LONGEST_CAUSE, reason.length())));
        if (causes.size() >= MOST_CAUSES) {
            causes.clear();
        }
        // One that was republished and rejected again is the newest.
        letters.remove(letter.event());
        letters.put(letter.event(), new Letter(letter.id(), causes.computeIfAbsent(cause, each -> each)));
        if (letters.size() > MOST) {
            letters.remove(letters.keySet().iterator().next());
        }
    }

    /** @param beginnings the first offset of each partition of dead letters that still exists */
    synchronized void expire(Map<TopicPartition, Long> beginnings) {
        beginnings.forEach((partition, first) -> letters.values()
                .removeIf(letter -> letter.id().partition() == partition.partition()
                        && letter.id().offset() < first));
    }

    /** The number of dead letters, as far as they have been counted: {@value #MOST} at most. */
    synchronized long size() {
        return letters.size();
    }

    /** The causes, the most frequent first. */
    private synchronized List<Cause> causes() {
        Map<DeadLetter.Kind, Long> counts = new HashMap<>();
        letters.values().forEach(letter -> counts.merge(letter.cause(), 1L, Long::sum));
        return counts.entrySet().stream()
                .sorted(Map.Entry.<DeadLetter.Kind, Long>comparingByValue().reversed())
                .limit(MOST_CAUSES)
                .map(count -> new Cause(count.getKey().topic(), count.getKey().reason(), count.getValue()))
                .toList();
    }

    Object list(OpenTopics topics, @Nullable String topic, @Nullable String reason) {
        DeadLetter.Filter filter = new DeadLetter.Filter(topic, null, null, null, reason);
        return new Page(causes(), new DeadLetterLog(topics).newest(filter, LISTED, DeadLetter::listed));
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
