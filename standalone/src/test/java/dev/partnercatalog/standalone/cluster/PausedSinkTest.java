package dev.partnercatalog.standalone.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.partnercatalog.standalone.ApplicationProcess;
import dev.partnercatalog.standalone.CatalogAddresses;
import dev.partnercatalog.standalone.CatalogExtension;
import java.time.Duration;
import org.apache.kafka.common.utils.Utils;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A sink that is frozen for longer than its session, in the middle of sending a partner everything again, while there
 * is nothing new to read: others have taken over its work by then, and what it still holds is out of date.
 */
@Tag("long")
@ExtendWith(CatalogExtension.class)
class PausedSinkTest {
    private static final int VARIANTS = 6_000;
    private static final int ROUNDS = Integer.getInteger("paused.rounds", 2);
    private static final int SHOWN = 3;
    private static final String PRODUCER = "-StreamThread-1-producer";
    private static final double BYTES_PER_SECOND = 20_000;

    @Test
    @DisplayName("a paused sink's messages and rows, wherever it stands still, come to nothing after its successor's")
    void a_sink_that_was_paused_beyond_its_session_changes_nothing_that_its_successor_has_superseded(
            CatalogAddresses catalog) throws Exception {
        try (SinkSite site = new SinkSite(catalog, "paused", VARIANTS)) {
            site.list();
            site.publishVariants("loaded");
            site.sendAllAgain();
            site.first.start().awaitReady();
            site.awaitHeld("loaded");
            // Instances started now read nothing: the topic is quiet from here on.
            site.first.terminate();
            site.first.start().awaitReady();
            site.second.start().awaitReady();
            String before = "loaded";
            for (int round = 0; round < ROUNDS; round++) {
                pauseWhileSending(site, before, "round " + round);
                before = "round " + round;
            }
        }
    }

    private static void pauseWhileSending(SinkSite site, String before, String name) throws Exception {
        ApplicationProcess owner = site.owner();
        ApplicationProcess successor = site.other(owner);
        String producer = owner + PRODUCER;
        // What it writes waits in its producer most of the time, and so it does when the owner stands still.
        site.limit("producer_byte_rate", producer, BYTES_PER_SECOND);
        site.sendAllAgain();
        await().atMost(SinkSite.LONG).pollInterval(Duration.ofMillis(2)).until(() -> site.arrived() > VARIANTS / 2);
        owner.pause();
        site.limit("producer_byte_rate", producer, null);
        assertThat(site.arrived()).isLessThan(VARIANTS);
        site.awaitMembers(1);
        site.publishVariants(name);
        site.awaitHeld(name);
        int received = site.receiver.received();

        owner.resume();

        site.awaitMembers(2);
        owner.awaitReady();
        assertThat(site.receiver.faults().stream().limit(SHOWN)).isEmpty();
        assertThat(site.receiver.received())
                .as("nothing is sent by the one that woke")
                .isEqualTo(received);
        site.awaitHeld(name);
        // Both start from what the changelog holds: were it a receipt of the paused one, this would be known already.
        owner.terminate();
        successor.terminate();
        Utils.delete(owner.stateFolder().toFile());
        Utils.delete(successor.stateFolder().toFile());
        owner.start().awaitReady();
        successor.start().awaitReady();
        site.publishVariants(before);
        site.awaitHeld(before);
        site.publishVariants(name);
        site.awaitHeld(name);
        // The idle instances have read something since, so both start from the beginning.
        owner.terminate();
        successor.terminate();
        owner.start().awaitReady();
        successor.start().awaitReady();
    }
}
