package dev.partnercatalog.query.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.partnercatalog.runtime.http.ErrorCode;
import dev.partnercatalog.runtime.http.HttpProblem;
import dev.partnercatalog.schemas.registry.RegistryUnavailableException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.junit.jupiter.api.Test;

/** When tables may be read. */
class TableStateTest {

    private static TableStore noStore(String name) {
        throw new InvalidStateStoreException(name);
    }

    private final TableState state = new TableState(Duration.ZERO, () -> {});

    @Test
    void nothing_is_read_before_the_tables_are_loaded() {
        assertUnavailable(() -> state.read(() -> "read"));
        assertThat(state.isLoaded()).isFalse();
        state.loaded(TableStateTest::noStore);
        assertThat(state.isLoaded()).isTrue();
        assertThat(state.read(() -> "read")).isEqualTo("read");
        state.unloaded();
        assertUnavailable(() -> state.read(() -> "read"));
    }

    @Test
    void what_was_read_while_the_stores_were_closed_is_no_answer() {
        state.loaded(TableStateTest::noStore);
        assertUnavailable(() -> state.read(() -> {
            state.unloaded();
            return "may be incomplete";
        }));
    }

    @Test
    void a_caller_that_is_slightly_too_early_waits_and_is_answered() throws Exception {
        TableState patient = new TableState(Duration.ofMinutes(1), () -> {});
        CompletableFuture<String> early = CompletableFuture.supplyAsync(() -> patient.read(() -> "read"));
        patient.loaded(TableStateTest::noStore);
        assertThat(early.get(1, TimeUnit.MINUTES)).isEqualTo("read");
    }

    @Test
    void what_is_unavailable_for_a_moment_is_looked_up_again() {
        TableState patient = new TableState(Duration.ofMinutes(1), () -> {});
        patient.loaded(TableStateTest::noStore);
        AtomicInteger looks = new AtomicInteger();
        assertThat(patient.read(() -> {
                    if (looks.incrementAndGet() < 3) {
                        throw new InvalidStateStoreException("moved");
                    }
                    return "read";
                }))
                .isEqualTo("read");
    }

    @Test
    void what_cannot_be_read_now_is_unavailable_and_never_absent() {
        state.loaded(TableStateTest::noStore);
        for (RuntimeException fault : new RuntimeException[] {
            new InvalidStateStoreException("moved"),
            new ProcessorStateException("damaged"),
            new RegistryUnavailableException("away")
        }) {
            assertUnavailable(() -> state.read(() -> {
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
