package dev.partnercatalog.cli.publish.eventfile;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.partnercatalog.schemas.plain.FieldFaults.FieldFault;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificDatumReader;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Properties of every record of every input topic. A failure prints the seed to rerun with. */
class NdjsonPropertyTest {

    private static final int RUNS = 300;

    private static final Map<CatalogTopic, List<String>> KEY_FIELDS = Map.of(
            CatalogTopic.BPD_VARIANTS, List.of("barcode"),
            CatalogTopic.COMPANY_OVERRIDES, List.of("companyId", "barcode"),
            CatalogTopic.COMPANY_ATTRIBUTES, List.of("companyId", "barcode"),
            CatalogTopic.LOCATION_ATTRIBUTES, List.of("companyId", "locationId", "barcode"),
            CatalogTopic.LISTINGS, List.of("companyId", "locationId", "sku"),
            CatalogTopic.COMPANIES, List.of("companyId"),
            CatalogTopic.COMPANY_CONFIGS, List.of("partnerId", "companyId"),
            CatalogTopic.LOCATION_CONFIGS, List.of("partnerId", "companyId", "locationId"),
            CatalogTopic.PARTNERS, List.of("partnerId"));

    private final long seed = new Random().nextLong();
    private final Random random = new Random(seed);

    static Stream<CatalogTopic> inputs() {
        return Arrays.stream(CatalogTopic.values()).filter(CatalogTopic::isInput);
    }

    @ParameterizedTest
    @MethodSource("inputs")
    void a_record_written_as_json_comes_back_as_it_was(CatalogTopic topic) throws IOException {
        for (int run = 0; run < RUNS; run++) {
            SpecificRecord record = new RandomRecords(random).record(topic);
            String json = new PlainJson(random).object(record).toString();
            assertThat(read(topic, json)).as("seed %d: %s", seed, json).isInstanceOf(Line.Event.class);
            Line.Event put = (Line.Event) read(topic, json);
            assertThat(put.value())
                    .as("seed %d", seed)
                    .isEqualTo(record)
                    .isEqualTo(throughAvro(topic, Ndjson.value(put)));
            assertThat(put.key()).as("seed %d", seed).isEqualTo(key(topic, record));
        }
    }

    @ParameterizedTest
    @MethodSource("inputs")
    void any_one_field_made_unfit_is_named_and_nothing_else(CatalogTopic topic) {
        for (int run = 0; run < RUNS; run++) {
            ObjectNode object = new PlainJson(random).object(new RandomRecords(random).record(topic));
            List<Spoiler.Change> changes = Spoiler.changes(object, topic.valueSchema(), random);
            Spoiler.Change change = changes.get(random.nextInt(changes.size()));
            change.apply().run();
            assertThat(read(topic, object.toString()))
                    .as("seed %d: %s of %s in %s", seed, change.what(), change.path(), object)
                    .isInstanceOfSatisfying(
                            Line.Faulty.class,
                            line -> assertThat(line.faults())
                                    .extracting(FieldFault::field)
                                    .containsExactly(change.path()));
        }
    }

    private static String key(CatalogTopic topic, SpecificRecord record) {
        return Objects.requireNonNull(KEY_FIELDS.get(topic)).stream()
                .map(field -> String.valueOf(
                        record.get(record.getSchema().getField(field).pos())))
                .collect(Collectors.joining("/"));
    }

    private static SpecificRecord throughAvro(CatalogTopic topic, SpecificRecord record) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(bytes, null);
        new SpecificDatumWriter<SpecificRecord>(topic.valueSchema()).write(record, encoder);
        encoder.flush();
        return new SpecificDatumReader<SpecificRecord>(topic.valueSchema())
                .read(null, DecoderFactory.get().binaryDecoder(bytes.toByteArray(), null));
    }

    private static Line read(CatalogTopic topic, String json) {
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        try {
            return Objects.requireNonNull(new NdjsonReader(topic, new ByteArrayInputStream(bytes)).next());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
