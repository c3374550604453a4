package dev.partnercatalog.cli.publish;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.schemas.conversion.FieldFaults.FieldFault;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.avro.specific.SpecificRecord;

/** Reads lines in tests. JSON is written with single quotes for readability. */
final class Ndjson {

    private Ndjson() {}

    /** The value of the record that a line publishes. */
    static SpecificRecord put(CatalogTopic topic, String json) {
        return value(read(topic, json));
    }

    static SpecificRecord value(Line line) {
        return Objects.requireNonNull(((Line.Event) line).value());
    }

    static List<FieldFault> faults(CatalogTopic topic, String json) {
        Line line = read(topic, json);
        assertThat(line).isInstanceOf(Line.Faulty.class);
        return ((Line.Faulty) line).faults();
    }

    /** One line, written with single quotes for readability. */
    static Line read(CatalogTopic topic, String json) {
        return lines(topic, json.replace('\'', '"').getBytes(StandardCharsets.UTF_8))
                .get(0);
    }

    static List<Line> lines(CatalogTopic topic, byte[] ndjson) {
        return all(new NdjsonReader(topic, new ByteArrayInputStream(ndjson)));
    }

    static ByteArrayInputStream stream(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    static List<Line> all(Line.Reader reader) {
        List<Line> lines = new ArrayList<>();
        try {
            for (Line line = reader.next(); line != null; line = reader.next()) {
                lines.add(line);
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return lines;
    }
}
