package dev.partnercatalog.standalone.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.partnercatalog.standalone.ApplicationProcess;
import dev.partnercatalog.standalone.CatalogAddresses;
import dev.partnercatalog.standalone.CatalogExtension;
import dev.partnercatalog.standalone.RawReceiver.Promise;
import dev.partnercatalog.standalone.RawReceiver.Reaction;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a sink must know before it sends anything in the place of another one, and what may still come of that one. */
@Tag("processes")
@ExtendWith(CatalogExtension.class)
class SinkTakeoverTest {
    private static final int VARIANTS = 20;

    /** In bytes a second: what is sent to one is then withheld, and for about half a minute after this limit is gone. */
    private static final double HARDLY_ANYTHING = 12;

    private static final Duration BEHIND = Duration.ofSeconds(-90);

    @Test
    void a_successor_that_has_not_read_of_a_revocation_yet_sends_nothing(CatalogAddresses catalog) throws Exception {
        try (SinkSite site = new SinkSite(catalog, "unread", VARIANTS)) {
            startBoth(site);
            site.react(Reaction.REFUSE);
            site.publishVariants("secret");
            int refused = site.receiver.refused();
            await().until(() -> site.receiver.refused() > refused);
            ApplicationProcess owner = site.owner();
            ApplicationProcess successor = site.other(owner);
            int received = site.receiver.received();
            site.limit("consumer_byte_rate", successor + "-global-consumer", HARDLY_ANYTHING);
            owner.kill();
            site.revoke();
            site.react(Reaction.TAKE);
            await().until(() -> !successor.isReady() || site.receiver.received() > received);
            assertThat(site.receiver.received()).isEqualTo(received);

            // It has the partition.
            await().during(Duration.ofSeconds(3)).until(() -> !successor.isReady());
            assertThat(site.receiver.received()).isEqualTo(received);
            site.limit("consumer_byte_rate", successor + "-global-consumer", null);

            await().until(() -> site.receiver.held().isEmpty());
            assertThat(site.receiver.received()).as("only removals").isEqualTo(received + VARIANTS);
        }
    }

    @Test
    void a_source_that_ends_with_markers_holds_up_neither_a_start_nor_a_successor(CatalogAddresses catalog)
            throws Exception {
        try (SinkSite site = new SinkSite(catalog, "markers", VARIANTS)) {
            site.appendMarkers();
            startBoth(site);
            site.react(Reaction.REFUSE);
            site.publishVariants("second");
            site.appendMarkers();
            ApplicationProcess owner = site.owner();
            ApplicationProcess successor = site.other(owner);
            owner.terminate();
            site.react(Reaction.TAKE);
            site.awaitHeld("second");

            successor.terminate();
            site.appendMarkers();
            successor.start().awaitReady();
            site.publishVariants("third");
            site.awaitHeld("third");
        }
    }

    @Test
    void a_message_that_arrives_after_its_successors_is_refused_by_its_timestamp_however_wrong_clocks_are(
            CatalogAddresses catalog) throws Exception {
        try (SinkSite site = new SinkSite(catalog, "late", VARIANTS)) {
            Optional<ShiftedClock> clock = ShiftedClock.in(
                    Objects.requireNonNull(site.second.stateFolder().getParent()));
            if (clock.isPresent()) {
                clock.get().set(BEHIND);
                site.second.withEnvironment(clock.get().environment());
            }
            startBoth(site);
            site.react(Reaction.TAKE_LATE);
            site.publishVariants("late");
            await().until(() -> site.receiver.late() > 0);
            ApplicationProcess owner = site.owner();
            owner.pause();
            site.react(Reaction.TAKE);
            site.publishVariants("newer");
            site.awaitHeld("newer");

            site.receiver.takeLate();

            site.awaitHeld("newer");
            assertThat(site.receiver.faults()).isNotEmpty().allMatch(fault -> fault.promise() == Promise.ORDER);
            int received = site.receiver.received();
            owner.resume();
            site.awaitMembers(2);
            owner.awaitReady();
            assertThat(site.receiver.received())
                    .as("nothing is sent by the one that woke")
                    .isEqualTo(received);
        }
    }

    private static void startBoth(SinkSite site) throws Exception {
        site.list();
        site.publishVariants("first");
        site.sendAllAgain();
        site.first.start().awaitReady();
        site.awaitHeld("first");
        site.second.start().awaitReady();
        site.awaitMembers(2);
    }
}
