package dev.partnercatalog.standalone.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.standalone.ApplicationProcess;
import dev.partnercatalog.standalone.cluster.Cluster.Size;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Three brokers with three replicas of each topic, each in a zone of its own: one is killed under load and comes back,
 * then each is restarted in turn, as for an upgrade of Kafka, and then a zone is lost with all that runs there. The log says how long responses were held up.
 */
@Tag("long")
class ThreeBrokersTest {

    private static final Logger LOG = LoggerFactory.getLogger(ThreeBrokersTest.class);

    /**
     * A killed broker is missed after nine seconds. The rest of this is for ten processes on a machine with two
     * processors.
     */
    private static final Duration BOUND = Duration.ofMinutes(4);

    private static final int ZONE = 1;
    private static final int REQUESTS_BEFORE = 20;
    private static final int REQUESTS_AFTER = 200;

    @Test
    void one_broker_of_three_may_go_at_any_time_or_a_zone_with_one_instance_of_each_application() throws Exception {
        Surroundings surroundings = new Surroundings() {
            @Override
            public int brokers() {
                return 3;
            }
        };
        try (Cluster cluster = Cluster.start("three-brokers", Size.asked(), surroundings)) {
            Brokers brokers = cluster.brokers;
            brokers.awaitWhole();
            try (Feed feed = cluster.feed()) {
                rehearse(cluster, feed, "nothing happens", () -> {});
                int leader = brokers.leader();
                rehearse(
                        cluster,
                        feed,
                        "broker " + leader + " is killed",
                        () -> brokers.node(leader).kill());
                rehearse(cluster, feed, "it comes back", () -> brokers.startAgain(leader));
                for (int node = 0; node < brokers.count(); node++) {
                    int restarted = node;
                    rehearse(cluster, feed, "broker " + node + " is restarted", () -> {
                        brokers.node(restarted).terminate();
                        brokers.startAgain(restarted);
                    });
                }
                rehearse(cluster, feed, "a zone is lost and comes back", () -> loseZone(cluster, brokers, feed));
                feed.stop();
            }
            cluster.awaitStateEqualsModel();
            cluster.awaitReady();
            assertThat(cluster.instances()).allMatch(ApplicationProcess::isAlive);
        }
    }

    /** A broker, and one instance of each application that has more than one. */
    private static void loseZone(Cluster cluster, Brokers brokers, Feed feed) throws Exception {
        List<ApplicationProcess> instances = cluster.round(1);
        brokers.node(ZONE).kill();
        for (ApplicationProcess instance : instances) {
            instance.kill();
        }
        brokers.awaitMissed(ZONE);
        feed.awaitAcknowledged();
        try (Load load = cluster.load(BOUND)) {
            load.awaitMore(REQUESTS_AFTER);
            load.assertNoFault();
        }
        for (ApplicationProcess instance : instances) {
            instance.start();
        }
        brokers.startAgain(ZONE);
    }

    private static void rehearse(Cluster cluster, Feed feed, String what, Step step) throws Exception {
        try (Load load = cluster.load(BOUND)) {
            load.awaitMore(REQUESTS_BEFORE);
            long begun = System.nanoTime();
            step.run();
            Duration taken = Duration.ofNanos(System.nanoTime() - begun);
            load.awaitMore(REQUESTS_AFTER);
            feed.awaitAcknowledged();
            cluster.awaitReady();
            load.assertNoFault();
            LOG.info("{} ({} ms): {}", what, taken.toMillis(), load);
        }
    }

    private interface Step {
        void run() throws Exception;
    }
}
