package dev.partnercatalog.cli.connection;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import org.slf4j.LoggerFactory;

/** The Kafka clients' own log, which repeats in many lines what a short command reports in one. */
public final class KafkaLog {

    private KafkaLog() {}

    /** For commands that report each fault themselves; applications keep the log. */
    public static void silence() {
        if (LoggerFactory.getLogger("org.apache.kafka") instanceof Logger logger) {
            logger.setLevel(Level.OFF);
        }
    }
}
