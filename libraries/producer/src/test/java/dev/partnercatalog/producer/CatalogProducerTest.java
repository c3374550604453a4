package dev.partnercatalog.producer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partnercatalog.events.BpdVariant;
import dev.partnercatalog.events.DisplayAttributes;
import dev.partnercatalog.events.Listing;
import dev.partnercatalog.records.SkuBarcode;
import dev.partnercatalog.schemas.key.MalformedEventException;
import dev.partnercatalog.schemas.registry.RecordDeserializer;
import dev.partnercatalog.schemas.registry.RegistryDouble;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CatalogProducerTest {

    private final MockProducer<String, byte[]> kafka =
            new MockProducer<>(true, null, new StringSerializer(), new ByteArraySerializer());
    private final RegistryDouble registry = new RegistryDouble();
    private final SchemaRegistry schemas = new SchemaRegistry(registry.url(), Duration.ofSeconds(5));
    private final ProducerSettings settings =
            new ProducerSettings(Map.of("apicurio.registry.url", registry.url().toString()), "test.");
    private final CatalogProducer producer = new CatalogProducer(kafka, settings);

    @AfterEach
    void close() {
        producer.close();
        registry.close();
    }

    @Test
    void a_record_is_published_with_the_key_made_from_its_fields_in_the_catalogs_format() {
        Listing listing = new Listing(7L, 70L, "HF-35", "4006381333931");

        assertThat(producer.publish(CatalogTopic.LISTINGS, listing)).isCompleted();

        ProducerRecord<String, byte[]> sent = kafka.history().get(0);
        assertThat(sent.topic()).isEqualTo("test.listings");
        assertThat(sent.key()).isEqualTo("7/70/HF-35");
        assertThat(sent.partition()).isNull();
        try (RecordDeserializer<Listing> reader = new RecordDeserializer<>(schemas, Listing.class)) {
            assertThat(reader.deserialize(sent.topic(), sent.value())).isEqualTo(listing);
        }
    }

    @Test
    void a_deletion_is_a_null_value() {
        assertThat(producer.delete(CatalogTopic.LISTINGS, "7/70/HF-35")).isCompleted();

        assertThat(kafka.history()).singleElement().satisfies(sent -> {
            assertThat(sent.key()).isEqualTo("7/70/HF-35");
            assertThat(sent.value()).isNull();
        });
    }

    @Test
    void what_the_catalog_would_refuse_is_refused_and_not_sent() {
        rejected(CatalogTopic.LISTINGS, new Listing(0L, 70L, "HF-35", "1"), "companyId 0 is invalid");
        rejected(CatalogTopic.LISTINGS, new Listing(7L, 70L, "a/b", "1"), "sku \"a/b\" is invalid");
        rejected(CatalogTopic.LISTINGS, new Listing(7L, 70L, "HF-35", "a b"), "barcode \"a b\" is invalid");
        rejected(
                CatalogTopic.BPD_VARIANTS,
                product().setUnitSize(Double.NaN).build(),
                "unitSize NaN is invalid: expected a finite number");
        rejected(CatalogTopic.BPD_VARIANTS, product().setBarcode("").build(), "barcode \"\" is invalid");
        rejected(
                CatalogTopic.BPD_VARIANTS,
                product()
                        .setDescription("x".repeat(TopicSettings.MAX_EVENT_BYTES))
                        .build(),
                "at most " + TopicSettings.MAX_EVENT_BYTES + " are allowed");
        DisplayAttributes ofCompany =
                DisplayAttributes.newBuilder().setCompanyId(7).setBarcode("1").build();
        rejected(CatalogTopic.LOCATION_ATTRIBUTES, ofCompany, "locationId is missing");
        DisplayAttributes ofLocation =
                DisplayAttributes.newBuilder(ofCompany).setLocationId(70L).build();
        rejected(CatalogTopic.COMPANY_ATTRIBUTES, ofLocation, "the key and the value disagree: locationId");

        assertThatThrownBy(() -> producer.delete(CatalogTopic.LISTINGS, "7/HF-35"))
                .isInstanceOf(MalformedEventException.class)
                .hasMessageContaining("expected companyId/locationId/sku");
        assertThat(kafka.history()).isEmpty();
    }

    @Test
    void a_missing_value_is_refused_with_the_fields_name() {
        BpdVariant product = product().build();
        product.put("name", null);

        rejected(CatalogTopic.BPD_VARIANTS, product, "name is missing");
    }

    @Test
    void a_record_for_a_topic_of_another_type_or_of_the_catalog_itself_is_a_programming_error() {
        SpecificRecord listing = new Listing(7L, 70L, "HF-35", "1");
        for (CatalogTopic topic : new CatalogTopic[] {CatalogTopic.BPD_VARIANTS, CatalogTopic.DEAD_LETTERS}) {
            assertThatThrownBy(() -> producer.publish(topic, listing))
                    .isExactlyInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(topic.baseName());
        }
        assertThatThrownBy(() -> producer.publish(CatalogTopic.SKU_BARCODES, new SkuBarcode("1")))
                .isExactlyInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> producer.delete(CatalogTopic.SKU_BARCODES, "7/70/HF-35"))
                .isExactlyInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void what_the_brokers_refuse_fails_the_future() {
        MockProducer<String, byte[]> away =
                new MockProducer<>(false, null, new StringSerializer(), new ByteArraySerializer());
        try (CatalogProducer other = new CatalogProducer(away, settings)) {
            CompletableFuture<?> published =
                    other.publish(CatalogTopic.BPD_VARIANTS, product().build());
            assertThat(published).isNotDone();

            away.errorNext(new TimeoutException("no broker"));

            assertThat(published).isCompletedExceptionally();
        }
    }

    @Test
    void kafka_accepts_the_properties_and_the_users_take_precedence() {
        Map<String, String> away =
                Map.of("bootstrap.servers", "127.0.0.1:1", "apicurio.registry.url", "http://127.0.0.1:1");
        Map<String, String> changed = new HashMap<>(away);
        changed.putAll(Map.of(
                "linger.ms", "0", "sasl.jaas.config", "s3cret", "apicurio.registry.auth.client.secret", "s3cret"));
        ProducerSettings mine = ProducerSettings.of(changed);

        Map<String, Object> properties = mine.producerProperties();

        assertThat(properties).containsEntry("linger.ms", "0").containsEntry("acks", "all");
        assertThat(ProducerConfig.configNames()).containsAll(properties.keySet());
        assertThat(mine.toString()).doesNotContain("s3cret");
        assertThatCode(() -> CatalogProducer.connect(ProducerSettings.of(away)).close())
                .doesNotThrowAnyException();
    }

    private static BpdVariant.Builder product() {
        return BpdVariant.newBuilder().setBarcode("4006381333931").setName("Harbor Fog 3.5 g");
    }

    private void rejected(CatalogTopic topic, SpecificRecord value, String reason) {
        assertThatThrownBy(() -> producer.publish(topic, value))
                .isInstanceOf(MalformedEventException.class)
                .hasMessageContaining(reason);
    }
}
