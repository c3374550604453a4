package dev.partnercatalog.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.runtime.Health.Check;
import dev.partnercatalog.runtime.Health.Verdict;
import dev.partnercatalog.runtime.store.StateFolder;
import dev.partnercatalog.schemas.topic.BrokerUnavailableException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.errors.ClusterAuthorizationException;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HealthTest {

    private static final long SOON = 60;

    private final Path folder;
    private long nanos = -5;
    private @Nullable Exception fault;
    private Verdict found = Verdict.FINE;
    private final Health health;
    private final Check asking;

    HealthTest(@TempDir Path folder) {
        this.folder = folder;
        health = new Health("test", new StateFolder(folder), () -> nanos);
        asking = health.add("brokers", Health.ROUND, this::ask);
    }

    @AfterEach
    void close() {
        health.close();
    }

    @Test
    void a_look_that_hangs_delays_no_other() throws Exception {
        CountDownLatch disk = new CountDownLatch(1);
        CountDownLatch looks = new CountDownLatch(1);
        CountDownLatch others = new CountDownLatch(5);
        try (Health running = new Health("test", new StateFolder(folder))) {
            running.add("hanging disk", Health.ROUND, () -> {
                looks.countDown();
                disk.await();
                return Verdict.FINE;
            });
            running.add("others", Health.ROUND, () -> {
                others.countDown();
                return Verdict.FINE;
            });
            running.start();
            assertThat(looks.await(SOON, TimeUnit.SECONDS)).isTrue();
            assertThat(others.await(SOON, TimeUnit.SECONDS)).as("the others").isTrue();
            disk.countDown();
        }
    }

    @Test
    void a_look_that_fails_is_repeated_and_so_are_those_after_it() throws Exception {
        CountDownLatch failing = new CountDownLatch(2);
        CountDownLatch after = new CountDownLatch(2);
        try (Health running = new Health("test", new StateFolder(folder))) {
            running.add("faulty", Health.ROUND, () -> {
                failing.countDown();
                throw new IllegalStateException("as far as this test is concerned");
            });
            running.add("after", Health.ROUND, () -> {
                after.countDown();
                return Verdict.FINE;
            });
            running.start();
            assertThat(failing.await(SOON, TimeUnit.SECONDS)).isTrue();
            assertThat(after.await(SOON, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void the_worst_verdict_counts() {
        assertThat(health.isFine()).isTrue();
        health.add("copies", Health.ROUND, () -> Verdict.UNSETTLED).run();
        asking.run();
        assertThat(health.isFine()).isFalse();
        assertThat(health.isProgressing()).isTrue();
        health.add("progress", Health.ROUND, () -> Verdict.STALLED).run();
        assertThat(health.isProgressing()).isFalse();
    }

    @Test
    void D22_what_is_served_is_as_old_as_its_oldest_part_and_ten_seconds_are_negligible() {
        Duration[] tables = {Duration.ofSeconds(1)};
        health.addAge(() -> tables[0]);
        health.addAge(() -> Duration.ofSeconds(10));
        assertThat(health.age()).isEqualTo(Duration.ofSeconds(10));
        assertThat(health.notableAge()).isZero();
        assertThat(health.isCurrent()).isTrue();
        tables[0] = Duration.ofSeconds(11);
        assertThat(health.notableAge()).isEqualTo(Duration.ofSeconds(11));
        assertThat(health.isCurrent()).isFalse();
    }

    @Test
    void threads_that_failed_three_times_in_two_minutes_stall_the_application_for_a_minute() {
        health.threadFailed();
        health.threadFailed();
        assertThat(health.probeThreads()).isEqualTo(Verdict.FINE);
        health.threadFailed();
        assertThat(health.probeThreads()).isEqualTo(Verdict.STALLED);
        nanos += Duration.ofSeconds(61).toNanos();
        assertThat(health.probeThreads()).isEqualTo(Verdict.FINE);
        assertThat(health.failures()).isEqualTo(3);
    }

    @Test
    void a_disk_that_does_not_respond_counts_as_full_until_it_does() throws Exception {
        health.diskHangs(Duration.ofSeconds(9));
        assertThat(health.isHeldUp()).isFalse();
        health.diskHangs(Duration.ofSeconds(11));
        assertThat(health.isHeldUp()).isTrue();
        assertThat(health.probeDisk()).isEqualTo(Verdict.FINE);
        assertThat(health.isHeldUp()).isFalse();
        assertThat(health.awaitRoom()).isTrue();
    }

    @Test
    void the_brokers_are_silent_from_the_first_look_that_they_do_not_answer_to_the_next_that_they_do() {
        probe(null);
        assertThat(health.silence()).isZero();
        probe(new ExecutionException(new TimeoutException("no answer")));
        assertThat(health.isCurrent()).isFalse();
        probe(new TimeoutException("no answer"));
        probe(new BrokerUnavailableException("away", new TimeoutException()));
        assertThat(health.isFine()).isTrue();
        probe(new SaslAuthenticationException("a password that was changed"));
        assertThat(health.silence()).isEqualTo(Duration.ofSeconds(40));
        assertThat(health.isFine()).isFalse();
        assertThat(health.isProgressing()).isTrue();
        probe(null);
        assertThat(health.silence()).isZero();
        assertThat(health.isFine()).isTrue();
    }

    @Test
    void what_a_check_found_last_holds_while_the_brokers_are_silent() {
        found = Verdict.STALLED;
        probe(null);
        for (int i = 0; i < 4; i++) {
            probe(new TimeoutException("no answer"));
        }
        assertThat(health.isProgressing()).isFalse();
    }

    @Test
    void brokers_that_refuse_to_tell_are_not_silent() {
        probe(new TimeoutException("no answer"));
        probe(new ExecutionException(new ClusterAuthorizationException("not yours")));
        assertThat(health.silence()).isZero();
    }

    /** Takes ten seconds. */
    private void probe(@Nullable Exception thrown) {
        fault = thrown;
        asking.run();
    }

    private Verdict ask() throws ExecutionException {
        nanos += Duration.ofSeconds(10).toNanos();
        if (fault instanceof ExecutionException refused) {
            throw refused;
        } else if (fault instanceof RuntimeException away) {
            throw away;
        }
        return found;
    }
}
