package dev.partnercatalog.console.server;

import dev.partnercatalog.operations.deadletter.DeadLetterFilter;
import dev.partnercatalog.operations.topic.Brokers;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads the selection of dead letters from a request. */
public final class LetterFilters {

    private final Map<String, CatalogTopic> topics;
    private final Function<CatalogTopic, String> names;

    public LetterFilters(Brokers brokers) {
        this.names = brokers::nameOf;
        this.topics = Arrays.stream(CatalogTopic.values()).collect(Collectors.toMap(names, Function.identity()));
    }

    /** The name of one of the catalog's topics without its prefix; null if it is none of them. */
    @Nullable
    String baseName(String topic) {
        CatalogTopic known = topics.get(topic);
        return known == null ? null : known.baseName();
    }

    /**
     * A filter.
     *
     * @param topic a name without prefix; empty for any topic
     * @param reason empty for any reason
     * @throws Faults.NoSuchPageException if there is no such topic
     */
    DeadLetterFilter of(String topic, @Nullable Instant since, @Nullable Instant until, String reason) {
        return new DeadLetterFilter(
                topic.isEmpty()
                        ? null
                        : CatalogTopic.ofBaseName(topic)
                                .map(names)
                                .orElseThrow(() -> new Faults.NoSuchPageException("There is no topic " + topic + ".")),
                since,
                until,
                reason.isEmpty() ? null : reason);
    }

    static String text(@Nullable String value) {
        return value == null ? "" : value.strip();
    }

    /** @throws Faults.NoSuchPageException if the text is not a time */
    static @Nullable Instant time(@Nullable String text) {
        try {
            return text == null ? null : Instant.parse(text);
        } catch (DateTimeParseException e) {
            throw new Faults.NoSuchPageException("There are no dead letters from that time.");
        }
    }
}
