package dev.partnercatalog.cli.deadletter;

import dev.partnercatalog.cli.options.InForm;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.time.Instant;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;

/** The options that select dead letters. */
final class DeadLetterOptions {

    @Option(
            names = "--topic",
            paramLabel = "TOPIC",
            converter = Source.class,
            description = "Only dead letters from this topic, given without its prefix.")
    private @Nullable CatalogTopic topic;

    @Option(names = "--key", paramLabel = "KEY", description = "Only dead letters whose event has exactly this key.")
    private @Nullable String key;

    @Option(
            names = "--since",
            paramLabel = "TIME",
            converter = InForm.Time.class,
            description = "Only dead letters rejected at this time or later: " + InForm.Time.FORMS + ".")
    private @Nullable Instant since;

    @Option(names = "--reason", paramLabel = "TEXT", description = "Only dead letters whose reason contains this.")
    private @Nullable String reason;

    DeadLetter.Filter filter(KafkaSettings kafka) {
        String source = topic == null ? null : topic.name(kafka.topics().prefix());
        return new DeadLetter.Filter(source, key, since, null, reason);
    }

    /** What was given, in words; empty if nothing was. */
    String words() {
        return Stream.of(
                        said(" from ", topic == null ? null : topic.baseName()),
                        said(" of key ", key),
                        said(" since ", since),
                        said(" whose reason contains: ", reason))
                .collect(Collectors.joining());
    }

    private static String said(String words, @Nullable Object value) {
        return value == null ? "" : words + value;
    }

    /** Parses the name of a topic that dead letters come from. */
    static final class Source implements ITypeConverter<CatalogTopic> {
        @Override
        public CatalogTopic convert(String text) {
            return DeadLetterLog.sources().stream()
                    .filter(topic -> topic.baseName().equals(text))
                    .findFirst()
                    .orElseThrow(() -> InForm.invalid(
                            text,
                            "a topic that dead letters come from: "
                                    + DeadLetterLog.sources().stream()
                                            .map(CatalogTopic::baseName)
                                            .collect(Collectors.joining(", "))));
        }
    }

    /** Parses a dead letter's id. */
    static final class Id implements ITypeConverter<LogPosition> {
        @Override
        public LogPosition convert(String text) {
            return LogPosition.parse(text)
                    .orElseThrow(() ->
                            InForm.invalid(text, "the id of a dead letter such as 0-17, see 'dead-letters list'"));
        }
    }
}
