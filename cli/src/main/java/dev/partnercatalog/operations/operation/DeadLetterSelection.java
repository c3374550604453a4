package dev.partnercatalog.operations.operation;

import dev.partnercatalog.operations.deadletter.DeadLetterFilter;
import dev.partnercatalog.operations.deadletter.DeadLetters;
import dev.partnercatalog.operations.deadletter.LogPosition;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The dead letters that an operation is for: by their ids, or all that a filter selects. Immutable.
 *
 * @param given the ids; none for all
 */
public record DeadLetterSelection(
        List<LogPosition> given,
        @Nullable CatalogTopic topic,
        @Nullable Instant since,
        @Nullable Instant until,
        @Nullable String reason) {

    public static final Parameter ID =
            Parameter.positions("id", "ID", Parameter.Form.DEAD_LETTER, "Ids, as shown by 'dead-letters list'.");
    public static final Parameter ALL = Parameter.flag(
            "all",
            "All dead letters that weren't dismissed, or all of these that --topic, --since, --until and --reason select.");
    public static final Parameter TOPIC = Parameter.optional(
            "topic", "TOPIC", Parameter.Form.SOURCE, "Only dead letters from this topic, given without its prefix.");
    public static final Parameter SINCE = Parameter.optional(
            "since",
            "TIME",
            Parameter.Form.TIME,
            "Only dead letters rejected at this time or later: " + PastTime.FORMS + ".");
    public static final Parameter UNTIL = Parameter.optional(
            "until", "TIME", Parameter.Form.TIME, "Only dead letters rejected before this time, given like --since.");
    public static final Parameter REASON =
            Parameter.optional("reason", "TEXT", Parameter.Form.TEXT, "Only dead letters whose reason contains this.");

    static List<Parameter> parameters(Parameter... more) {
        return Stream.concat(Stream.of(ID, ALL, TOPIC, SINCE, UNTIL, REASON), Stream.of(more))
                .toList();
    }

    /** Throws {@link WrongUsageException} if it isn't clear which dead letters are meant. */
    public static DeadLetterSelection of(Given given) {
        List<LogPosition> ids = given.all(ID).stream()
                .map(id -> LogPosition.parse(id).orElseThrow())
                .toList();
        if (given.isOn(ALL) == !ids.isEmpty()) {
            throw new WrongUsageException(ID, "specify the ids of dead letters, or --all");
        }
        if (!given.isOn(ALL) && Stream.of(TOPIC, SINCE, UNTIL, REASON).anyMatch(one -> given.orNull(one) != null)) {
            throw new WrongUsageException(ALL, "--topic, --since, --until and --reason require --all");
        }
        String topic = given.orNull(TOPIC);
        return new DeadLetterSelection(
                ids,
                topic == null ? null : CatalogTopic.ofBaseName(topic).orElseThrow(),
                given.time(SINCE),
                given.time(UNTIL),
                given.orNull(REASON));
    }

    boolean isAll() {
        return given.isEmpty();
    }

    /** The ids of the dead letters, by now. */
    public Collection<LogPosition> ids(DeadLetters letters) {
        return isAll() ? letters.select(filter(letters.kafka().topics().prefix())) : Set.copyOf(given);
    }

    private DeadLetterFilter filter(String prefix) {
        return new DeadLetterFilter(topic == null ? null : topic.name(prefix), since, until, reason, false);
    }

    /** Describes them in words, for the audit log. */
    public String words() {
        return isAll()
                ? "all"
                        + (topic == null ? "" : " from " + topic.baseName())
                        + (since == null ? "" : " since " + since)
                        + (until == null ? "" : " until " + until)
                        + (reason == null ? "" : " whose reason contains: " + reason)
                : given.stream().map(LogPosition::toString).collect(Collectors.joining(", "));
    }
}
