package dev.partnercatalog.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.runtime.health.HealthCheck;
import dev.partnercatalog.runtime.health.HealthCheck.Verdict;
import dev.partnercatalog.runtime.store.StateFolder;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.streams.StreamsConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HealthChecksTest {

    private static final long SOON = 30;

    @TempDir
    private Path folder = Path.of("");

    @Test
    void a_check_that_hangs_learns_of_it_and_delays_no_other() throws Exception {
        CompletableFuture<Duration> hung = new CompletableFuture<>();
        CountDownLatch disk = new CountDownLatch(1);
        CountDownLatch looks = new CountDownLatch(1);
        CountDownLatch others = new CountDownLatch(5);
        try (HealthChecks checks = checks()) {
            checks.add(new HealthCheck() {
                @Override
                public void look() throws InterruptedException {
                    looks.countDown();
                    disk.await();
                }

                @Override
                public void unanswered(Duration since) {
                    hung.complete(since);
                }
            });
            checks.add(others::countDown);
            checks.start();
            assertThat(looks.await(SOON, TimeUnit.SECONDS)).isTrue();
            assertThat(others.await(SOON, TimeUnit.SECONDS)).as("the others").isTrue();
            assertThat(hung.get(SOON, TimeUnit.SECONDS)).isGreaterThan(Duration.ofMillis(900));
            disk.countDown();
        }
    }

    @Test
    void a_check_that_fails_is_looked_at_again_and_so_are_those_after_it() throws Exception {
        CountDownLatch failing = new CountDownLatch(2);
        CountDownLatch after = new CountDownLatch(2);
        try (HealthChecks checks = checks()) {
            checks.add(() -> {
                failing.countDown();
                throw new IllegalStateException("as far as this test is concerned");
            });
            checks.add(after::countDown);
            checks.start();
            assertThat(failing.await(SOON, TimeUnit.SECONDS)).isTrue();
            assertThat(after.await(SOON, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void the_worst_verdict_counts() {
        try (HealthChecks checks = checks()) {
            assertThat(checks.isFine()).isTrue();
            checks.add(found(Verdict.UNSETTLED));
            checks.add(found(Verdict.FINE));
            assertThat(checks.isFine()).isFalse();
            assertThat(checks.isProgressing()).isTrue();
            checks.add(found(Verdict.STALLED));
            assertThat(checks.isProgressing()).isFalse();
        }
    }

    @Test
    void threads_that_failed_three_times_in_two_minutes_stall_the_application_for_a_minute() {
        Instant[] now = {Instant.parse("2026-01-01T00:00:00Z")};
        FailedThreads failed = new FailedThreads(() -> now[0]);
        failed.add();
        failed.add();
        assertThat(failed.verdict()).isEqualTo(Verdict.FINE);
        failed.add();
        assertThat(failed.verdict()).isEqualTo(Verdict.STALLED);
        now[0] = now[0].plusSeconds(61);
        failed.look();
        assertThat(failed.verdict()).isEqualTo(Verdict.FINE);
        assertThat(failed.count()).isEqualTo(3);
    }

    @Test
    void a_disk_that_does_not_respond_counts_as_full_until_it_does() throws Exception {
        try (StateFolderCheck check = new StateFolderCheck("test", new StateFolder(folder))) {
            check.unanswered(Duration.ofSeconds(9));
            assertThat(check.isHeldUp()).isFalse();
            check.unanswered(Duration.ofSeconds(11));
            assertThat(check.isHeldUp()).isTrue();
            assertThat(check.verdict()).isEqualTo(Verdict.UNSETTLED);
            check.look();
            assertThat(check.isHeldUp()).isFalse();
            assertThat(check.awaitUsable()).isTrue();
        }
    }

    private HealthChecks checks() {
        StreamsConfig config = new StreamsConfig(Map.of(
                StreamsConfig.APPLICATION_ID_CONFIG, "test", StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "127.0.0.1:1"));
        return new HealthChecks("test", config, new StateFolder(folder), Set::of);
    }

    private static HealthCheck found(Verdict verdict) {
        return new HealthCheck() {
            @Override
            public void look() {}

            @Override
            public Verdict verdict() {
                return verdict;
            }
        };
    }
}
