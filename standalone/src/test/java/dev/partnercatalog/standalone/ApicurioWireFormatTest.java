package dev.partnercatalog.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partnercatalog.events.BpdVariant;
import dev.partnercatalog.events.Company;
import dev.partnercatalog.events.CompanyLocation;
import dev.partnercatalog.events.Range;
import dev.partnercatalog.schemas.registry.IncompatibleSchemaException;
import dev.partnercatalog.schemas.registry.RecordDeserializer;
import dev.partnercatalog.schemas.registry.RecordSerializer;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import io.apicurio.registry.serde.avro.AvroKafkaDeserializer;
import io.apicurio.registry.serde.avro.AvroKafkaSerializer;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

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

    @Test
    void asking_whether_a_schema_would_be_taken_registers_nothing(CatalogAddresses catalog) {
        Schema whole = CatalogTopic.COMPANIES.valueSchema();
        Schema other = Schema.createRecord("Company", null, "dev.partnercatalog.events", false, List.of());
        assertThatCode(() -> catalog.schemas().requireCompatible("dry-run.companies", other))
                .doesNotThrowAnyException();
        catalog.schemas().contentId("dry-run.companies", whole);
        assertThatCode(() -> catalog.schemas().requireCompatible("dry-run.companies", whole))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> catalog.schemas().requireCompatible("dry-run.companies", other))
                .isInstanceOf(IncompatibleSchemaException.class)
                .hasMessageContaining("dry-run.companies-value");
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
