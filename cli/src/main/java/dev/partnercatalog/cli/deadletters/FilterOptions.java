package dev.partnercatalog.cli.deadletters;

import dev.partnercatalog.cli.connection.PastTime;
import dev.partnercatalog.operations.deadletter.DeadLetterFilter;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.time.Instant;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options that select dead letters. Mixed in. */
final class FilterOptions {

    @Option(
            names = "--topic",
            paramLabel = "TOPIC",
            converter = SourceTopic.class,
            description = "Only letters from this topic, given without its prefix.")
    private @Nullable CatalogTopic topic;

    @Option(
            names = "--since",
            paramLabel = "TIME",
            converter = PastTime.class,
            description = "Only letters rejected at this time or later: " + PastTime.FORMS + ".")
    private @Nullable Instant since;

    @Option(
            names = "--until",
            paramLabel = "TIME",
            converter = PastTime.class,
            description = "Only letters rejected before this time, given like --since.")
    private @Nullable Instant until;

    /** @param dismissed whether to select dismissed letters, and only these */
    DeadLetterFilter filter(String topicPrefix, boolean dismissed) {
        return new DeadLetterFilter(topic == null ? null : topic.name(topicPrefix), since, until, null, dismissed);
    }

    /** Describes the filter in words, for the audit log. */
    String words() {
        return "all"
                + (topic == null ? "" : " from " + topic.baseName())
                + (since == null ? "" : " since " + since)
                + (until == null ? "" : " until " + until);
    }

    boolean isGiven() {
        return topic != null || since != null || until != null;
    }

    /** A topic whose records can become dead letters. */
    private static final class SourceTopic implements ITypeConverter<CatalogTopic> {
        @Override
        public CatalogTopic convert(String name) {
            return CatalogTopic.ofBaseName(name)
                    .filter(SourceTopic::isSource)
                    .orElseThrow(() -> new TypeConversionException("'" + name + "' is not a topic that dead letters"
                            + " come from; choose one of "
                            + Arrays.stream(CatalogTopic.values())
                                    .filter(SourceTopic::isSource)
                                    .map(CatalogTopic::baseName)
                                    .collect(Collectors.joining(", "))));
        }

        private static boolean isSource(CatalogTopic topic) {
            return topic.isInput() || topic == CatalogTopic.PARTNER_COMMANDS || topic == CatalogTopic.REPAIRS;
        }
    }
}
