package dev.partnercatalog.standalone.cluster;

import dev.partnercatalog.standalone.cluster.Cluster.Size;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whatever goes wrong, in random order and up to three at a time: instances are killed, paused for shorter and longer
 * than their session, out of disk space, or given another time of day; the broker is stopped, killed or paused, and the
 * registry stopped; webhooks fail; upstream publishes bad events, and good ones with any timestamp.
 * {@code -Dcatalog.seed=N} repeats the schedule, {@code -Dcluster.instances=3,2,2} sets the number of instances of each
 * application.
 */
@Tag("long")
class RandomFaultsTest {
    private static final Logger LOG = LoggerFactory.getLogger(RandomFaultsTest.class);
    private static final Duration LENGTH = Duration.ofMinutes(Long.getLong("cluster.minutes", 3));

    /** The longest pause of a webhook, plus what follows it: a clock that was ahead may have stretched it to that. */
    private static final Duration WEBHOOKS = Duration.ofMinutes(12);

    @Test
    void no_change_is_lost_or_undone_and_no_answer_is_wrong_and_all_agree_in_the_end_whatever_goes_wrong()
            throws Exception {
        Random random = new Random(Cluster.SEED);
        FaultRun run = new FaultRun();
        LOG.info("seed {}", Cluster.SEED);
        try (Hazards hazards = new Hazards(random, run);
                Cluster cluster = Cluster.start("faults", Size.asked(), hazards)) {
            LOG.info("{}", hazards.missing());
            test(cluster, hazards, run);
        } catch (Throwable e) {
            throw new AssertionError("seed " + Cluster.SEED + ", " + e.getMessage(), e);
        }
    }

    private static void test(Cluster cluster, Hazards hazards, FaultRun run) throws Exception {
        // The plan has its own generator, so that it doesn't depend on who else draws when.
        FaultPlan plan = FaultPlan.draw(new Random(Cluster.SEED), LENGTH, hazards.faults(cluster));
        cluster.publish(PartnerChanges.beginning());
        hazards.calm(false);
        try (Feed feed = cluster.feed().withBadEvents(new Random(Cluster.SEED));
                Load load = cluster.loadThroughOutages();
                PartnerChanges changes = PartnerChanges.start(
                        cluster.queryApis, cluster.addresses.client(PartnerChanges.PARTNER_ID), hazards)) {
            load.awaitMore(20);
            run.make(plan, cluster);
            LOG.info("all faults ended");
            hazards.calm(true);
            run.awaitReady(cluster);
            feed.stop();
            changes.stop();
            cluster.awaitStateEqualsModel(cluster.queryApis, WEBHOOKS);
            feed.awaitOnlyDeadLetters(cluster.addresses);
            load.assertNoFault();
        }
    }
}
