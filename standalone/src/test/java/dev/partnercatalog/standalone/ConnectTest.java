package dev.partnercatalog.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.partnercatalog.cli.console.Console;
import dev.partnercatalog.cli.listen.WebhookReceiver;
import dev.partnercatalog.events.BpdVariant;
import dev.partnercatalog.events.Range;
import dev.partnercatalog.query.QueryApiSettings.AddressSettings;
import dev.partnercatalog.schemas.registry.RecordDeserializer;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.StringReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** From a table in PostgreSQL, through a worker of Kafka Connect, to what a partner has, as docs/connect.md says. */
@Tag("processes")
@ExtendWith(CatalogExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ConnectTest {

    private static final String CONNECTOR = "shop";
    private static final String REJECTED = "shop-rejected";
    private static final String HEARTBEATS = "__debezium-heartbeat.shop";
    /** Several pieces of an incremental snapshot. */
    private static final int FIRST = 6_000;

    private static final long COMPANY = 8_400;
    private static final long LOCATION = 8_401;
    private static final ObjectMapper JSON = new ObjectMapper();
    private final Map<String, String> held = new ConcurrentHashMap<>();
    private final Queue<String> refused = new ConcurrentLinkedQueue<>();
    private final List<AutoCloseable> started = new ArrayList<>();

    private CatalogAddresses catalog;
    private PartnerClient partner;
    private ShopDatabase database;
    private ConnectWorker worker;

    @BeforeAll
    void start(CatalogAddresses running, @TempDir Path folder) throws Exception {
        catalog = running;
        database = closing(ShopDatabase.start(folder));
        TopicRecords.create(catalog.kafka().properties(), REJECTED, HEARTBEATS);
        partner = catalog.client("connect");
        WebhookReceiver receiver = closing(new WebhookReceiver(
                0, catalog.webhookSecret("connect"), 204, (message, body) -> receive(message), refused::add));
        catalog.publish(
                CatalogTopic.PARTNERS,
                CompanyEvents.partner("connect", receiver.url().toString(), COMPANY));
        database.execute(
                "INSERT INTO products VALUES ('connect-0', 'of the snapshot', NULL, 3.5, 20.50, '{Indica,Hybrid}')");
        database.execute("INSERT INTO listings VALUES (DEFAULT, 8400, 8401, 'sku-0', 'connect-0')");

        database.execute("INSERT INTO listings (company_id, location_id, sku, ean)"
                + " SELECT 8400, 8401, 'first-' || n, 'connect-0' FROM generate_series(1, " + FIRST + ") n");

        worker = closing(ConnectWorker.start(folder, catalog, Map.of("SHOP_PASSWORD", "change me")));
        worker.run(CONNECTOR, config());
        database.run("snapshot.sql");
        await().until(() -> listings("first-").containsKey("8400/8401/first-1"));
        worker.kill();
        database.execute("DELETE FROM listings WHERE sku = 'first-1'");
        worker.start();
        worker.awaitRunning(CONNECTOR);
    }

    @AfterAll
    void close() throws Exception {
        for (int i = started.size() - 1; i >= 0; i--) {
            started.get(i).close();
        }
    }

    @Test
    void the_documented_worker_runs_beside_a_standalone() throws IOException {
        Properties documented = new Properties();
        documented.load(new StringReader(Files.readString(ConnectWorker.DEPLOY.resolve("worker.properties"))));
        assertThat(URI.create(documented.getProperty("listeners")).getPort())
                .isNotIn(
                        AddressSettings.DEFAULT_API_PORT,
                        AddressSettings.DEFAULT_AUTH_PORT,
                        StandalonePorts.DEFAULT_KAFKA,
                        StandalonePorts.DEFAULT_REGISTRY,
                        Console.Settings.DEFAULT_PORT);
    }

    @Test
    void the_documented_commands_create_the_connector_and_show_its_state(@TempDir Path settings) throws Exception {
        assumeTrue(StandaloneProcess.isThere("curl"), "they are for curl");
        Matcher block = Pattern.compile("(?s)```sh\n( +curl -f -X PUT.*?)```")
                .matcher(Files.readString(Path.of("..", "docs", "connect.md")));
        assertThat(block.find()).isTrue();
        String commands = block.group(1)
                .replace("http://127.0.0.1:8083", worker.rest().toString())
                .replace(
                        "deploy/connect/shop.json",
                        Files.writeString(settings.resolve("shop.json"), config())
                                .toString());
        await().untilAsserted(() -> {
            Process shell = new ProcessBuilder("bash", "-ec", commands).start();
            assertThat(new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .contains("\"state\":\"RUNNING\"");
            assertThat(shell.waitFor()).isZero();
        });
        worker.awaitRunning(CONNECTOR);
    }

    @Test
    void rows_of_the_snapshot_are_served() throws Exception {
        awaitName("connect-0", "of the snapshot");
        assertThat(product("connect-0"))
                .isEqualTo(BpdVariant.newBuilder()
                        .setBarcode("connect-0")
                        .setName("of the snapshot")
                        .setUnitSize(3.5)
                        .setThc(new Range("20.50", "", ""))
                        .setLineages(List.of("Indica", "Hybrid"))
                        .build());
        await().untilAsserted(() -> assertThat(held).containsEntry("connect-0", "of the snapshot"));
    }

    @Test
    void a_row_that_is_inserted_updated_and_deleted_reaches_the_partners_webhook() throws Exception {
        database.execute("INSERT INTO products (ean, name) VALUES ('connect-1', 'inserted')");
        database.execute("INSERT INTO listings VALUES (DEFAULT, 8400, 8401, 'sku-1', 'connect-1')");
        await().untilAsserted(() -> assertThat(held).containsEntry("connect-1", "inserted"));

        database.execute("UPDATE products SET name = 'updated' WHERE ean = 'connect-1'");
        await().untilAsserted(() -> assertThat(held).containsEntry("connect-1", "updated"));
        awaitName("connect-1", "updated");

        database.execute("DELETE FROM listings WHERE sku = 'sku-1'");
        await().untilAsserted(() -> assertThat(held).doesNotContainKey("connect-1"));

        database.execute("DELETE FROM products WHERE ean = 'connect-1'");
        await().untilAsserted(() -> assertThat(product("connect-1")).isNull());
        assertThat(refused).isEmpty();
    }

    @Test
    void a_row_that_gets_another_key_leaves_nothing_under_the_old_one() throws Exception {
        database.execute("INSERT INTO products (ean, name) VALUES ('connect-2', 'moved')");
        database.execute("INSERT INTO listings VALUES (DEFAULT, 8400, 8401, 'sku-2', 'connect-2')");
        awaitSku("sku-2", "connect-2");

        database.execute("UPDATE listings SET sku = 'sku-2b' WHERE sku = 'sku-2'");
        awaitSku("sku-2b", "connect-2");
        awaitSku("sku-2", "");

        database.execute("UPDATE products SET ean = 'connect-2b' WHERE ean = 'connect-2'");
        awaitName("connect-2b", "moved");
        await().untilAsserted(() -> assertThat(product("connect-2")).isNull());
    }

    @Test
    void a_further_column_is_a_field_or_left_out_and_large_values_that_do_not_change_stay() throws Exception {
        database.execute("INSERT INTO products (ean, name) VALUES ('connect-3', 'before')");
        database.execute("ALTER TABLE products ADD COLUMN description text, ADD COLUMN shelf int");
        String large = IntStream.range(0, 3_000).mapToObj(Integer::toHexString).reduce("", String::concat);
        database.execute("ALTER TABLE products ALTER COLUMN description SET STORAGE EXTERNAL");
        database.execute("UPDATE products SET shelf = 4, description = '" + large + "' WHERE ean = 'connect-3'");
        await().untilAsserted(() -> assertThat(product("connect-3"))
                .extracting(BpdVariant::getDescription)
                .isEqualTo(large));

        database.execute("UPDATE products SET name = 'after' WHERE ean = 'connect-3'");
        awaitName("connect-3", "after");
        assertThat(product("connect-3")).extracting(BpdVariant::getDescription).isEqualTo(large);
    }

    @Test
    void a_value_that_does_not_fit_is_put_aside_with_the_reason_and_holds_nothing_up() throws Exception {
        database.execute(
                "INSERT INTO products (ean, name) VALUES ('connect 4', 'with a space'), ('connect-4', 'without')");
        awaitName("connect-4", "without");

        List<ConsumerRecord<byte[], byte[]>> rejected =
                await().until(() -> TopicRecords.of(catalog.kafka(), REJECTED), rows -> !rows.isEmpty());
        assertThat(rejected).allSatisfy(row -> {
            assertThat(TopicRecords.key(row)).isEqualTo("{\"ean\":\"connect 4\"}");
            assertThat(header(row, "__connect.errors.topic")).isEqualTo("shop.public.products");
            assertThat(header(row, "__connect.errors.exception.message")).contains("barcode \"connect 4\" is invalid");
            assertThat(new String(row.value(), StandardCharsets.UTF_8)).contains("\"name\":\"with a space\"");
        });
    }

    @Test
    void a_row_that_is_deleted_after_a_kill_during_the_first_snapshot_does_not_stay() {
        await().untilAsserted(
                        () -> assertThat(listings("first-")).hasSize(FIRST - 1).doesNotContainKey("8400/8401/first-1"));
    }

    @Test
    void a_further_snapshot_publishes_a_new_column_of_rows_that_do_not_change() throws Exception {
        database.execute("INSERT INTO products (ean, name) VALUES ('connect-6', 'x')");
        awaitName("connect-6", "x");
        database.execute("ALTER TABLE products ADD COLUMN strain text DEFAULT 'Kush'");
        database.run("snapshot.sql");
        await().untilAsserted(() -> assertThat(product("connect-6"))
                .extracting(BpdVariant::getStrain)
                .isEqualTo("Kush"));
    }

    @Test
    void heartbeats_advance_while_the_tables_rest() {
        await().untilAsserted(() ->
                assertThat(TopicRecords.of(catalog.kafka(), HEARTBEATS)).isNotEmpty());
    }

    @Test
    void nothing_is_lost_over_a_kill_of_the_worker() throws Exception {
        database.execute("INSERT INTO listings (company_id, location_id, sku, ean)"
                + " SELECT 8400, 8401, 'kill-' || n, 'connect-5' FROM generate_series(1, 400) n");
        // It is killed while it publishes: some listings are there, and none of their positions are committed yet.
        await().until(() -> !listings("kill-").isEmpty());
        worker.kill();
        database.execute("INSERT INTO listings (company_id, location_id, sku, ean)"
                + " SELECT 8400, 8401, 'kill-' || n, 'connect-5' FROM generate_series(401, 500) n");
        database.execute("DELETE FROM listings WHERE sku = 'kill-1'");

        worker.start();
        worker.awaitRunning(CONNECTOR);
        await().untilAsserted(() -> assertThat(listings("kill-")).hasSize(499).doesNotContainKey("8400/8401/kill-1"));
    }

    /** The connector's settings as they are documented, with the addresses of this test. */
    private String config() throws IOException {
        ObjectNode config = (ObjectNode)
                JSON.readTree(ConnectWorker.DEPLOY.resolve("shop.json").toFile());
        return config.put("database.port", String.valueOf(database.port()))
                .put("transforms.catalog.registry.url", catalog.registry().toString())
                .toString();
    }

    private void receive(JsonNode message) {
        message.at("/data/variants")
                .forEach(variant -> held.put(
                        variant.path("barcode").asText(), variant.path("name").asText()));
        message.at("/data/removed")
                .forEach(variant -> held.remove(variant.path("barcode").asText()));
    }

    private void awaitName(String barcode, String name) {
        await().untilAsserted(() -> assertThat(
                        PartnerClient.read(partner.batchGet(COMPANY, LOCATION, List.of(barcode), List.of())
                                        .body())
                                .at("/variants/0/name")
                                .asText())
                .isEqualTo(name));
    }

    private void awaitSku(String sku, String barcode) {
        await().untilAsserted(() -> assertThat(
                        PartnerClient.read(partner.batchGet(COMPANY, LOCATION, List.of(), List.of(sku))
                                        .body())
                                .path("mappedSkuBarcodes")
                                .path(sku)
                                .asText())
                .isEqualTo(barcode));
    }

    /** What the topic has of a product; null if it was deleted or never there. */
    private @Nullable BpdVariant product(String barcode) {
        byte[] value = TopicRecords.newest(catalog.kafka(), name(CatalogTopic.BPD_VARIANTS))
                .get(barcode);
        try (RecordDeserializer<BpdVariant> reader = new RecordDeserializer<>(catalog.schemas(), BpdVariant.class)) {
            return reader.deserialize(name(CatalogTopic.BPD_VARIANTS), value);
        }
    }

    /** The listings of this company whose SKU begins so. */
    private Map<String, byte[]> listings(String sku) {
        Map<String, byte[]> newest = TopicRecords.newest(catalog.kafka(), name(CatalogTopic.LISTINGS));
        newest.entrySet()
                .removeIf(listing -> listing.getValue() == null
                        || !listing.getKey().startsWith(COMPANY + "/" + LOCATION + "/" + sku));
        return newest;
    }

    private String name(CatalogTopic topic) {
        return topic.name(catalog.kafka().topics().prefix());
    }

    private static String header(ConsumerRecord<?, ?> record, String name) {
        return new String(record.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
    }

    private <T extends AutoCloseable> T closing(T resource) {
        started.add(resource);
        return resource;
    }

    /** The database of {@code deploy/connect/shop.sql}, in a PostgreSQL of its own. */
    private static final class ShopDatabase implements AutoCloseable {

        private final EmbeddedPostgres server;
        private final Connection connection;

        private ShopDatabase(EmbeddedPostgres server, Connection connection) {
            this.server = server;
            this.connection = connection;
        }

        static ShopDatabase start(Path folder) throws IOException, SQLException {
            EmbeddedPostgres server = EmbeddedPostgres.builder()
                    .setOverrideWorkingDirectory(folder.resolve("postgres").toFile())
                    .setServerConfig("wal_level", "logical")
                    .setServerConfig("fsync", "off")
                    .start();
            try (Connection administrator = server.getPostgresDatabase().getConnection();
                    Statement statement = administrator.createStatement()) {
                statement.execute("CREATE DATABASE shop");
            }
            ShopDatabase shop = new ShopDatabase(
                    server, server.getDatabase("postgres", "shop").getConnection());
            shop.run("shop.sql");
            return shop;
        }

        int port() {
            return server.getPort();
        }

        /** Runs a file of {@code deploy/connect}. */
        void run(String file) throws IOException, SQLException {
            execute(Files.readString(ConnectWorker.DEPLOY.resolve(file)));
        }

        void execute(String sql) throws SQLException {
            try (Statement statement = connection.createStatement()) {
                statement.execute(sql);
            }
        }

        @Override
        public void close() throws IOException, SQLException {
            connection.close();
            server.close();
        }
    }
}
