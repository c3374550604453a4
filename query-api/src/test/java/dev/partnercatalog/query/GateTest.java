package dev.partnercatalog.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.partnercatalog.http.ErrorCode;
import dev.partnercatalog.http.HttpProblem;
import dev.partnercatalog.query.table.CatalogUnavailableException;
import dev.partnercatalog.schemas.registry.RegistryUnavailableException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.junit.jupiter.api.Test;

class GateTest {

    private final AtomicBoolean loaded = new AtomicBoolean();
    private final Gate gate = new Gate(loaded::get, Duration.ZERO);

    @Test
    void nothing_is_read_before_its_table_is_loaded() {
        assertUnavailable(() -> gate.global(() -> "read"));
        assertUnavailable(() -> gate.catalog(() -> "read"));
        gate.openGlobalTables();
        assertThat(gate.global(() -> "read")).isEqualTo("read");
        assertUnavailable(() -> gate.catalog(() -> "read"));
        loaded.set(true);
        assertThat(gate.catalog(() -> "read")).isEqualTo("read");
    }

    @Test
    void variants_are_not_read_before_who_may_read_them_is_known() {
        loaded.set(true);
        assertUnavailable(() -> gate.catalog(() -> "read"));
    }

    @Test
    void who_comes_a_little_early_waits_and_is_answered() throws Exception {
        AtomicInteger looks = new AtomicInteger();
        Gate patient = new Gate(() -> looks.incrementAndGet() > 3, Duration.ofMinutes(1));
        patient.openGlobalTables();
        CompletableFuture<String> early = CompletableFuture.supplyAsync(() -> patient.catalog(() -> "read"));
        assertThat(early.get(30, TimeUnit.SECONDS)).isEqualTo("read");
        assertThat(looks).hasValue(4);
    }

    @Test
    void what_was_loaded_once_stays_open_while_partitions_move() {
        gate.openGlobalTables();
        loaded.set(true);
        assertThat(gate.isOpen()).isTrue();
        loaded.set(false);
        assertThat(gate.catalog(() -> "read")).isEqualTo("read");
    }

    @Test
    void whatever_can_not_be_read_now_is_unavailable_and_never_absent() {
        gate.openGlobalTables();
        loaded.set(true);
        for (RuntimeException fault : new RuntimeException[] {
            new CatalogUnavailableException("moved"),
            new InvalidStateStoreException("moved"),
            new RegistryUnavailableException("away")
        }) {
            assertUnavailable(() -> gate.catalog(() -> {
                throw fault;
            }));
        }
    }

    private static void assertUnavailable(Supplier<Object> reading) {
        assertThatExceptionOfType(HttpProblem.class).isThrownBy(reading::get).satisfies(problem -> {
            assertThat(problem.code()).isEqualTo(ErrorCode.CATALOG_UNAVAILABLE);
            assertThat(problem.headers()).containsKey("Retry-After");
        });
    }
}
