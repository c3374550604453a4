package dev.partnercatalog.cli.deadletters;

import dev.partnercatalog.cli.connection.InForm;
import dev.partnercatalog.operations.deadletter.DeadLetterFilter;
import dev.partnercatalog.operations.operation.PastTime;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that select the dead letters to list. Mixed in. */
final class FilterOptions {

    @Option(
            names = "--topic",
            paramLabel = "TOPIC",
            converter = InForm.Source.class,
            description = "Only letters from this topic, given without its prefix.")
    private @Nullable CatalogTopic topic;

    @Option(
            names = "--since",
            paramLabel = "TIME",
            converter = InForm.Time.class,
            description = "Only letters rejected at this time or later: " + PastTime.FORMS + ".")
    private @Nullable Instant since;

    @Option(
            names = "--until",
            paramLabel = "TIME",
            converter = InForm.Time.class,
            description = "Only letters rejected before this time, given like --since.")
    private @Nullable Instant until;

    @Option(names = "--reason", paramLabel = "TEXT", description = "Only letters whose reason contains this.")
    private @Nullable String reason;

    /** @param dismissed whether to select dismissed letters, and only these */
    DeadLetterFilter filter(String topicPrefix, boolean dismissed) {
        return new DeadLetterFilter(topic == null ? null : topic.name(topicPrefix), since, until, reason, dismissed);
    }
}
