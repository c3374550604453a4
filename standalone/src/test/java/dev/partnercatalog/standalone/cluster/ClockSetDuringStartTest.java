package dev.partnercatalog.standalone.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.schemas.topic.TopicSettings;
import dev.partnercatalog.standalone.ApplicationProcess;
import dev.partnercatalog.standalone.CatalogAddresses;
import dev.partnercatalog.standalone.FixedPort;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A machine starts with a wrong clock, and an application with it, before the brokers; then the clock is set right. */
class ClockSetDuringStartTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    Path folder;

    @Test
    @Tag("processes")
    void a_start_that_waits_for_brokers_ends_when_its_clock_is_set_back() throws Exception {
        Optional<ShiftedClock> clock = ShiftedClock.in(folder);
        assumeTrue(clock.isPresent(), "no C compiler is here");
        URI nowhere = URI.create("http://127.0.0.1:" + FixedPort.free());
        KafkaSettings kafka = new KafkaSettings(
                nowhere.getAuthority(),
                new TopicSettings(TopicSettings.DEFAULT_PREFIX, TopicSettings.DEFAULT_PARTITIONS, (short) 1),
                Map.of());
        CatalogAddresses away =
                new CatalogAddresses(kafka, nowhere, nowhere, nowhere, nowhere, folder.resolve("master.key"));
        clock.get().set(Duration.ofHours(3));
        try (ApplicationProcess instance = ApplicationProcess.streamsApp(away, folder, "instance")
                .withEnvironment(clock.get().environment())
                .start()) {
            await().until(() -> instance.log().contains("could not be established"));

            clock.get().set(Duration.ZERO);

            await().until(() -> !instance.isAlive());
            assertThat(instance.log()).contains("Ending the process: its clock was set back by");
        }
    }
}
