package dev.partnercatalog.standalone.embedded;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import java.util.Map;
import org.slf4j.LoggerFactory;

/**
 * The log of a broker and clients that start and end together, whose warnings of each other's absence mean nothing; nor
 * does it mean anything that the broker is slow on a busy machine, because it catches up.
 */
final class ServerLog {

    private static final Map<String, Level> LEVELS = Map.ofEntries(
            // A node that becomes the controller, as ours does at each start.
            Map.entry("org.apache.kafka.controller.QuorumController", Level.ERROR),
            // What it asks itself before it is the controller, and asks again; others are told of their errors.
            Map.entry("kafka.server.ControllerApis", Level.OFF),
            // Topics that are requested while they are being created, and connections that close with the node.
            Map.entry("org.apache.kafka.server.DefaultAutoTopicCreationManager", Level.ERROR),
            Map.entry("org.apache.kafka.clients.NetworkClient", Level.ERROR),
            Map.entry("org.apache.kafka.clients.consumer.internals.OffsetFetcherUtils", Level.ERROR),
            // Copies at other instances, of which there are none.
            Map.entry(
                    "org.apache.kafka.streams.processor.internals.assignment.DefaultStandbyTaskAssignor", Level.ERROR),
            // A state folder in a temporary folder, which is intended.
            Map.entry("org.apache.kafka.streams.processor.internals.StateDirectory", Level.ERROR),
            // Advice to application developers, repeated for every client.
            Map.entry("org.apache.kafka.streams.StreamsConfig", Level.ERROR),
            // A slow broker: that its heartbeats are late, and how long the controller took.
            Map.entry("org.apache.kafka.server.BrokerLifecycleManager", Level.ERROR),
            Map.entry("org.apache.kafka.controller.ReplicationControlManager", Level.OFF),
            Map.entry("org.apache.kafka.controller.EventPerformanceMonitor", Level.OFF),
            // What is said of each partition of a node that has said already that it can't go on.
            Map.entry("state.change.logger", Level.OFF),
            Map.entry("org.apache.kafka.clients.admin.internals.DescribeProducersHandler", Level.OFF));

    private ServerLog() {}

    static void quieten() {
        LEVELS.forEach((name, level) -> {
            if (LoggerFactory.getLogger(name) instanceof Logger logger) {
                logger.setLevel(level);
            }
        });
    }
}
