package dev.partnercatalog.benchmarks;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.partnercatalog.resolution.FieldValues;
import dev.partnercatalog.resolution.VariantField;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.TreeMap;

/** PostgreSQL with the generated catalog's layers, each in a table with an index for its lookups. */
final class LayerDatabase implements AutoCloseable {

    private static final int BATCH = 2_000;

    private static final String SCHEMA = """
            CREATE TABLE bpd (barcode text PRIMARY KEY, layer json NOT NULL);
            CREATE TABLE company (
                company_id bigint, barcode text, override json NOT NULL, attributes json NOT NULL,
                PRIMARY KEY (company_id, barcode));
            CREATE TABLE location (
                company_id bigint, location_id bigint, barcode text, attributes json NOT NULL,
                PRIMARY KEY (company_id, location_id, barcode));
            """;

    private static final ObjectMapper JSON = JsonMapper.builder()
            .defaultPropertyInclusion(
                    JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.ALWAYS))
            .build();
    private final EmbeddedPostgres server;
    private final int variants;

    private LayerDatabase(EmbeddedPostgres server, int variants) {
        this.server = server;
        this.variants = variants;
    }

    /** @param variants number of the generated catalog's variants to use, the first ones */
    static LayerDatabase start(Path folder, int variants) throws IOException, SQLException {
        // Its buffers hold everything, and nothing that only writers need costs anything.
        EmbeddedPostgres server = EmbeddedPostgres.builder()
                .setDataDirectory(folder)
                .setServerConfig("shared_buffers", "1024MB")
                .setServerConfig("random_page_cost", "1.1")
                .setServerConfig("jit", "off")
                .setServerConfig("fsync", "off")
                .start();
        LayerDatabase database = new LayerDatabase(server, variants);
        try {
            database.fill();
            return database;
        } catch (IOException | SQLException e) {
            database.close();
            throw e;
        }
    }

    String url() {
        return server.getJdbcUrl("postgres", "postgres");
    }

    private void fill() throws IOException, SQLException {
        try (Connection connection = DriverManager.getConnection(url() + "&reWriteBatchedInserts=true");
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute(SCHEMA);
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO bpd VALUES (?, ?::json)")) {
                for (int variant = 0; variant < variants; variant++) {
                    FieldValues bpd = GeneratedCatalog.bpd(variant).withDefaults();
                    add(insert, variant, GeneratedCatalog.barcode(variant), layer(bpd));
                }
                insert.executeBatch();
            }
            fillSpecific(connection);
            connection.commit();
            connection.setAutoCommit(true);
            statement.execute("VACUUM ANALYZE");
        }
    }

    private void fillSpecific(Connection connection) throws IOException, SQLException {
        try (PreparedStatement ofCompany = connection.prepareStatement(
                        "INSERT INTO company VALUES (?, ?, ?::json, ?::json) ON CONFLICT DO NOTHING");
                PreparedStatement ofLocation = connection.prepareStatement(
                        "INSERT INTO location VALUES (?, ?, ?, ?::json) ON CONFLICT DO NOTHING")) {
            int number = 0;
            for (CatalogTopics.Specific entry : CatalogTopics.specific(variants)) {
                String barcode = GeneratedCatalog.barcode(entry.variant());
                long companyId = GeneratedCatalog.companyId(entry.company());
                if (entry.ofLocation()) {
                    long locationId = GeneratedCatalog.locationId(entry.company(), entry.location());
                    String own = layer(GeneratedCatalog.locationAttributes(entry.variant(), entry.company()));
                    add(ofLocation, number++, companyId, locationId, barcode, own);
                } else {
                    String override = layer(GeneratedCatalog.override(entry.variant(), entry.company()));
                    String attributes = layer(GeneratedCatalog.attributes(entry.variant(), entry.company()));
                    add(ofCompany, number++, companyId, barcode, override, attributes);
                }
            }
            ofCompany.executeBatch();
            ofLocation.executeBatch();
        }
    }

    /** A layer in its stored form. */
    static String layer(FieldValues values) throws IOException {
        Map<String, Object> set = new TreeMap<>();
        for (VariantField field : VariantField.all()) {
            Object value = values.get(field);
            if (value != null) {
                // In the form in which the API writes whole numbers.
                boolean whole = value instanceof Double number && number == Math.rint(number);
                set.put(field.jsonName(), whole ? (Object) ((Double) value).longValue() : value);
            }
        }
        return JSON.writeValueAsString(set);
    }

    private static void add(PreparedStatement insert, int number, Object... values) throws SQLException {
        for (int i = 0; i < values.length; i++) {
            insert.setObject(i + 1, values[i]);
        }
        insert.addBatch();
        if (number % BATCH == BATCH - 1) {
            insert.executeBatch();
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
