package dev.partnercatalog.cli.comparison;

import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;

/**
 * What is compared: a record of one of our topics; or, if the topic is an input, the row of the resolver's stores that
 * comes from the event with this key.
 */
public record Row(CatalogTopic topic, String key) implements Comparable<Row> {

    private static final Comparator<Row> ORDER =
            Comparator.comparing(Row::topic).thenComparing(Row::key);

    long hash() {
        return KeyDigest.hashOf((topic.baseName() + " " + key).getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public int compareTo(Row other) {
        return ORDER.compare(this, other);
    }
}
