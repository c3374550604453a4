package dev.partnercatalog.cli.deadletter;

import dev.partnercatalog.cli.options.InForm;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;

/** Parses the values of options and parameters about dead letters. */
final class DeadLetterForm {

    private DeadLetterForm() {}

    /** Parses a dead letter's id. */
    static final class Id implements ITypeConverter<LogPosition> {
        @Override
        public LogPosition convert(String text) {
            return LogPosition.parse(text)
                    .orElseThrow(() ->
                            InForm.invalid(text, "the id of a dead letter such as 0-17, see 'dead-letters list'"));
        }
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
}
