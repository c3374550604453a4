package dev.partnercatalog.standalone.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.partnercatalog.standalone.ApplicationProcess;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The registry is unavailable: what is running continues, and what starts waits for it. */
@Tag("long")
@ExtendWith(ClusterExtension.class)
class RegistryAwayTest {
    private static final Duration BOUND = Duration.ofMinutes(1);
    private static final Duration LONG = Duration.ofMinutes(2);

    @Test
    void steady_traffic_goes_on_and_applications_that_are_started_meanwhile_wait_and_say_so(Cluster cluster)
            throws Exception {
        try (Feed feed = cluster.feed();
                Load load = cluster.load(BOUND)) {
            load.awaitMore(20);
            cluster.registry.stop();
            List<ApplicationProcess> started = cluster.round(1);
            for (ApplicationProcess instance : started) {
                instance.terminate();
                instance.start();
            }
            for (ApplicationProcess instance : started) {
                await(instance + " says what it waits for")
                        .atMost(LONG)
                        .until(() -> instance.log().contains("waiting for the schema registry"));
                assertThat(instance.get("/internal/live").statusCode()).isEqualTo(200);
                assertThat(instance.isReady()).isFalse();
            }
            // From here on, events published without a registry are what the state is compared with.
            load.awaitMore(200);
            feed.stop();
            cluster.awaitStateEqualsModel(List.of(cluster.queryApis.get(0), cluster.queryApis.get(2)));
            load.assertNoFault();
            cluster.registry.startAgain();
            cluster.awaitReady();
            cluster.awaitStateEqualsModel();
            load.assertNoFault();
        }
    }
}
