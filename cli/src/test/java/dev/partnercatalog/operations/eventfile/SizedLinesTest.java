package dev.partnercatalog.operations.eventfile;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.schemas.plain.FieldFault;
import dev.partnercatalog.schemas.registry.RecordSerializer;
import dev.partnercatalog.schemas.registry.RegistryDouble;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SizedLinesTest {

    private static final CatalogTopic TOPIC = CatalogTopic.BPD_VARIANTS;
    private static final int LARGEST = TopicSettings.maxEventBytes(TOPIC);

    @ParameterizedTest
    @EnumSource
    void an_event_may_be_as_large_as_its_topic_allows_and_not_a_byte_larger(FileFormat format) throws IOException {
        int name = LARGEST - 1_000;
        name += LARGEST - publishedBytes((Line.Put) read(format, name));
        Line fits = read(format, name);
        assertThat(fits).isInstanceOf(Line.Put.class);
        assertThat(publishedBytes((Line.Put) fits)).isEqualTo(LARGEST);
        assertThat(read(format, name + 1))
                .isInstanceOfSatisfying(
                        Line.Faulty.class,
                        line -> assertThat(FieldFault.inWords(line.faults()))
                                .isEqualTo("the event is " + (LARGEST + 1) + " bytes long: at most " + LARGEST
                                        + " are allowed for key and value together"));
    }

    private static Line read(FileFormat format, int name) throws IOException {
        String text = "x".repeat(name);
        String file = format == FileFormat.CSV
                ? "barcode,name\nb-1," + text + "\n"
                : "{\"barcode\":\"b-1\",\"name\":\"" + text + "\"}\n";
        return Objects.requireNonNull(
                new SizedLines(TOPIC, format.read(TOPIC, new ByteArrayInputStream(file.getBytes(UTF_8)))).next());
    }

    private static int publishedBytes(Line.Put event) {
        try (RegistryDouble registry = new RegistryDouble()) {
            RecordSerializer<SpecificRecord> serializer =
                    new RecordSerializer<>(new SchemaRegistry(registry.url(), Duration.ofSeconds(10)), TOPIC);
            return event.key().getBytes(UTF_8).length
                    + Objects.requireNonNull(serializer.serialize("t." + TOPIC.baseName(), event.value())).length;
        }
    }
}
