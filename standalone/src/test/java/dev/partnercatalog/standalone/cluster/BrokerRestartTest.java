package dev.partnercatalog.standalone.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.standalone.ApplicationProcess;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The broker goes down and comes back under load; nobody restarts an application. */
@Tag("long")
@ExtendWith(ClusterExtension.class)
class BrokerRestartTest {
    /** What was published just before the broker went down is late by the length of the outage, and by what follows. */
    private static final Duration BOUND = Duration.ofMinutes(2);

    /** How the broker goes down. */
    enum Way {
        STOPPED,
        KILLED
    }

    @ParameterizedTest
    @EnumSource
    void applications_answer_while_the_broker_is_away_and_go_on_by_themselves(Way way, Cluster cluster)
            throws Exception {
        try (Feed feed = cluster.feed();
                Load load = cluster.load(BOUND)) {
            load.awaitMore(50);
            if (way == Way.STOPPED) {
                cluster.broker().terminate();
            } else {
                cluster.broker().kill();
            }
            load.awaitMore(100);
            load.assertNoFault();
            cluster.broker().startAgain();
            load.awaitMore(100);
            feed.stop();
            cluster.awaitStateEqualsModel();
            load.assertNoFault();
            cluster.awaitReady();
            assertThat(cluster.instances()).allMatch(ApplicationProcess::isAlive);
        }
    }
}
