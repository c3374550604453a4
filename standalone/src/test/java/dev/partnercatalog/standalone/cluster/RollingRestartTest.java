package dev.partnercatalog.standalone.cluster;

import dev.partnercatalog.standalone.ApplicationProcess;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** All instances are restarted under load, one of each application at a time, as in the rollout of a new version. */
@Tag("long")
@ExtendWith(ClusterExtension.class)
class RollingRestartTest {
    /**
     * Work that is handed over is taken over at once; most of this is for nine processes on a machine with two
     * processors.
     */
    private static final Duration BOUND = Duration.ofMinutes(1);

    @Test
    void clients_see_no_error_while_each_instance_is_stopped_and_started_again(Cluster cluster) throws Exception {
        try (Feed feed = cluster.feed();
                Load load = cluster.load(BOUND)) {
            load.awaitMore(20);
            for (int i = 0; i < cluster.queryApis.size(); i++) {
                List<ApplicationProcess> round = cluster.round(i);
                for (ApplicationProcess instance : round) {
                    instance.terminate();
                }
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
