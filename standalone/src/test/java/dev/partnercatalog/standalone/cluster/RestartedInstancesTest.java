package dev.partnercatalog.standalone.cluster;

import dev.partnercatalog.standalone.ApplicationProcess;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * All instances are stopped, as in the rollout of a new version, or killed under load, one of each application at a time,
 * and come back.
 */
@Tag("long")
@ExtendWith(ClusterExtension.class)
class RestartedInstancesTest {
    /**
     * Work that is handed over is taken over at once, and what a killed resolver or sink had after ten seconds; most of
     * this is for nine processes on a machine with two processors.
     */
    private static final Duration BOUND = Duration.ofMinutes(1);

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void clients_see_no_error_and_no_wrong_answer_and_nothing_is_lost(boolean killed, Cluster cluster)
            throws Exception {
        Random random = new Random(Cluster.SEED);
        try (Feed feed = cluster.feed();
                Load load = cluster.load(BOUND)) {
            load.awaitMore(20);
            for (int i = 0; i < cluster.queryApis.size(); i++) {
                List<ApplicationProcess> round = cluster.round(i);
                for (ApplicationProcess instance : round) {
                    if (killed) {
                        instance.kill();
                    } else {
                        instance.terminate();
                    }
                }
                load.awaitMore(killed ? random.nextInt(100) : 0);
                for (ApplicationProcess instance : round) {
                    instance.start();
                }
                cluster.awaitReady();
                load.assertNoFault();
            }
            feed.stop();
            cluster.awaitStateEqualsModel();
            load.assertNoFault();
        }
    }
}
