package dev.partnercatalog.standalone;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** The database of {@code deploy/connect/shop.sql}, in a PostgreSQL of its own. */
final class ShopDatabase implements AutoCloseable {

    private final EmbeddedPostgres server;
    private final Connection connection;

    private ShopDatabase(EmbeddedPostgres server, Connection connection) {
        this.server = server;
        this.connection = connection;
    }

    static ShopDatabase start() throws IOException, SQLException {
        EmbeddedPostgres server = EmbeddedPostgres.builder()
                .setServerConfig("wal_level", "logical")
                .setServerConfig("fsync", "off")
                .start();
        try (Connection administrator = server.getPostgresDatabase().getConnection();
                Statement statement = administrator.createStatement()) {
            statement.execute("CREATE DATABASE shop");
        }
        ShopDatabase shop =
                new ShopDatabase(server, server.getDatabase("postgres", "shop").getConnection());
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
