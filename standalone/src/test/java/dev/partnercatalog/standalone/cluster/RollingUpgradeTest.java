package dev.partnercatalog.standalone.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.events.AllowedFields;
import dev.partnercatalog.events.BpdVariant;
import dev.partnercatalog.events.Listing;
import dev.partnercatalog.events.Partner;
import dev.partnercatalog.events.WebhookSetting;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.standalone.ApplicationProcess;
import dev.partnercatalog.standalone.RandomCatalog.Event;
import dev.partnercatalog.standalone.RawReceiver;
import dev.partnercatalog.standalone.cluster.Cluster.Size;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A release is rolled out instance by instance under load, and rolled back. {@code -Dupgrade.from} is the archive of
 * the release that runs first; {@code -Dupgrade.to} that of the other, by default what is built now.
 */
@Tag("long")
class RollingUpgradeTest {

    private static final Logger LOG = LoggerFactory.getLogger(RollingUpgradeTest.class);
    private static final Duration BOUND = Duration.ofMinutes(2);
    private static final Duration LONG = Duration.ofMinutes(2);
    private static final String QUIET = "quiet";
    private static final long COMPANY = 8_300_000;
    private static final int VARIANTS = 500;
    private static final int REQUESTS = 20;

    @Test
    void a_release_is_brought_out_and_taken_back_under_load_and_what_did_not_change_is_not_sent() throws Exception {
        String from = System.getProperty("upgrade.from");
        Assumptions.assumeTrue(
                from != null, "no release to start with: set its archive with -Dupgrade.from=partner-catalog-….tar.gz");
        Path folder = Files.createTempDirectory(Files.createDirectories(Path.of("target")), "upgrade-")
                .toAbsolutePath();
        String before = Release.unpack(Path.of(from), folder.resolve("from")).classPath();
        String to = System.getProperty("upgrade.to");
        String after = to == null
                ? System.getProperty("java.class.path")
                : Release.unpack(Path.of(to), folder.resolve("to")).classPath();
        Surroundings surroundings = new Surroundings() {
            @Override
            public void surround(ApplicationProcess instance) {
                instance.withClassPath(before);
            }
        };
        try (Cluster cluster = Cluster.start(Size.asked(), surroundings);
                RawReceiver quiet = RawReceiver.start(cluster.addresses.webhookSecret(QUIET))) {
            cluster.addresses.createClient(QUIET);
            cluster.publish(quietPartner(quiet));
            await().atMost(LONG).until(() -> quiet.held().size() == VARIANTS);
            int received = quiet.received();
            try (Feed feed = cluster.feed()) {
                List<ApplicationProcess> instances = new ArrayList<>(cluster.inOrderOfUpgrade());
                replace(cluster, instances, after, "rolled out");
                Collections.reverse(instances);
                replace(cluster, instances, before, "rolled back");
                feed.stop();
            }
            cluster.awaitStateEqualsModel();
            assertThat(quiet.received()).isEqualTo(received);
            assertThat(quiet.faults()).isEmpty();
        }
    }

    private static void replace(Cluster cluster, List<ApplicationProcess> instances, String classPath, String what)
            throws Exception {
        for (ApplicationProcess instance : instances) {
            try (Load load = cluster.load(BOUND)) {
                load.awaitMore(REQUESTS);
                cluster.delivered.measure();
                long begun = System.nanoTime();
                instance.terminate();
                instance.withClassPath(classPath).start();
                cluster.awaitReady();
                Duration taken = Duration.ofNanos(System.nanoTime() - begun);
                load.awaitMore(REQUESTS);
                load.assertNoFault();
                LOG.info(
                        "{} {} in {} ms: {}; longest pause of deliveries {} ms",
                        instance,
                        what,
                        taken.toMillis(),
                        load,
                        cluster.delivered.longestPause().toMillis());
            }
        }
    }

    /** A partner whose variants stay unchanged. */
    private static List<Event> quietPartner(RawReceiver receiver) {
        List<Event> events = new ArrayList<>();
        AllowedCompany company = new AllowedCompany(
                Long.toString(COMPANY), "Quiet", "cova", "p", new AllowedFields(true, true, true, true), List.of());
        events.add(new Event(
                CatalogTopic.PARTNERS,
                QUIET,
                new Partner(
                        QUIET,
                        "Quiet",
                        true,
                        new WebhookSetting(true, receiver.url().toString()),
                        List.of(company))));
        for (int i = 0; i < VARIANTS; i++) {
            String barcode = "quiet-" + i;
            events.add(new Event(
                    CatalogTopic.BPD_VARIANTS,
                    barcode,
                    BpdVariant.newBuilder()
                            .setBarcode(barcode)
                            .setName("Quiet " + i)
                            .build()));
            Listing listing = new Listing(COMPANY, COMPANY, "sku-" + i, barcode);
            events.add(new Event(CatalogTopic.LISTINGS, COMPANY + "/" + COMPANY + "/sku-" + i, listing));
        }
        return events;
    }
}
