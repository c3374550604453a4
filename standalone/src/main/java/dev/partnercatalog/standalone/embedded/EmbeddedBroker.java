package dev.partnercatalog.standalone.embedded;

import dev.partnercatalog.runtime.ResourceFile;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import kafka.server.BrokerServer;
import kafka.server.ControllerServer;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import kafka.server.Server;
import kafka.server.SharedServer;
import kafka.server.StandardFaultHandlerFactory;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.common.utils.internals.Exit;
import org.apache.kafka.metadata.bootstrap.BootstrapMetadata;
import org.apache.kafka.metadata.properties.MetaPropertiesEnsemble;
import org.apache.kafka.metadata.storage.Formatter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.Tuple2;

/**
 * A real Apache Kafka node, broker and controller in one, in this JVM and only on the loopback address.
 *
 * <p>The folder is formatted when it is new and keeps the cluster's id from then on. What the node has acknowledged
 * survives the death of the process, however it dies, because it has been handed to the operating system by then; it is
 * not forced to disk, so a power failure may lose the last moments.
 *
 * <p>Thread-safe; {@link #close} may be called more than once.
 */
public final class EmbeddedBroker implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(EmbeddedBroker.class);
    static final int NODE_ID = 1;
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(5);

    private final ControllerServer controller;
    private final BrokerServer broker;
    private final int port;

    private EmbeddedBroker(ControllerServer controller, BrokerServer broker, int port) {
        this.controller = controller;
        this.broker = broker;
        this.port = port;
    }

    /**
     * Starts a node that keeps its data in {@code directory} and returns when it is serving.
     *
     * @param port the port for clients, 0 for a free one
     * @throws dev.partnercatalog.cli.output.OperatorFault if the port is in use
     */
    public static EmbeddedBroker start(Path directory, int port) {
        ServerLog.quieten();
        BrokerSockets sockets = BrokerSockets.bind(port);
        try {
            return start(directory, sockets);
        } catch (RuntimeException | Error e) {
            try {
                sockets.close();
            } catch (IOException closing) {
                e.addSuppressed(closing);
            }
            throw e;
        }
    }

    /**
     * Keeps the nodes of this process from ending it where they can't go on, as on a full disk: what else runs here would end with
     * them, before anybody has said why and while stores are open, whose threads then crash.
     *
     * @param halted is run instead
     */
    public static void keepProcess(Runnable halted) {
        Exit.Procedure procedure = (status, message) -> {
            halted.run();
            throw new IllegalStateException("Kafka can't go on, and would have ended the process");
        };
        Exit.setHaltProcedure(procedure);
        Exit.setExitProcedure(procedure);
    }

    private static EmbeddedBroker start(Path directory, BrokerSockets sockets) {
        format(directory);
        KafkaConfig config = new KafkaConfig(settings(directory, sockets));
        Tuple2<MetaPropertiesEnsemble, BootstrapMetadata> storage = KafkaRaftServer.initializeLogDirs(config, LOG, "");
        Metrics metrics = Server.initializeMetrics(
                config, Time.SYSTEM, storage._1().clusterId().orElseThrow());
        InetSocketAddress self = new InetSocketAddress(InetAddress.getLoopbackAddress(), sockets.controllerPort());
        SharedServer shared = new SharedServer(
                config,
                storage._1(),
                Time.SYSTEM,
                metrics,
                CompletableFuture.completedFuture(Map.of(NODE_ID, self)),
                List.of(),
                new StandardFaultHandlerFactory(),
                sockets);
        EmbeddedBroker node = new EmbeddedBroker(
                new ControllerServer(shared, KafkaRaftServer.configSchema(), storage._2()),
                new BrokerServer(shared),
                sockets.clientPort());
        try {
            node.controller.startup();
            node.broker.startup();
        } catch (RuntimeException | Error e) {
            node.close();
            throw e;
        }
        LOG.info("Kafka is serving on {}, data in {}", node.bootstrapServers(), directory);
        return node;
    }

    /** Those of a node that shares a JVM and two cores with its clients, from a file, and its listeners. */
    private static Properties settings(Path directory, BrokerSockets sockets) {
        String clients = BrokerSockets.CLIENTS + "://127.0.0.1:" + sockets.clientPort();
        String controller = BrokerSockets.CONTROLLER + "://127.0.0.1:" + sockets.controllerPort();
        Properties settings = new Properties();
        try {
            settings.load(new StringReader(ResourceFile.text(EmbeddedBroker.class, "broker.properties")));
        } catch (IOException e) {
            throw new UncheckedIOException("can't read from memory", e);
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

    private static void format(Path directory) {
        try {
            Files.createDirectories(directory);
            // Kafka writes this file last, so its presence distinguishes a formatted folder from a half-formatted one.
            if (Files.exists(directory.resolve(MetaPropertiesEnsemble.META_PROPERTIES_NAME))) {
                return;
            }
            new Formatter()
                    .setClusterId(Uuid.randomUuid().toString())
                    .setNodeId(NODE_ID)
                    .addDirectory(directory.toString())
                    .setMetadataLogDirectory(directory.toString())
                    .setControllerListenerName(BrokerSockets.CONTROLLER)
                    .setIgnoreFormatted(true)
                    .setPrintStream(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8))
                    .run();
        } catch (IOException e) {
            throw new UncheckedIOException("Kafka's folder " + directory + " can't be created", e);
        } catch (Exception e) {
            throw new IllegalStateException("Kafka's folder " + directory + " can't be formatted", e);
        }
    }

    /** The address for clients, as {@code host:port}. */
    public String bootstrapServers() {
        return "127.0.0.1:" + port;
    }

    /** Whether it has ended by itself, or was closed. */
    public boolean hasEnded() {
        return broker.isShutdown();
    }

    @Override
    public void close() {
        // The broker first: its orderly shutdown needs the controller.
        broker.shutdown(STOP_TIMEOUT);
        controller.shutdown();
    }
}
