package dev.partnercatalog.console.server;

import dev.partnercatalog.console.page.LetterQuery;
import dev.partnercatalog.operations.deadletter.DeadLetterFilter;
import dev.partnercatalog.operations.topic.Brokers;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
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
                reason.isEmpty() ? null : reason,
                false);
    }

    /**
     * A group of letters, as a preview and the form on it select it. Letters that are rejected after the preview are
     * never part of the group.
     *
     * @param fields the fields of {@link LetterQuery} by their names
     * @param now used if the fields say no end
     */
    DeadLetterFilter group(Function<String, @Nullable String> fields, Instant now) {
        Instant until = RequestFields.time(fields.apply(LetterQuery.UNTIL));
        return of(
                RequestFields.text(fields.apply(LetterQuery.TOPIC)),
                RequestFields.time(fields.apply(LetterQuery.SINCE)),
                until == null ? now : until,
                RequestFields.text(fields.apply(LetterQuery.REASON)));
    }

    /** The fields that select the same group again. */
    static Map<String, String> fields(Function<String, @Nullable String> given, DeadLetterFilter filter) {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put(LetterQuery.TOPIC, RequestFields.text(given.apply(LetterQuery.TOPIC)));
        fields.put(LetterQuery.REASON, RequestFields.text(given.apply(LetterQuery.REASON)));
        if (filter.since() != null) {
            fields.put(LetterQuery.SINCE, filter.since().toString());
        }
        if (filter.until() != null) {
            fields.put(LetterQuery.UNTIL, filter.until().toString());
        }
        return fields;
    }

    static String words(DeadLetterFilter filter) {
        return "all"
                + (filter.topic() == null ? "" : " from " + filter.topic())
                + (filter.since() == null ? "" : " since " + filter.since())
                + (filter.until() == null ? "" : " until " + filter.until())
                + (filter.reason() == null ? "" : " whose reason contains: " + filter.reason());
    }
}
