package dev.partnercatalog.standalone.cluster;

import dev.partnercatalog.standalone.ApplicationProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Instances are killed under load, in random order, one or two at a time, and come back. */
@Tag("long")
@ExtendWith(ClusterExtension.class)
class KilledInstancesTest {
    /** A killed resolver or sink is missed after ten seconds; then others take over its work. */
    private static final Duration BOUND = Duration.ofMinutes(1);

    /** The duration, in whole rounds; one by default. */
    private static final Duration LENGTH = Duration.ofMinutes(Long.getLong("cluster.minutes", 0));

    private static final Logger LOG = LoggerFactory.getLogger(KilledInstancesTest.class);

    @Test
    void clients_see_no_error_and_no_wrong_answer_and_nothing_is_lost_whatever_is_killed(Cluster cluster)
            throws Exception {
        Random random = new Random(Cluster.SEED);
        try (Feed feed = cluster.feed();
                Load load = cluster.load(BOUND)) {
            load.awaitMore(20);
            long end = System.nanoTime() + LENGTH.toNanos();
            do {
                round(cluster, random, load);
            } while (System.nanoTime() < end);
            feed.stop();
            cluster.awaitStateEqualsModel();
            load.assertNoFault();
        }
    }

    private static void round(Cluster cluster, Random random, Load load) throws Exception {
        for (List<ApplicationProcess> killed : plan(cluster, random)) {
            LOG.info("{} killed", killed);
            for (ApplicationProcess instance : killed) {
                instance.kill();
            }
            load.awaitMore(random.nextInt(100));
            for (ApplicationProcess instance : killed) {
                instance.start();
            }
            cluster.awaitReady();
            load.assertNoFault();
        }
    }

    /** Which instances are killed together, in turn: each application alone, and two of different ones. */
    private static List<List<ApplicationProcess>> plan(Cluster cluster, Random random) {
        List<ApplicationProcess> query = shuffled(cluster.queryApis, random);
        List<ApplicationProcess> streams = shuffled(cluster.streamsApps, random);
        List<ApplicationProcess> sinks = shuffled(cluster.webhookSinks, random);
        List<List<ApplicationProcess>> plan = new ArrayList<>(List.of(
                List.of(query.get(0)),
                List.of(streams.get(0)),
                List.of(sinks.get(0)),
                List.of(query.get(1), streams.get(1)),
                List.of(sinks.get(1), query.get(2))));
        Collections.shuffle(plan, random);
        return plan;
    }

    private static List<ApplicationProcess> shuffled(List<ApplicationProcess> instances, Random random) {
        List<ApplicationProcess> shuffled = new ArrayList<>(instances);
        Collections.shuffle(shuffled, random);
        return shuffled;
    }
}
