package dev.partnercatalog.benchmarks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.partnercatalog.runtime.http.Routes;
import io.javalin.http.Context;
import java.io.IOException;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * The batch-get as one would write it without this system: a Javalin handler that reads all layers of a batch with one
 * database query and applies them. It checks no token.
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

    private static final ObjectMapper JSON = new ObjectMapper();
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

    /** Takes the database's URL. */
    public static void main(String[] arguments) throws Exception {
        DatabaseServer handler = new DatabaseServer(arguments[0]);
        JavaProcess.serve(new Routes().post("/v1/{companyId}/variants/batch-get", handler::batchGet));
    }

    private void batchGet(Context context) throws IOException, SQLException, InterruptedException {
        long companyId = Long.parseLong(context.pathParam("companyId"));
        JsonNode request = JSON.readTree(context.bodyAsBytes());
        long locationId = request.path("locationId").asLong();
        String[] barcodes = new String[request.path("barcodes").size()];
        for (int i = 0; i < barcodes.length; i++) {
            barcodes[i] = request.path("barcodes").path(i).asText();
        }
        Answer answer = new Answer(companyId, locationId, barcodes);
        PreparedStatement statement = statements.take();
        try {
            statement.setObject(1, barcodes);
            statement.setLong(2, companyId);
            statement.setLong(3, companyId);
            statement.setLong(4, locationId);
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
            for (Map.Entry<String, JsonNode> field : fields(override)) {
                if (!CANNABINOIDS.contains(field.getKey())) {
                    variant.set(field.getKey(), field.getValue());
                    source.put(field.getKey(), "Company");
                }
            }
            applyTexts(variant, source, companyAttributes, "Company");
            applyTexts(variant, source, locationAttributes, "Location");
            limit(variant, "assets");
            limit(variant, "brandAssets");
            variant.set("catalogSource", source);
            variant.put("barcode", barcode).put("companyId", companyId).put("locationId", locationId);
            variants.add(variant);
        }

        private void applyTexts(ObjectNode variant, ObjectNode source, @Nullable String attributes, String name)
                throws IOException {
            for (Map.Entry<String, JsonNode> field : fields(attributes)) {
                if (TEXTS.contains(field.getKey())) {
                    variant.set(field.getKey(), field.getValue());
                    source.put(field.getKey(), name);
                }
            }
        }

        private Set<Map.Entry<String, JsonNode>> fields(@Nullable String layer) throws IOException {
            return layer == null ? Set.of() : JSON.readTree(layer).properties();
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
