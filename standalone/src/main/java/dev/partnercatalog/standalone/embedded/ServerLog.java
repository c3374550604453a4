package dev.partnercatalog.standalone.embedded;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import java.util.List;
import org.slf4j.LoggerFactory;

/** The log of servers and clients that start and end together, whose warnings of each other's absence mean nothing. */
public final class ServerLog {

    private static final List<String> NOISY = List.of(
            // A node that becomes the controller, as ours does at each start.
            "org.apache.kafka.controller.QuorumController",
            // Topics that are requested while they are being created, and connections that close with the node.
            "kafka.server.DefaultAutoTopicCreationManager",
            "org.apache.kafka.clients.NetworkClient",
            "org.apache.kafka.clients.consumer.internals.OffsetFetcherUtils",
            // Copies at other instances, of which there are none.
            "org.apache.kafka.streams.processor.internals.assignment.DefaultStandbyTaskAssignor",
            // A state folder in a temporary folder, which is intended.
            "org.apache.kafka.streams.processor.internals.StateDirectory",
            // Advice to application developers, repeated for every client.
            "org.apache.kafka.streams.StreamsConfig");

    private ServerLog() {}

    /** Keeps the errors and drops the warnings. */
    public static void quieten() {
        for (String name : NOISY) {
            if (LoggerFactory.getLogger(name) instanceof Logger logger) {
                logger.setLevel(Level.ERROR);
            }
        }
    }
}
