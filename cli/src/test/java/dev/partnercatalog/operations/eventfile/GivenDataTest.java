package dev.partnercatalog.operations.eventfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Reads a folder of real events, {@code <topic>.ndjson}, if one is given by {@code -Dcatalog.data=FOLDER}. */
class GivenDataTest {

    static Stream<CatalogTopic> inputs() {
        return Arrays.stream(CatalogTopic.values()).filter(CatalogTopic::isInput);
    }

    @ParameterizedTest
    @MethodSource("inputs")
    void every_line_fits(CatalogTopic topic) throws IOException {
        String folder = System.getProperty("catalog.data", "");
        Path file = Path.of(folder, topic.baseName() + ".ndjson");
        assumeTrue(
                !folder.isEmpty() && Files.exists(file), "no " + file + ": set -Dcatalog.data to a folder of events");
        try (InputStream in = Files.newInputStream(file)) {
            NdjsonReader reader = new NdjsonReader(topic, in);
            for (Line line = reader.next(); line != null; line = reader.next()) {
                assertThat(line).isInstanceOf(Line.Put.class);
            }
        }
    }
}
