package dev.partnercatalog.standalone.embedded;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Properties;

/** The settings of a node that shares a JVM and two cores with its clients: those of a file, and its listeners. */
final class BrokerSettings {
    static final int NODE_ID = 1;

    private BrokerSettings() {}

    static Properties of(Path directory, BrokerSockets sockets) {
        String clients = BrokerSockets.CLIENTS + "://127.0.0.1:" + sockets.clientPort();
        String controller = BrokerSockets.CONTROLLER + "://127.0.0.1:" + sockets.controllerPort();
        Properties settings = new Properties();
        try (InputStream file = BrokerSettings.class.getResourceAsStream("broker.properties")) {
            settings.load(Objects.requireNonNull(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        settings.put("node.id", Integer.toString(NODE_ID));
        settings.put("log.dirs", directory.toString());
        settings.put("listeners", clients + "," + controller);
        settings.put("advertised.listeners", clients);
        settings.put("inter.broker.listener.name", BrokerSockets.CLIENTS);
        settings.put("controller.listener.names", BrokerSockets.CONTROLLER);
        settings.put(
                "listener.security.protocol.map",
                BrokerSockets.CLIENTS + ":PLAINTEXT," + BrokerSockets.CONTROLLER + ":PLAINTEXT");
        // Voters by address, not as recorded in the metadata log: the controller's port differs at each start.
        settings.put("controller.quorum.voters", NODE_ID + "@127.0.0.1:" + sockets.controllerPort());
        return settings;
    }
}
