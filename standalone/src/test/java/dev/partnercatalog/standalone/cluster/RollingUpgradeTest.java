package dev.partnercatalog.standalone.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.standalone.ApplicationProcess;
import dev.partnercatalog.standalone.CatalogAddresses;
import dev.partnercatalog.standalone.CompanyEvents;
import dev.partnercatalog.standalone.RawReceiver;
import dev.partnercatalog.standalone.cluster.Cluster.Size;
import java.io.IOException;
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
 * the release that runs first; the other is what is built now.
 */
@Tag("long")
class RollingUpgradeTest {

    private static final Logger LOG = LoggerFactory.getLogger(RollingUpgradeTest.class);
    private static final Duration BOUND = Duration.ofMinutes(2);
    private static final String QUIET = "quiet";
    private static final long COMPANY = 8_300_000;
    private static final int VARIANTS = 500;
    private static final int REQUESTS = 20;

    @Test
    void a_release_is_brought_out_and_taken_back_under_load_and_what_did_not_change_is_not_sent() throws Exception {
        String from = System.getProperty("upgrade.from");
        Assumptions.assumeTrue(
                from != null, "no release to start with: set its archive with -Dupgrade.from=partner-catalog-….tar.gz");
        Path folder = Cluster.folder("releases");
        String before = unpack(Path.of(from), folder.resolve("from"));
        String after = System.getProperty("java.class.path");
        Surroundings surroundings = new Surroundings() {
            @Override
            public void surround(ApplicationProcess instance) {
                instance.withClassPath(before);
            }
        };
        try (Cluster cluster = Cluster.start("upgrade", Size.asked(), surroundings);
                RawReceiver quiet = RawReceiver.start(cluster.addresses.webhookSecret(QUIET))) {
            cluster.addresses.createClient(QUIET);
            publishQuiet(cluster.addresses, quiet);
            await().until(() -> quiet.held().size() == VARIANTS);
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
                long begun = System.nanoTime();
                instance.terminate();
                instance.withClassPath(classPath).start();
                cluster.awaitReady();
                Duration taken = Duration.ofNanos(System.nanoTime() - begun);
                load.awaitMore(REQUESTS);
                load.assertNoFault();
                LOG.info("{} {} in {} ms: {}", instance, what, taken.toMillis(), load);
            }
        }
    }

    /** A partner whose variants stay unchanged. */
    private static void publishQuiet(CatalogAddresses catalog, RawReceiver receiver) throws IOException {
        catalog.publish(
                CatalogTopic.PARTNERS,
                CompanyEvents.partner(QUIET, receiver.url().toString(), COMPANY));
        catalog.publish(CatalogTopic.BPD_VARIANTS, VARIANTS, i -> CompanyEvents.product("quiet-" + i, "Quiet " + i));
        catalog.publish(CatalogTopic.LISTINGS, VARIANTS, i -> CompanyEvents.listing(COMPANY, "sku-" + i, "quiet-" + i));
    }

    /** Unpacks a release's archive, as {@code mvn -Prelease package} builds it; returns the class path of its program. */
    private static String unpack(Path archive, Path into) throws IOException, InterruptedException {
        Files.createDirectories(into);
        Process tar = new ProcessBuilder(
                        "tar", "-xzf", archive.toString(), "-C", into.toString(), "--strip-components=1")
                .inheritIO()
                .start();
        assertThat(tar.waitFor()).as("%s can't be unpacked", archive).isZero();
        return into.resolve("lib") + "/*";
    }
}
