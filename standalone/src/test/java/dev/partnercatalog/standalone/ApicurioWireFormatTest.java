package dev.partnercatalog.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.partnercatalog.events.BpdVariant;
import dev.partnercatalog.events.Company;
import dev.partnercatalog.events.CompanyConfig;
import dev.partnercatalog.events.CompanyLocation;
import dev.partnercatalog.events.CompanyOverride;
import dev.partnercatalog.events.DisplayAttributes;
import dev.partnercatalog.events.Listing;
import dev.partnercatalog.events.LocationConfig;
import dev.partnercatalog.events.Partner;
import dev.partnercatalog.events.Range;
import dev.partnercatalog.events.WebhookSetting;
import dev.partnercatalog.producer.CatalogProducer;
import dev.partnercatalog.producer.ProducerSettings;
import dev.partnercatalog.schemas.registry.IncompatibleSchemaException;
import dev.partnercatalog.schemas.registry.RecordDeserializer;
import dev.partnercatalog.schemas.registry.RecordSerializer;
import dev.partnercatalog.schemas.registry.RegistryUnavailableException;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import io.apicurio.registry.serde.avro.AvroKafkaDeserializer;
import io.apicurio.registry.serde.avro.AvroKafkaSerializer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Our wire format is Apicurio's: each side reads what the other has written, through a real registry. */
@ExtendWith(CatalogExtension.class)
class ApicurioWireFormatTest {
    private static final String TOPIC = "catalog.companies";
    private static final Company COMPANY = Company.newBuilder()
            .setCompanyId(7)
            .setName("Crème ☃")
            .setProvider("cova")
            .setProviderId("x")
            .setLocations(List.of(new CompanyLocation(8L, "l", "y")))
            .build();

    @Test
    void we_read_what_apicurios_serializer_has_written(CatalogAddresses catalog) {
        try (AvroKafkaSerializer<Company> theirs = new AvroKafkaSerializer<>();
                RecordDeserializer<Company> ours = new RecordDeserializer<>(catalog.schemas(), Company.class)) {
            theirs.configure(configuration(catalog, true), false);
            assertThat(ours.deserialize(TOPIC, theirs.serialize(TOPIC, COMPANY)))
                    .isEqualTo(COMPANY);
        }
    }

    @Test
    void apicurios_deserializer_reads_what_we_have_written(CatalogAddresses catalog) {
        try (AvroKafkaDeserializer<GenericRecord> theirs = new AvroKafkaDeserializer<>();
                RecordSerializer<Company> ours = new RecordSerializer<>(catalog.schemas(), CatalogTopic.COMPANIES)) {
            theirs.configure(configuration(catalog, true), false);
            GenericRecord read = theirs.deserialize(TOPIC, ours.serialize(TOPIC, COMPANY));
            assertThat(read.get("name")).hasToString("Crème ☃");
            assertThat((List<?>) read.get("locations")).hasSize(1);
        }
    }

    @ParameterizedTest
    @MethodSource("events")
    void the_library_for_upstream_teams_writes_what_we_write_byte_for_byte(
            CatalogTopic topic, SpecificRecord event, CatalogAddresses catalog) {
        MockProducer<String, byte[]> sent = sent();
        try (CatalogProducer library = new CatalogProducer(sent, settings(catalog, "true"));
                RecordSerializer<SpecificRecord> ours = new RecordSerializer<>(catalog.schemas(), topic)) {
            assertThat(library.publish(topic, event)).isCompleted();
            assertThat(sent.history().get(0).value()).isEqualTo(ours.serialize(topic.name("catalog."), event));
        }
    }

    @Test
    void every_input_is_compared() {
        assertThat(events().map(event -> event.get()[0]))
                .containsExactlyElementsOf(Arrays.stream(CatalogTopic.values())
                        .filter(CatalogTopic::isInput)
                        .toList());
    }

    @Test
    void the_library_finds_the_schema_without_registering_it(CatalogAddresses catalog) {
        MockProducer<String, byte[]> sent = sent();
        try (CatalogProducer library = new CatalogProducer(sent, settings(catalog, "false"))) {
            assertThat(library.publish(CatalogTopic.COMPANIES, COMPANY)).isCompleted();
        }
        ProducerSettings elsewhere =
                new ProducerSettings(settings(catalog, "false").properties(), "unregistered.");
        try (CatalogProducer library = new CatalogProducer(sent(), elsewhere)) {
            assertThatThrownBy(() -> library.publish(CatalogTopic.COMPANIES, COMPANY))
                    .isInstanceOf(RegistryUnavailableException.class)
                    .hasMessageContainingAll("unregistered.companies-value", "auto-register=false");
        }
    }

