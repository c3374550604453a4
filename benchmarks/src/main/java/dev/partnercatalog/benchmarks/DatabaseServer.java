package dev.partnercatalog.benchmarks;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.partnercatalog.resolution.FieldValues;
import dev.partnercatalog.resolution.VariantField;
import dev.partnercatalog.runtime.http.Routes;
import io.javalin.http.Context;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The batch-get as one would write it without this system: a Javalin handler that reads all layers of a batch with one
 * query of PostgreSQL, which has them in its memory, and applies them. It checks no token.
 */
final class DatabaseServer {

    private static final String QUERY = """
            SELECT asked.barcode, bpd.layer, company.override, company.attributes, location.attributes
            FROM unnest(?::text[]) WITH ORDINALITY AS asked (barcode, number)
            JOIN bpd ON bpd.barcode = asked.barcode
            LEFT JOIN company ON company.company_id = ? AND company.barcode = asked.barcode
            LEFT JOIN location
                ON location.company_id = ? AND location.location_id = ? AND location.barcode = asked.barcode
            ORDER BY asked.number
            """;

    private static final String SCHEMA = """
            CREATE TABLE bpd (barcode text PRIMARY KEY, layer json NOT NULL);
            CREATE TABLE company (
                company_id bigint, barcode text, override json NOT NULL, attributes json NOT NULL,
                PRIMARY KEY (company_id, barcode));
            CREATE TABLE location (
                company_id bigint, location_id bigint, barcode text, attributes json NOT NULL,
                PRIMARY KEY (company_id, location_id, barcode));
            """;

    private static final int INSERTED_AT_ONCE = 2_000;

