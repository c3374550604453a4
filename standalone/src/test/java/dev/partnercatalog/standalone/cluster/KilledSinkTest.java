package dev.partnercatalog.standalone.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.partnercatalog.standalone.ApplicationProcess;
import dev.partnercatalog.standalone.CatalogAddresses;
import dev.partnercatalog.standalone.CatalogExtension;
import java.time.Duration;
import org.apache.kafka.common.utils.Utils;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A sink that is killed while very much is due: it or another one continues within seconds, and misses nothing. */
@Tag("processes")
@ExtendWith(CatalogExtension.class)
class KilledSinkTest {
    private static final int VARIANTS = Integer.getInteger("killed.variants", 30_000);
    private static final Logger LOG = LoggerFactory.getLogger(KilledSinkTest.class);

    @Test
    void whatever_was_due_when_a_sink_was_killed_arrives_and_no_receipt_is_believed_that_is_not_in_the_changelog(
            CatalogAddresses catalog) throws Exception {
        try (SinkSite site = new SinkSite(catalog, "killed", VARIANTS)) {
            site.list();
            site.publishVariants("first");
            site.sendAllAgain();
            site.first.start().awaitReady();
            site.awaitHeld("first");
            site.first.terminate();

            site.publishVariants("second");
            site.sendAllAgain();
            site.first.start();
            LOG.info("from a start with {} due to a delivery: {}", VARIANTS, site.untilNextDelivery());
            killInTheMidst(site, site.first);
            site.first.start();
            LOG.info("from a restart after a kill to a delivery: {}", site.untilNextDelivery());
            site.awaitHeld("second");

            site.second.start().awaitReady();
            site.sendAllAgain();
            ApplicationProcess owner = site.owner();
            killInTheMidst(site, owner);
            LOG.info("from a kill until another one delivers: {}", site.untilNextDelivery());
            await().atMost(SinkSite.LONG)
                    .untilAsserted(() -> assertThat(site.arrived()).isEqualTo(VARIANTS));

            site.other(owner).terminate();
            Utils.delete(owner.stateFolder().toFile());
            owner.start().awaitReady();
            site.publishVariants("first");
            site.awaitHeld("first");
            assertThat(site.receiver.faults()).isEmpty();
        }
    }

    private static void killInTheMidst(SinkSite site, ApplicationProcess sink) throws InterruptedException {
        await().atMost(SinkSite.LONG)
                .pollInterval(Duration.ofMillis(5))
                .until(() -> site.arrived() > VARIANTS * 3 / 10);
        sink.kill();
        assertThat(site.arrived()).isLessThan(VARIANTS);
    }
}
