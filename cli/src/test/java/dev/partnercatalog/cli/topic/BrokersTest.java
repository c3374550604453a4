package dev.partnercatalog.cli.topic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partnercatalog.cli.output.OperatorFault;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BrokersTest {

    /** Kafka's own clients would go on trying for ten seconds. */
    private static final Duration SOON = Duration.ofSeconds(8);

    @Test
    void addresses_that_all_refuse_connections_are_named_at_once() throws Exception {
        String refusing = refusing() + "," + refusing();
        long begun = System.nanoTime();
        assertThatThrownBy(() -> brokers(refusing).require(CatalogTopic.LISTINGS))
                .isInstanceOf(OperatorFault.class)
                .hasMessage("no Kafka broker answers at " + refusing + ": start one"
                        + " ('./catalog standalone'), or give its address with --kafka");
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(SOON);
    }

    /** The port of a socket that is closed again. */
    private static String refusing() throws IOException {
        try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return "127.0.0.1:" + closed.getLocalPort();
        }
    }

    private static Brokers brokers(String addresses) {
        return new Brokers(new KafkaSettings(addresses, new TopicSettings("catalog.", 2, (short) 1), Map.of()));
    }
}
