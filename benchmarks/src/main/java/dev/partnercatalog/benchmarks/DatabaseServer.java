package dev.partnercatalog.benchmarks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.partnercatalog.runtime.http.Routes;
import io.javalin.http.Context;
import java.io.IOException;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

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
        LayeredAnswer answer = new LayeredAnswer(JSON, companyId, locationId, barcodes);
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
}