    @Test
    void the_library_says_what_the_registry_refuses(CatalogAddresses catalog) {
        Schema other = new Schema.Parser().parse("""
                {"type": "record", "name": "Company", "namespace": "dev.partnercatalog.events", "fields": [
                  {"name": "name", "type": "int", "default": 0}]}""");
        catalog.schemas().contentId("refusing.companies", other);
        ProducerSettings refusing =
                new ProducerSettings(settings(catalog, "true").properties(), "refusing.");
        try (CatalogProducer library = new CatalogProducer(sent(), refusing)) {
            assertThatThrownBy(() -> library.publish(CatalogTopic.COMPANIES, COMPANY))
                    .isInstanceOf(IncompatibleSchemaException.class)
                    .hasMessageContainingAll("refusing.companies-value", "INT", "STRING", "/fields/");
        }
    }

    static Stream<Arguments> events() {
        return Stream.of(
                arguments(
                        CatalogTopic.BPD_VARIANTS,
                        BpdVariant.newBuilder()
                                .setBarcode("4006381333931")
                                .setName("Crème ☃")
                                .setThc(new Range("18", "20", "16"))
                                .setUnitSize(3.5)
                                .build()),
                arguments(
                        CatalogTopic.COMPANY_OVERRIDES,
                        CompanyOverride.newBuilder()
                                .setCompanyId(7)
                                .setBarcode("4006381333931")
                                .build()),
                arguments(
                        CatalogTopic.COMPANY_ATTRIBUTES,
                        DisplayAttributes.newBuilder()
                                .setCompanyId(7)
                                .setBarcode("4006381333931")
                                .build()),
                arguments(
                        CatalogTopic.LOCATION_ATTRIBUTES,
                        DisplayAttributes.newBuilder()
                                .setCompanyId(7)
                                .setLocationId(70L)
                                .setBarcode("4006381333931")
                                .build()),
                arguments(CatalogTopic.LISTINGS, new Listing(7L, 70L, "HF-35", "4006381333931")),
                arguments(CatalogTopic.COMPANIES, COMPANY),
                arguments(
                        CatalogTopic.COMPANY_CONFIGS,
                        CompanyConfig.newBuilder()
                                .setPartnerId("p")
                                .setCompanyId(7)
                                .build()),
                arguments(
                        CatalogTopic.LOCATION_CONFIGS,
                        LocationConfig.newBuilder()
                                .setPartnerId("p")
                                .setCompanyId(7)
                                .setLocationId(70)
                                .build()),
                arguments(
                        CatalogTopic.PARTNERS,
                        new Partner("p", "Partner", true, new WebhookSetting(false, ""), List.of())));
    }

    @Test
    void we_read_a_producers_own_version_of_a_schema_that_holds_less_and_refers_to_its_parts(CatalogAddresses catalog) {
        Schema theirSchema = new Schema.Parser().parse("""
                {"type": "record", "name": "BpdVariant", "namespace": "dev.partnercatalog.events", "fields": [
                  {"name": "thc", "default": {"avg": "", "max": "", "min": ""}, "type":
                    {"type": "record", "name": "Range", "fields": [
                      {"name": "avg", "type": "string", "default": ""},
                      {"name": "max", "type": "string", "default": ""},
                      {"name": "min", "type": "string", "default": ""}]}},
                  {"name": "barcode", "type": "string"}]}""");
        GenericRecord range = new GenericData.Record(theirSchema.getField("thc").schema());
        range.put("avg", "18");
        range.put("max", "");
        range.put("min", "");
        GenericRecord variant = new GenericData.Record(theirSchema);
        variant.put("thc", range);
        variant.put("barcode", "b");
        String topic = "elsewhere.bpd-variants";
        try (AvroKafkaSerializer<GenericRecord> theirs = new AvroKafkaSerializer<>();
                RecordDeserializer<BpdVariant> ours = new RecordDeserializer<>(catalog.schemas(), BpdVariant.class)) {
            theirs.configure(configuration(catalog, false), false);
            BpdVariant read = ours.deserialize(topic, theirs.serialize(topic, variant));
            assertThat(read.getThc()).isEqualTo(new Range("18", "", ""));
            assertThat(read.getPackagedQuantity()).isEqualTo(1);
        }
    }

    private static MockProducer<String, byte[]> sent() {
        return new MockProducer<>(true, null, new StringSerializer(), new ByteArraySerializer());
    }

    private static ProducerSettings settings(CatalogAddresses catalog, String register) {
        return ProducerSettings.of(Map.of(
                "apicurio.registry.url", catalog.registry().toString(), "apicurio.registry.auto-register", register));
    }

    private static Map<String, Object> configuration(CatalogAddresses catalog, boolean whole) {
        return Map.of(
                "apicurio.registry.url",
                catalog.registry() + "/apis/registry/v3",
                "apicurio.registry.auto-register",
                "true",
                // As docs/publishing.md advises: our topics' schemas are registered complete.
                "apicurio.registry.dereference-schema",
                Boolean.toString(whole));
    }
}