    private static final ObjectMapper JSON = JsonMapper.builder()
            .defaultPropertyInclusion(
                    JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.ALWAYS))
            .build();
    private static final List<String> ASSET_TYPES = List.of("Product", "ComboProduct", "PrimaryBrand");

    /** What an override must leave unchanged if the flag for it is off. */
    private static final Set<String> CANNABINOIDS =
            Set.of("thc", "cbd", "tac", "secondaryCannabinoids", "cannabisUnitOfMeasure");

    /** What display attributes change if the flags for the others are off. */
    private static final Set<String> TEXTS = Set.of("description", "shortDescription", "tags");

    private final BlockingQueue<PreparedStatement> statements = new LinkedBlockingQueue<>();

    /** More than there are processors, because a connection's process also waits for its client. */
    private static final int CONNECTIONS = 8;

    private DatabaseServer(String url) throws SQLException {
        for (int i = 0; i < CONNECTIONS; i++) {
            statements.add(DriverManager.getConnection(url).prepareStatement(QUERY));
        }
    }

    /** Takes a folder for the database, and the number of the generated catalog's variants to put into it, the first ones. */
    public static void main(String[] arguments) throws Exception {
        // Its buffers hold everything, and nothing that only writers need costs anything.
        try (EmbeddedPostgres database = EmbeddedPostgres.builder()
                .setDataDirectory(Path.of(arguments[0]))
                .setServerConfig("shared_buffers", "1024MB")
                .setServerConfig("random_page_cost", "1.1")
                .setServerConfig("jit", "off")
                .setServerConfig("fsync", "off")
                .start()) {
            String url = database.getJdbcUrl("postgres", "postgres");
            fill(url + "&reWriteBatchedInserts=true", Integer.parseInt(arguments[1]));
            DatabaseServer handler = new DatabaseServer(url);
            JavaProcess.serve(new Routes().post("/v1/{companyId}/variants/batch-get", handler::batchGet));
        }
    }

    private static void fill(String url, int variants) throws SQLException {
        List<GeneratedCatalog.Specific> specific = GeneratedCatalog.specific(variants);
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute(SCHEMA);
            insert(
                    connection,
                    "INSERT INTO bpd VALUES (?, ?::json)",
                    IntStream.range(0, variants).boxed(),
                    variant -> List.of(
                            GeneratedCatalog.barcode(variant),
                            layer(GeneratedCatalog.bpd(variant).withDefaults())));
            insert(
                    connection,
                    "INSERT INTO company VALUES (?, ?, ?::json, ?::json) ON CONFLICT DO NOTHING",
                    specific.stream().filter(entry -> !entry.ofLocation()),
                    entry -> List.of(
                            GeneratedCatalog.companyId(entry.company()),
                            GeneratedCatalog.barcode(entry.variant()),
                            layer(GeneratedCatalog.override(entry.variant(), entry.company())),
                            layer(GeneratedCatalog.attributes(entry.variant(), entry.company()))));
            insert(
                    connection,
                    "INSERT INTO location VALUES (?, ?, ?, ?::json) ON CONFLICT DO NOTHING",
                    specific.stream().filter(GeneratedCatalog.Specific::ofLocation),
                    entry -> List.of(
                            GeneratedCatalog.companyId(entry.company()),
                            GeneratedCatalog.locationId(entry.company(), entry.location()),
                            GeneratedCatalog.barcode(entry.variant()),
                            layer(GeneratedCatalog.locationAttributes(entry.variant(), entry.company()))));
            connection.commit();
            connection.setAutoCommit(true);
            statement.execute("VACUUM ANALYZE");
        }
    }

    private static <T> void insert(Connection connection, String sql, Stream<T> entries, Function<T, List<Object>> row)
            throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(sql)) {
            int number = 0;
            for (T entry : (Iterable<T>) entries::iterator) {
                set(insert, row.apply(entry).toArray());
                insert.addBatch();
                if (++number % INSERTED_AT_ONCE == 0) {
                    insert.executeBatch();
                }
            }
            insert.executeBatch();
        }
    }

    private static void set(PreparedStatement statement, Object... values) throws SQLException {
        for (int i = 0; i < values.length; i++) {
            statement.setObject(i + 1, values[i]);
        }
    }

    /** A layer in its stored form. */
    static String layer(FieldValues values) {
        Map<String, Object> set = new TreeMap<>();
        for (VariantField field : VariantField.all()) {
            Object value = values.get(field);
            if (value != null) {
                // In the form in which the API writes whole numbers.
                boolean isWhole = value instanceof Double number && number == Math.rint(number);
                set.put(field.jsonName(), isWhole ? (Object) ((Double) value).longValue() : value);
            }
        }
        return JSON.valueToTree(set).toString();
    }

    private void batchGet(Context context) throws IOException, SQLException, InterruptedException {
        long companyId = Long.parseLong(context.pathParam("companyId"));
        JsonNode request = JSON.readTree(context.bodyAsBytes());
        long locationId = request.path("locationId").asLong();
        String[] barcodes = JSON.convertValue(request.path("barcodes"), String[].class);
        Answer answer = new Answer(companyId, locationId, barcodes);
        PreparedStatement statement = statements.take();
        try {
            set(statement, barcodes, companyId, companyId, locationId);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    answer.add(
                            rows.getString(1),
                            rows.getString(2),
                            rows.getString(3),
                            rows.getString(4),
                            rows.getString(5));
                }
            }
        } finally {
            statements.add(statement);
        }
        byte[] json = answer.json();
        context.res().setContentLength(json.length);
        context.res().getOutputStream().write(json);
    }

    /** A batch-get's response built from layers in JSON, for a partner without flags and without configurations. */
    static final class Answer {

        private final long companyId;
        private final long locationId;
        private final Set<String> failed;
        private final ArrayNode variants = JSON.createArrayNode();

        Answer(long companyId, long locationId, String[] barcodes) {
            this.companyId = companyId;
            this.locationId = locationId;
            this.failed = new LinkedHashSet<>(Arrays.asList(barcodes));
        }

        /** Adds the next variant from its layers, lowest first. */
        void add(
                String barcode,
                String bpd,
                @Nullable String override,
                @Nullable String companyAttributes,
                @Nullable String locationAttributes)
                throws IOException {
            failed.remove(barcode);
            ObjectNode variant = (ObjectNode) JSON.readTree(bpd);
            ObjectNode source = JSON.createObjectNode();
            variant.fieldNames().forEachRemaining(field -> source.put(field, "BPD"));
            Predicate<String> texts = TEXTS::contains;
            apply(variant, source, override, Predicate.not(CANNABINOIDS::contains), "Company");
            apply(variant, source, companyAttributes, texts, "Company");
            apply(variant, source, locationAttributes, texts, "Location");
            limit(variant, "assets");
            limit(variant, "brandAssets");
            variant.set("catalogSource", source);
            variant.put("barcode", barcode).put("companyId", companyId).put("locationId", locationId);
            variants.add(variant);
        }

        private static void apply(
                ObjectNode variant, ObjectNode source, @Nullable String layer, Predicate<String> allowed, String name)
                throws IOException {
            if (layer != null) {
                for (Map.Entry<String, JsonNode> field : JSON.readTree(layer).properties()) {
                    if (allowed.test(field.getKey())) {
                        variant.set(field.getKey(), field.getValue());
                        source.put(field.getKey(), name);
                    }
                }
            }
        }

        /** One asset of each type that is returned without a configuration. */
        private static void limit(ObjectNode variant, String field) {
            ObjectNode kept = variant.objectNode();
            for (String type : ASSET_TYPES) {
                JsonNode assets = variant.path(field).path(type);
                if (assets instanceof ArrayNode && !assets.isEmpty()) {
                    kept.putArray(type).add(assets.path(0));
                }
            }
            variant.set(field, kept);
        }

        byte[] json() throws IOException {
            ObjectNode answer = JSON.createObjectNode();
            answer.set("variants", variants);
            failed.forEach(answer.putArray("failedBarcodes")::add);
            answer.putArray("failedSkus");
            answer.putObject("mappedSkuBarcodes");
            return JSON.writeValueAsBytes(answer);
        }
    }
}
