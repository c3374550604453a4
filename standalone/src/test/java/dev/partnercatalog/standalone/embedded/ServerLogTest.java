package dev.partnercatalog.standalone.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.slf4j.LoggerFactory;

@Isolated
class ServerLogTest {

    private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    private final Logger kafka = (Logger) LoggerFactory.getLogger("org.apache.kafka");
    private final @Nullable Level before = kafka.getLevel();
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();

    @BeforeEach
    void attach() {
        // Commands that other tests run in this process silence Kafka.
        kafka.setLevel(Level.WARN);
        log.start();
        root.addAppender(log);
        ServerLog.quieten();
    }

    @AfterEach
    void detach() {
        root.detachAppender(log);
        kafka.setLevel(before);
    }

    @Test
    void a_broker_that_is_slow_to_start_says_nothing() {
        LoggerFactory.getLogger("org.apache.kafka.controller.ReplicationControlManager")
                .error(
                        "[QuorumController id=999] processExpiredBrokerHeartbeat: controller event queue overloaded."
                                + " Timed out heartbeat from broker {}.",
                        1);
        LoggerFactory.getLogger("org.apache.kafka.controller.EventPerformanceMonitor")
                .error("[QuorumController id=999] Exceptionally slow controller event registerBroker(1) took 900 ms.");
        LoggerFactory.getLogger("org.apache.kafka.server.BrokerLifecycleManager")
                .warn(
                        "[Broker id=999] Broker {} sent a heartbeat request but received error {}.",
                        1,
                        "REQUEST_TIMED_OUT");
        LoggerFactory.getLogger("org.apache.kafka.controller.QuorumController")
                .warn("[QuorumController id=999] Performing controller activation.");
        assertThat(logged()).isEmpty();
    }

    @Test
    void a_real_fault_is_logged() {
        LoggerFactory.getLogger("org.apache.kafka.controller.QuorumController")
                .error("[QuorumController id=999] Encountered fatal fault");
        assertThat(logged()).containsExactly("[QuorumController id=999] Encountered fatal fault");
    }

    /** Without what a broker of other tests says. */
    private List<String> logged() {
        return log.list.stream()
                .map(ILoggingEvent::getFormattedMessage)
                .filter(line -> line.contains("id=999]"))
                .toList();
    }
}
