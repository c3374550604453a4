package dev.partnercatalog.cli.publish;

import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses the name of an input topic, without its prefix, and helps if it isn't one. */
final class InputTopic implements ITypeConverter<CatalogTopic> {

    @Override
    public CatalogTopic convert(String name) {
        Optional<CatalogTopic> topic = CatalogTopic.ofBaseName(name);
        if (topic.isPresent() && topic.get().isInput()) {
            return topic.get();
        }
        if (topic.isPresent()) {
            throw new TypeConversionException("'" + name + "' is written by the system itself; " + choices());
        }
        throw new TypeConversionException(Arrays.stream(CatalogTopic.values())
                .filter(input -> input.isInput() && name.endsWith("." + input.baseName()))
                .findFirst()
                .map(input -> "specify the topic without its prefix: " + input.baseName() + ", not '" + name + "'")
                .orElse("'" + name + "' is not a topic; " + choices()));
    }

    static String choices() {
        return "choose one of "
                + Arrays.stream(CatalogTopic.values())
                        .filter(CatalogTopic::isInput)
                        .map(CatalogTopic::baseName)
                        .collect(Collectors.joining(", "));
    }
}
