package dev.partnercatalog.cli.topic;

import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.CatalogTopic.Role;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Converts the name of one of our own topics, without its prefix, to the topic. It must be one that contains records. */
final class OwnTopic implements ITypeConverter<CatalogTopic> {

    @Override
    public CatalogTopic convert(String name) {
        return CatalogTopic.ofBaseName(name)
                .filter(OwnTopic::isOurs)
                .orElseThrow(() -> new TypeConversionException("'" + name
                        + "' is not a topic whose records the catalog itself reads: expected one of "
                        + String.join(
                                ", ", all().stream().map(CatalogTopic::baseName).toList())));
    }

    static List<CatalogTopic> all() {
        return Arrays.stream(CatalogTopic.values()).filter(OwnTopic::isOurs).toList();
    }

    private static boolean isOurs(CatalogTopic topic) {
        return topic.hasSchema() && (topic.role() == Role.TABLE || topic.role() == Role.MESSAGES);
    }
}
