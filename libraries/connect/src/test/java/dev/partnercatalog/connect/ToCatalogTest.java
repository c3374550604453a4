package dev.partnercatalog.connect;

import static dev.partnercatalog.connect.Rows.change;
import static dev.partnercatalog.connect.Rows.record;
import static dev.partnercatalog.connect.Rows.row;
import static dev.partnercatalog.connect.Rows.struct;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partnercatalog.connect.Rows.Json;
import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.events.AllowedFields;
import dev.partnercatalog.events.AssetPriority;
import dev.partnercatalog.events.BpdVariant;
import dev.partnercatalog.events.Company;
import dev.partnercatalog.events.CompanyConfig;
import dev.partnercatalog.events.CompanyLocation;
import dev.partnercatalog.events.CompanyOverride;
import dev.partnercatalog.events.DisplayAttributes;
import dev.partnercatalog.events.Listing;
import dev.partnercatalog.events.LocationAllowedFields;
import dev.partnercatalog.events.LocationConfig;
import dev.partnercatalog.events.Partner;
import dev.partnercatalog.events.Range;
import dev.partnercatalog.events.WebhookSetting;
import dev.partnercatalog.schemas.conversion.FieldColumn;
import dev.partnercatalog.schemas.registry.RecordDeserializer;
import dev.partnercatalog.schemas.registry.RegistryDouble;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.connect.converters.ByteArrayConverter;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.storage.StringConverter;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ToCatalogTest {

    private static final String LISTING =
            "{\"company_id\": 7, \"location_id\": 70, \"sku\": \"HF-35\", \"barcode\": \"4006381333931\"}";

    private final RegistryDouble registry = new RegistryDouble();

    @AfterEach
    void close() {
        registry.close();
    }

    static List<Arguments> inputs() {
        AllowedFields allowed = new AllowedFields(true, true, true, true);
        return List.of(
                Arguments.of(
                        CatalogTopic.BPD_VARIANTS,
                        """
                        {"barcode": "b", "name": "Crème ☃", "unit_size": 3.5, "packaged_quantity": 2, "delisted": true,
                         "thc.avg": "20", "thc_max": "22", "lineages": ["Indica", "Hybrid"], "brand": null,
                         "secondaryCannabinoids.CBG.max": "1"}\
                        """,
                        "b",
                        BpdVariant.newBuilder()
                                .setBarcode("b")
                                .setName("Crème ☃")
                                .setUnitSize(3.5)
                                .setPackagedQuantity(2)
                                .setDelisted(true)
                                .setThc(new Range("20", "22", ""))
                                .setLineages(List.of("Indica", "Hybrid"))
                                .setSecondaryCannabinoids(Map.of("CBG", new Range("", "1", "")))
                                .build()),
                Arguments.of(
                        CatalogTopic.COMPANY_OVERRIDES,
                        "{\"companyid\": 7, \"barcode\": \"b\", \"name\": \"\", \"brand\": null, \"thc\": {\"avg\":"
                                + " \"1\", \"max\": null}}",
                        "7/b",
                        CompanyOverride.newBuilder()
                                .setCompanyId(7)
                                .setBarcode("b")
                                .setName("")
                                .setThc(new Range("1", "", ""))
                                .build()),
                Arguments.of(
                        CatalogTopic.COMPANY_ATTRIBUTES,
                        "{\"companyId\": 7, \"locationId\": null, \"barcode\": \"b\", \"tags\": \"[\\\"new\\\"]\"}",
                        "7/b",
                        DisplayAttributes.newBuilder()
                                .setCompanyId(7)
                                .setBarcode("b")
                                .setTags(List.of("new"))
                                .build()),
                Arguments.of(
                        CatalogTopic.LOCATION_ATTRIBUTES,
                        "{\"COMPANY_ID\": 7, \"LOCATION_ID\": 70, \"BARCODE\": \"b\", \"DISPLAY_NAME\": \"n\"}",
                        "7/70/b",
                        DisplayAttributes.newBuilder()
                                .setCompanyId(7)
                                .setLocationId(70L)
                                .setBarcode("b")
                                .setDisplayName("n")
                                .build()),
                Arguments.of(
                        CatalogTopic.LISTINGS, LISTING, "7/70/HF-35", new Listing(7L, 70L, "HF-35", "4006381333931")),
                Arguments.of(
                        CatalogTopic.COMPANIES,
                        """
                        {"company_id": 7, "name": "n", "provider": "cova", "provider_id": "p",
                         "locations": [{"locationId": 70, "name": "l", "providerId": "q"}],
                         "shared_with_partner_ids": "[\\"kiosk\\"]"}\
                        """,
                        "7",
                        new Company(
                                7L, "n", "cova", "p", List.of(new CompanyLocation(70L, "l", "q")), List.of("kiosk"))),
                Arguments.of(
                        CatalogTopic.COMPANY_CONFIGS,
                        """
                        {"partner_id": "kiosk", "company_id": 7, "asset_priority": [{"assetType": "Product", "limit": 2}],
                         "variant_type_preferences": "{\\"\\": [\\"Product\\"]}"}\
                        """,
                        "kiosk/7",
                        CompanyConfig.newBuilder()
                                .setPartnerId("kiosk")
                                .setCompanyId(7)
                                .setAssetPriority(List.of(new AssetPriority("Product", 2)))
                                .setVariantTypePreferences(Map.of("", List.of("Product")))
                                .build()),
                Arguments.of(
                        CatalogTopic.LOCATION_CONFIGS,
                        """
                        {"partner_id": "kiosk", "company_id": 7, "location_id": 70, "allowed_fields_badges": true,
                         "allowed_fields_display_name_overrides": false, "allowed_fields_labels": "true"}\
                        """,
                        "kiosk/7/70",
                        LocationConfig.newBuilder()
                                .setPartnerId("kiosk")
                                .setCompanyId(7)
                                .setLocationId(70)
                                .setAllowedFields(new LocationAllowedFields(true, false, true))
                                .build()),
                Arguments.of(
                        CatalogTopic.PARTNERS,
                        """
                        {"partner_id": "kiosk", "partner_name": "Kiosk", "enabled": true, "webhook_enabled": false,
                         "webhook_url": "", "allowed_companies": [{"id": "7", "name": "n", "provider": "cova",
                         "providerId": "p", "locations": [], "allowedFields": {"badges": true,
                         "cannabinoidOverrides": true, "displayNameOverrides": true, "labels": true}}]}\
                        """,
                        "kiosk",
                        new Partner(
                                "kiosk",
                                "Kiosk",
                                true,
                                new WebhookSetting(false, ""),
                                List.of(new AllowedCompany("7", "n", "cova", "p", allowed, List.of())))));
    }

    @ParameterizedTest
    @MethodSource("inputs")
    void a_row_of_each_input_becomes_its_event(CatalogTopic topic, String json, String key, SpecificRecord value) {
        Map<String, @Nullable Object> row = row(json);
        for (Object published : List.of(row, struct(row), change("c", null, struct(row)))) {
            SourceRecord event = transformation(topic).apply(record(null, published));

            assertThat(event.topic()).isEqualTo("catalog." + topic.baseName());
            assertThat(event.kafkaPartition()).isNull();
            assertThat(key(event)).isEqualTo(key);
            assertThat(value(event, topic)).isEqualTo(value);
            assertThat(event.sourceOffset()).isEqualTo(Map.of("lsn", 1L));
        }
    }

    @Test
    void there_is_a_row_for_every_input() {
        assertThat(inputs())
                .extracting(arguments -> arguments.get()[0])
                .containsExactlyInAnyOrderElementsOf(List.of(CatalogTopic.values()).stream()
                        .filter(CatalogTopic::isInput)
                        .toList());
    }

    @Test
    void a_deleted_row_deletes_its_event_however_the_connector_says_so() {
        Struct key = struct(row("{\"location_id\": 70, \"sku\": \"HF-35\", \"company_id\": 7}"));
        Struct before = struct(row(LISTING));
        Map<String, @Nullable Object> rewritten = row(LISTING);
        rewritten.put("__deleted", "true");
        for (SourceRecord deleted : List.of(
                record(key, null),
                record(key, change("d", before, null)),
                record(null, change("d", before, null)),
                record(key, struct(rewritten)),
                record(null, rewritten))) {
            SourceRecord event = transformation(CatalogTopic.LISTINGS).apply(deleted);
            assertThat(key(event)).isEqualTo("7/70/HF-35");
            assertThat(value(event, CatalogTopic.LISTINGS)).isNull();
        }
        Map<String, @Nullable Object> kept = row(LISTING);
        kept.put("__deleted", "false");
        assertThat(transformation(CatalogTopic.LISTINGS)
                        .apply(record(null, kept))
                        .value())
                .isNotNull();
    }

    @ParameterizedTest
    @MethodSource("inputs")
    void a_whole_number_is_read_in_each_type_that_a_database_has_and_with_trailing_zeros(
            CatalogTopic topic, String json) {
        for (FieldColumn column : FieldColumn.all(topic.valueSchema())) {
            if (List.of("int", "long", "double").contains(column.type().getName())) {
                for (Object two : List.of(
                        (short) 2,
                        2L,
                        2f,
                        2.0,
                        "2",
                        "2.00",
                        new BigDecimal("2"),
                        new BigDecimal("2.00"),
                        new Json("2.0"))) {
                    assertThat(outcome(topic, json, column, two))
                            .as("%s as %s", column, two.getClass())
                            .isEqualTo(outcome(topic, json, column, 2));
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("inputs")
    void json_null_is_null_in_each_column(CatalogTopic topic, String json) {
        for (FieldColumn column : FieldColumn.all(topic.valueSchema())) {
            assertThat(outcome(topic, json, column, new Json("null")))
                    .as("%s", column)
                    .isEqualTo(outcome(topic, json, column, null));
        }
    }

    /** What becomes of a row in which one column has another value, and no other is for the same field. */
    private Object outcome(CatalogTopic topic, String json, FieldColumn column, @Nullable Object value) {
        String name = String.join(".", column.steps());
        Map<String, @Nullable Object> row = row(json);
        row.keySet()
                .removeIf(other -> Stream.concat(
                                Stream.ofNullable(FieldColumn.of(other, topic.valueSchema())),
                                FieldColumn.all(topic.valueSchema()).stream()
                                        .filter(field -> String.join("", field.steps())
                                                .equalsIgnoreCase(other.replace("_", ""))))
                        .anyMatch(column::overlaps));
        row.put(name, value);
        try {
            SourceRecord event = transformation(topic).apply(record(null, struct(row)));
            return Arrays.asList(key(event), value(event, topic));
        } catch (DataException e) {
            return String.valueOf(e.getMessage());
        }
    }

    @Test
    void null_and_trailing_zeros_within_a_json_column_are_read_as_in_a_column_of_their_own() {
        SourceRecord product = transformation(CatalogTopic.BPD_VARIANTS)
                .apply(record(
                        null, struct(Map.of("barcode", "b", "thc", new Json("{\"avg\": null, \"max\": \"22\"}")))));
        assertThat(value(product, CatalogTopic.BPD_VARIANTS))
                .isEqualTo(BpdVariant.newBuilder()
                        .setBarcode("b")
                        .setThc(new Range("", "22", ""))
                        .build());
        SourceRecord config = transformation(CatalogTopic.COMPANY_CONFIGS)
                .apply(record(
                        null,
                        struct(Map.of(
                                "partner_id",
                                "kiosk",
                                "company_id",
                                7,
                                "asset_priority",
                                new Json("[{\"assetType\": \"Product\", \"limit\": 2.00}]")))));
        assertThat(value(config, CatalogTopic.COMPANY_CONFIGS))
                .extracting("assetPriority")
                .isEqualTo(List.of(new AssetPriority("Product", 2)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.1", "3.50"})
    void a_fraction_is_read_as_the_database_shows_it(String given) {
        for (Object size : List.of(Float.valueOf(given), Double.valueOf(given), new BigDecimal(given), given)) {
            SourceRecord event = transformation(CatalogTopic.BPD_VARIANTS)
                    .apply(record(null, struct(Map.of("barcode", "b", "unit_size", size))));
            assertThat(value(event, CatalogTopic.BPD_VARIANTS))
                    .extracting("unitSize")
                    .isEqualTo(Double.valueOf(given));
        }
    }

    @Test
    void a_decimal_without_a_scale_is_a_number() {
        Schema decimal = SchemaBuilder.struct()
                .name("io.debezium.data.VariableScaleDecimal")
                .field("scale", Schema.INT32_SCHEMA)
                .field("value", Schema.BYTES_SCHEMA)
                .build();
        Struct id = new Struct(decimal).put("scale", 2).put("value", new byte[] {2, (byte) 0xBC});
        SourceRecord event = transformation(CatalogTopic.COMPANY_OVERRIDES)
                .apply(record(null, struct(Map.of("company_id", id, "barcode", "b"))));
        assertThat(key(event)).isEqualTo("7/b");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        {"company_id": "x"}                   | companyId: must be a whole number, but is the text "x"
        {"company_id": 7.5}                   | companyId: must be a whole number, but is the number 7.5
        {"company_id": 0}                     | companyId 0 is invalid
        {"company_id": null}                  | companyId: is missing
        {"barcode": 4006381333931}            | barcode: must be text, but is the number 4006381333931
        {"barcode": "a b"}                    | barcode "a b" is invalid
        {"sku": "__debezium_unavailable_value"} | sku: is large and didn't change, so the database didn't send it
        {"sku": {"a": 1}}                     | sku: must be text, but is an object
        {"companyId": 8}                      | companyId: is for the same field as the column company_id
        """)
    void a_value_that_does_not_fit_is_named(String changed, String words) {
        Map<String, @Nullable Object> row = row(LISTING);
        row.putAll(row(changed));
        assertThatThrownBy(() -> transformation(CatalogTopic.LISTINGS).apply(record(null, row)))
                .isInstanceOf(DataException.class)
                .hasMessageStartingWith("a row of shop.public.t doesn't fit catalog.listings: ")
                .hasMessageContaining(words);
    }

    @Test
    void what_no_field_can_be_is_named() {
        Struct row = struct(Map.of(
                "barcode",
                ByteBuffer.wrap(new byte[] {1}),
                "name",
                Date.from(Instant.EPOCH),
                "lineages",
                List.of("__debezium_unavailable_value")));
        assertThatThrownBy(() -> transformation(CatalogTopic.BPD_VARIANTS).apply(record(null, row)))
                .hasMessageContaining("barcode: is bytes, which no field of the catalog is")
                .hasMessageContaining("name: is a date or a time")
                .hasMessageContaining("lineages: is large and didn't change");
    }

    @Test
    void a_record_that_is_too_large_is_refused() {
        Map<String, String> row = Map.of("barcode", "b", "description", "x".repeat(5 << 18));
        assertThatThrownBy(() -> transformation(CatalogTopic.BPD_VARIANTS).apply(record(null, row)))
                .hasMessageContaining("at most 1310720 are allowed for key and value together");
    }

    @Test
    void a_key_of_the_table_must_have_the_fields_of_the_events_key() {
        Struct id = struct(row("{\"id\": 1}"));
        for (Object value : List.of(row(LISTING), change("u", null, struct(row(LISTING))))) {
            assertThatThrownBy(() -> transformation(CatalogTopic.LISTINGS).apply(record(id, value)))
                    .hasMessageContaining("the table's key is id, but the event's is companyId, locationId, sku: ")
                    .hasMessageContaining("message.key.columns");
        }
        assertThatThrownBy(() -> transformation(CatalogTopic.LISTINGS).apply(record(id, null)))
                .hasMessageContaining("the table's key is id");
        assertThatThrownBy(() -> transformation(CatalogTopic.LISTINGS).apply(record(null, null)))
                .hasMessageContaining("nothing says which");
    }

    @Test
    void a_key_of_the_table_with_a_further_column_is_refused_however_the_row_changed() {
        String key = "{\"tenant\": 1, \"company_id\": 7, \"location_id\": 70, \"sku\": \"HF-35\"}";
        for (String further : List.of(key, key.replace("tenant", "barcode"))) {
            Struct ofTable = struct(row(further));
            for (SourceRecord changed : List.of(
                    record(ofTable, struct(row(LISTING))),
                    record(ofTable, null),
                    record(ofTable, change("d", struct(row(LISTING)), null)))) {
                assertThatThrownBy(() -> transformation(CatalogTopic.LISTINGS).apply(changed))
                        .hasMessageContaining(", company_id, location_id, sku, but the event's is companyId,")
                        .hasMessageContaining("message.key.columns");
            }
        }
        Struct ofRouter = struct(row(key.replace("tenant", "__dbz__physicalTableIdentifier")));
        assertThat(key(transformation(CatalogTopic.LISTINGS).apply(record(ofRouter, null))))
                .isEqualTo("7/70/HF-35");
    }

    @Test
    void what_is_no_row_is_refused() {
        assertThatThrownBy(() -> transformation(CatalogTopic.LISTINGS).apply(record(null, "text")))
                .hasMessageContaining("the value must be a row");
        Struct truncated = change("t", struct(row(LISTING)), null);
        truncated.put("before", null);
        assertThatThrownBy(() -> transformation(CatalogTopic.LISTINGS).apply(record(null, truncated)))
                .hasMessageContaining("op t has no row");
    }

    @Test
    void further_columns_are_left_out_or_refused() {
        Map<String, @Nullable Object> row = row(LISTING);
        row.put("updated_at", Date.from(Instant.EPOCH));
        row.put("__source_ts_ms", 1L);
        assertThat(key(transformation(CatalogTopic.LISTINGS).apply(record(null, row))))
                .isEqualTo("7/70/HF-35");
        assertThatThrownBy(() -> transformation(CatalogTopic.LISTINGS, "unknown.columns", "reject")
                        .apply(record(null, row)))
                .hasMessageEndingWith(": updated_at: Listing has no such field");
    }

    @Test
    void a_column_with_another_name_is_renamed_in_the_key_too() {
        ToCatalog<SourceRecord> transformation =
                transformation(CatalogTopic.BPD_VARIANTS, "columns", "ean:barcode,thc_mean:thc.avg");
        SourceRecord event =
                transformation.apply(record(struct(Map.of("ean", "b")), struct(Map.of("ean", "b", "thc_mean", "20"))));
        assertThat(value(event, CatalogTopic.BPD_VARIANTS))
                .isEqualTo(BpdVariant.newBuilder()
                        .setBarcode("b")
                        .setThc(new Range("20", "", ""))
                        .build());
        assertThat(key(transformation.apply(record(struct(Map.of("ean", "b")), null))))
                .isEqualTo("b");
    }

    @Test
    void a_row_that_does_not_fit_goes_to_the_topic_for_such_rows_with_the_reason() {
        ToCatalog<SourceRecord> transformation = transformation(CatalogTopic.LISTINGS, "rejected.topic", "rejected");
        Struct key = struct(row("{\"company_id\": 7, \"location_id\": 70, \"sku\": \"a/b\"}"));
        Map<String, @Nullable Object> row = row(LISTING);
        row.put("sku", "a/b");

        SourceRecord rejected = transformation.apply(record(key, struct(row)));

        assertThat(rejected.topic()).isEqualTo("rejected");
        assertThat(key(rejected)).isEqualTo("{\"company_id\":7,\"location_id\":70,\"sku\":\"a/b\"}");
        assertThat(new String((byte[]) rejected.value(), StandardCharsets.UTF_8))
                .isEqualTo("{\"company_id\":7,\"location_id\":70,\"sku\":\"a/b\",\"barcode\":\"4006381333931\"}");
        assertThat(rejected.headers().lastWithName("__connect.errors.topic").value())
                .isEqualTo(Rows.TABLE);
        assertThat(rejected.headers()
                        .lastWithName("__connect.errors.exception.message")
                        .value())
                .asString()
                .contains("sku \"a/b\" is invalid");
        assertThat(rejected.sourceOffset()).isEqualTo(Map.of("lsn", 1L));
    }

    @Test
    void records_of_other_topics_become_json_unless_they_are_text_or_bytes() {
        ToCatalog<SourceRecord> transformation = transformation(CatalogTopic.LISTINGS);
        SourceRecord heartbeat = transformation.apply(
                record("__debezium-heartbeat.shop", struct(Map.of("server", "shop")), struct(Map.of("ts_ms", 1L))));
        assertThat(heartbeat.topic()).isEqualTo("__debezium-heartbeat.shop");
        assertThat(key(heartbeat)).isEqualTo("{\"server\":\"shop\"}");
        assertThat(heartbeat.value()).isEqualTo("{\"ts_ms\":1}".getBytes(StandardCharsets.UTF_8));
        SourceRecord withoutSchema =
                transformation.apply(record("other", Map.of("server", "shop"), Map.of("ts_ms", List.of(1L))));
        assertThat(key(withoutSchema)).isEqualTo("{\"server\":\"shop\"}");
        assertThat(withoutSchema.value()).isEqualTo("{\"ts_ms\":[1]}".getBytes(StandardCharsets.UTF_8));
        SourceRecord text = record("other", "key", "value");
        assertThat(transformation.apply(text)).isSameAs(text);
        SourceRecord bytes = record("other", "key", ByteBuffer.wrap(new byte[] {1}));
        assertThat(transformation.apply(bytes)).isSameAs(bytes);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        topics       | shop.public.t              | two names with a colon between them are expected
        topics       | shop.public.t:listing      | the catalog's inputs are bpd-variants, company-overrides
        topics       | shop.public.t:resolved-variants | the catalog's inputs are
        topics       | t:listings,t:companies     | its first name occurs twice
        registry.url | 127.0.0.1:8082             | an address with http or https is expected
        registry.url | http://a:b@127.0.0.1:8082  | put them in the file of registry.authorization.file
        columns      | ean                        | two names with a colon between them are expected
        unknown.columns | drop                    | must be one of: ignore, reject
        """)
    void a_wrong_setting_is_refused_before_anything_runs(String setting, String value, String words) {
        assertThatThrownBy(() -> transformation(CatalogTopic.LISTINGS, setting, value))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(words);
    }

    @Test
    void a_renamed_column_must_lead_to_a_field() {
        assertThatThrownBy(() -> transformation(CatalogTopic.LISTINGS, "columns", "ean:barcod"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("none of the topics has a field barcod");
    }

    @Test
    void a_task_does_not_start_without_the_registry() {
        registry.close();
        assertThatThrownBy(() -> transformation(CatalogTopic.LISTINGS))
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("the registry at ")
                .hasMessageNotContaining("Exception");
    }

    private ToCatalog<SourceRecord> transformation(CatalogTopic topic, String... settings) {
        Map<String, String> configs = new HashMap<>(Map.of(
                "topics",
                Rows.TABLE + ":" + topic.baseName(),
                "registry.url",
                registry.url().toString()));
        for (int i = 0; i < settings.length; i += 2) {
            configs.put(settings[i], settings[i + 1]);
        }
        ToCatalog<SourceRecord> transformation = new ToCatalog<>(Duration.ofSeconds(1));
        transformation.configure(configs);
        return transformation;
    }

    private static @Nullable String key(SourceRecord event) {
        byte[] key = new StringConverter().fromConnectData(event.topic(), event.keySchema(), event.key());
        return key == null ? null : new String(key, StandardCharsets.UTF_8);
    }

    private @Nullable SpecificRecord value(SourceRecord event, CatalogTopic topic) {
        byte[] value = new ByteArrayConverter().fromConnectData(event.topic(), event.valueSchema(), event.value());
        SchemaRegistry schemas = new SchemaRegistry(registry.url(), Duration.ofSeconds(5));
        try (RecordDeserializer<?> reader = new RecordDeserializer<>(schemas, topic.valueType())) {
            return reader.deserialize(event.topic(), value);
        }
    }
}
