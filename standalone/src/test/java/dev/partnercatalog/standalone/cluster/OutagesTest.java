package dev.partnercatalog.standalone.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.partnercatalog.standalone.ApplicationProcess;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Instances, the broker and the registry go away under load and come back, one after the other. */
@Tag("long")
class OutagesTest {
    /**
     * Work that is handed over is taken over at once, and what a killed resolver or sink had after ten seconds; most of
     * this is for nine processes on a machine with two processors.
     */
    private static final Duration BOUND = Duration.ofMinutes(1);

    private static final Duration LONG = Duration.ofMinutes(2);
    private static Cluster cluster;

    @BeforeAll
    static void start() throws Exception {
        cluster = Cluster.start("outages", new Cluster.Size(3, 2, 2), new Surroundings() {});
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    /** As in the rollout of a new version, or by a fault: one of each application at a time. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void instances_that_stop_or_are_killed_cost_no_error_and_no_wrong_answer_and_lose_nothing(boolean killed)
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

    /** What was published just before the broker went is late by the length of the outage, and by what follows. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void applications_answer_while_the_broker_is_away_and_go_on_by_themselves(boolean killed) throws Exception {
        try (Feed feed = cluster.feed();
                Load load = cluster.load(LONG)) {
            load.awaitMore(50);
            if (killed) {
                cluster.brokers.node(0).kill();
            } else {
                cluster.brokers.node(0).terminate();
            }
            load.awaitMore(100);
            load.assertNoFault();
            cluster.brokers.startAgain(0);
            load.awaitMore(100);
            feed.stop();
            cluster.awaitStateEqualsModel();
            load.assertNoFault();
            cluster.awaitReady();
            assertThat(cluster.instances()).allMatch(ApplicationProcess::isAlive);
        }
    }

    @Test
    void without_the_registry_steady_traffic_goes_on_and_applications_that_are_started_wait_and_say_so()
            throws Exception {
        try (Feed feed = cluster.feed();
                Load load = cluster.load(BOUND)) {
            load.awaitMore(20);
            cluster.stopRegistry();
            List<ApplicationProcess> started = cluster.round(1);
            for (ApplicationProcess instance : started) {
                instance.terminate();
                instance.start();
            }
            for (ApplicationProcess instance : started) {
                await(instance + " says what it waits for")
                        .until(() -> instance.log().contains("waiting for the schema registry"));
                assertThat(instance.get("/internal/live").statusCode()).isEqualTo(200);
                assertThat(instance.isReady()).isFalse();
            }
            // From here on, events published without a registry are what the state is compared with.
            load.awaitMore(200);
            feed.stop();
            cluster.awaitStateEqualsModel(List.of(cluster.queryApis.get(0), cluster.queryApis.get(2)));
            load.assertNoFault();
            cluster.startRegistry();
            cluster.awaitReady();
            cluster.awaitStateEqualsModel();
            load.assertNoFault();
        }
    }
}
