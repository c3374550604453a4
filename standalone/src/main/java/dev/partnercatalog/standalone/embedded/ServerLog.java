package dev.partnercatalog.standalone.embedded;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.spi.FilterReply;
import java.util.List;
import java.util.Map;
import org.slf4j.LoggerFactory;

/**
 * The log of a broker and clients that start and end together, whose warnings of each other's absence mean nothing; nor
 * does it mean anything that the broker is slow on a busy machine, because it catches up.
 */
final class ServerLog {

    private static final List<String> NOISY = List.of(
            // A node that becomes the controller, as ours does at each start.
            "org.apache.kafka.controller.QuorumController",
            // Topics that are requested while they are being created, and connections that close with the node.
            "org.apache.kafka.server.DefaultAutoTopicCreationManager",
            "org.apache.kafka.clients.NetworkClient",
            "org.apache.kafka.clients.consumer.internals.OffsetFetcherUtils",
            // Copies at other instances, of which there are none.
            "org.apache.kafka.streams.processor.internals.assignment.DefaultStandbyTaskAssignor",
            // A state folder in a temporary folder, which is intended.
            "org.apache.kafka.streams.processor.internals.StateDirectory",
            // Advice to application developers, repeated for every client.
            "org.apache.kafka.streams.StreamsConfig");

    /** By logger, a part of the messages about a slow broker; the logger's other messages are about real faults. */
    private static final Map<String, String> SLOWNESS = Map.of(
            "org.apache.kafka.controller.ReplicationControlManager", "controller event queue overloaded",
            "org.apache.kafka.controller.EventPerformanceMonitor", "slow controller event",
            "org.apache.kafka.server.BrokerLifecycleManager", "received error REQUEST_TIMED_OUT");

    private static final List<String> OF_EACH_PARTITION =
            List.of("state.change.logger", "org.apache.kafka.clients.admin.internals.DescribeProducersHandler");

    private ServerLog() {}

    /** Drops the warnings of the first kind, but not the errors, and all messages of the second. */
    static synchronized void quieten() {
        for (String name : NOISY) {
            if (LoggerFactory.getLogger(name) instanceof Logger logger) {
                logger.setLevel(Level.ERROR);
            }
        }
        if (LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME) instanceof Logger root) {
            root.iteratorForAppenders().forEachRemaining(ServerLog::dropSlowness);
        }
    }

    /** Drops what is said of each partition of a node that has said already that it can't go on. */
    static synchronized void dropRepetitions() {
        for (String name : OF_EACH_PARTITION) {
            if (LoggerFactory.getLogger(name) instanceof Logger logger) {
                logger.setLevel(Level.OFF);
            }
        }
    }

    private static void dropSlowness(Appender<ILoggingEvent> appender) {
        if (appender.getCopyOfAttachedFiltersList().stream().noneMatch(Slowness.class::isInstance)) {
            appender.addFilter(new Slowness());
        }
    }

    private static final class Slowness extends Filter<ILoggingEvent> {
        @Override
        public FilterReply decide(ILoggingEvent event) {
            String part = SLOWNESS.get(event.getLoggerName());
            return part != null && event.getFormattedMessage().contains(part) ? FilterReply.DENY : FilterReply.NEUTRAL;
        }
    }
}
