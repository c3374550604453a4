package dev.partnercatalog.streams;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.partnercatalog.schemas.registry.RegistryUnavailableException;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.standalone.CatalogAddresses;
import dev.partnercatalog.standalone.CatalogExtension;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** An instance that doesn't process what waits is not ready. */
@ExtendWith(CatalogExtension.class)
// It waits for more than a minute, so it starts before the others.
@Order(1)
class StalledResolverTest {

    @TempDir
    Path folder;

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void an_instance_whose_threads_fail_over_and_over_is_not_ready_until_they_do_not(CatalogAddresses catalog)
            throws Exception {
        AtomicBoolean away = new AtomicBoolean(true);
        Runnable fault = () -> {
            if (away.get()) {
                throw new RegistryUnavailableException("unavailable, as far as this test is concerned");
            }
        };
        isReadyOnlyWithoutTheFault(catalog, "failing-threads.", fault, () -> away.set(false), 0);
    }

    /** Whatever its threads report: what waits isn't processed. */
    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void an_instance_that_does_not_get_on_is_not_ready_until_it_does(CatalogAddresses catalog) throws Exception {
        CountDownLatch goOn = new CountDownLatch(1);
        Runnable fault = () -> {
            try {
                goOn.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        };
        isReadyOnlyWithoutTheFault(catalog, "not-getting-on.", fault, goOn::countDown, 1);
    }

    private void isReadyOnlyWithoutTheFault(
            CatalogAddresses catalog, String prefix, Runnable fault, Runnable mend, int stalledPartitions)
            throws Exception {
        try (FailingResolver resolver = FailingResolver.start(catalog, prefix, folder, fault)) {
            resolver.publish("before", Instant.now());
            resolver.awaitKeys(CatalogTopic.RESOLVED_VARIANTS, "before");
            await().dontCatchUncaughtExceptions()
                    .atMost(FailingResolver.BOUND)
                    .until(resolver.application()::isSettled);

            resolver.publish("faulty", Instant.now().minus(Duration.ofHours(2)));
            await().dontCatchUncaughtExceptions()
                    .atMost(FailingResolver.BOUND)
                    .until(() -> !resolver.application().health().isProgressing()
                            && !resolver.application().isSettled());
            assertThat(resolver.application().positions().stalled()).hasSize(stalledPartitions);

            mend.run();
            resolver.awaitKeys(CatalogTopic.RESOLVED_VARIANTS, "before", "faulty");
            await().dontCatchUncaughtExceptions()
                    .atMost(FailingResolver.BOUND.multipliedBy(2))
                    .until(resolver.application()::isSettled);
        }
    }
}
