package dev.partnercatalog.cli.publish;

import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.util.Arrays;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses the name of an input topic, without its prefix. */
final class InputTopic implements ITypeConverter<CatalogTopic> {

    @Override
    public CatalogTopic convert(String name) {
        return CatalogTopic.ofBaseName(name)
                .filter(CatalogTopic::isInput)
                .orElseThrow(() -> new TypeConversionException("'" + name + "' is not an input topic; " + choices()));
    }

    static String choices() {
        return Arrays.stream(CatalogTopic.values())
                .filter(CatalogTopic::isInput)
                .map(CatalogTopic::baseName)
                .collect(Collectors.joining(", ", "choose one of ", ", without the prefix"));
    }
}
