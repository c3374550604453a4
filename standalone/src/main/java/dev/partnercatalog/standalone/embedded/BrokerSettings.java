package dev.partnercatalog.standalone.embedded;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * The settings of a node that shares a JVM and two cores with its clients. They differ from Kafka's defaults because
 * there is one node (replication), because it is small (threads, buffers) or because a person is waiting (delays).
 */
final class BrokerSettings {
    static final int NODE_ID = 1;

    private static final int MIB = 1 << 20;

    private BrokerSettings() {}

    static Map<String, String> of(Path directory, BrokerSockets sockets) {
        String clients = BrokerSockets.CLIENTS + "://127.0.0.1:" + sockets.clientPort();
        String controller = BrokerSockets.CONTROLLER + "://127.0.0.1:" + sockets.controllerPort();
        Map<String, String> settings = new HashMap<>(SMALL_SINGLE_NODE);
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

    private static final Map<String, String> SMALL_SINGLE_NODE = Map.ofEntries(
            Map.entry("process.roles", "broker,controller"),
            // Topics are only created from the topic catalogue.
            Map.entry("auto.create.topics.enable", "false"),
            Map.entry("default.replication.factor", "1"),
            Map.entry("offsets.topic.replication.factor", "1"),
            Map.entry("offsets.topic.num.partitions", "4"),
            Map.entry("transaction.state.log.replication.factor", "1"),
            Map.entry("transaction.state.log.min.isr", "1"),
            Map.entry("transaction.state.log.num.partitions", "4"),
            Map.entry("share.coordinator.state.topic.replication.factor", "1"),
            Map.entry("share.coordinator.state.topic.min.isr", "1"),
            Map.entry("share.coordinator.state.topic.num.partitions", "1"),
            Map.entry("group.initial.rebalance.delay.ms", "0"),
            // Readers of committed records wait until a killed writer's open transaction is aborted.
            Map.entry("transaction.abort.timed.out.transaction.cleanup.interval.ms", "1000"),
            // A restart after a kill waits until the controller has given up on the killed broker.
            Map.entry("broker.session.timeout.ms", "4000"),
            Map.entry("broker.heartbeat.interval.ms", "500"),
            Map.entry("num.network.threads", "2"),
            Map.entry("num.io.threads", "4"),
            Map.entry("background.threads", "2"),
            Map.entry("num.recovery.threads.per.data.dir", "2"),
            Map.entry("group.coordinator.threads", "1"),
            Map.entry("share.coordinator.threads", "1"),
            Map.entry("log.cleaner.threads", "1"),
            // 24 bytes per key: enough for 150,000 keys per pass, whereas the default takes 128 MiB of the heap.
            Map.entry("log.cleaner.dedupe.buffer.size", Integer.toString(4 * MIB)),
            Map.entry("log.segment.bytes", Integer.toString(128 * MIB)),
            // Each partition maps two index files of this size; a segment of 128 MiB needs 0.4 MiB.
            Map.entry("log.index.size.max.bytes", Integer.toString(MIB)));
}
