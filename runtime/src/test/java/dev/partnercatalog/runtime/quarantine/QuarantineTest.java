package dev.partnercatalog.runtime.quarantine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.partnercatalog.schemas.registry.RegistryUnavailableException;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.errors.ErrorHandlerContext;
import org.apache.kafka.streams.errors.ProcessingExceptionHandler;
import org.apache.kafka.streams.errors.StreamsException;
import org.apache.kafka.streams.errors.TaskMigratedException;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

final class QuarantineTest {

    private static final RecordPosition POSITION = new RecordPosition("in", 1, 5);

    /** None of these is the record's fault, so each may occur any number of times. */
    @SuppressWarnings("unused")
    private static final List<RuntimeException> FAULTS_OF_OTHERS = List.of(
            new RegistryUnavailableException("away"),
            new StreamsException("sending", new TimeoutException("no answer")),
            new StreamsException(new TopicAuthorizationException("out")),
            new TaskMigratedException("fenced"));

    @TempDir
    Path folder;

    private final AtomicLong nanos = new AtomicLong();
    private final Quarantine quarantine = Quarantine.of("dead", InstantSource.system(), nanos::get);
    private final CurrentRecord place = quarantine.currentRecords().add();

    @Test
    void a_record_that_keeps_failing_is_tried_three_times() {
        for (int i = 0; i < 3; i++) {
            assertThatExceptionOfType(IllegalStateException.class)
                    .isThrownBy(() -> process(() -> {
                        throw new IllegalStateException("unforeseen");
                    }));
        }
        assertThatExceptionOfType(RejectedRecordException.class)
                .isThrownBy(() -> process(() -> {
                    throw new AssertionError("is not tried any more");
                }))
                .withMessageContaining("3 times")
                .withMessageContaining("IllegalStateException: unforeseen");
    }

    @Test
    void a_stack_overflow_counts_as_a_failure_like_any_other() {
        for (int i = 0; i < 3; i++) {
            assertThat(catchThrowable(() -> process(() -> overflow(0)))).isInstanceOf(StackOverflowError.class);
        }
        assertThat(catchThrowable(() -> process(() -> {}))).isInstanceOf(RejectedRecordException.class);
    }

    @ParameterizedTest
    @FieldSource("FAULTS_OF_OTHERS")
    void faults_of_others_are_not_counted(RuntimeException fault) {
        for (int i = 0; i < 10; i++) {
            assertThat(catchThrowable(() -> process(() -> {
                        throw fault;
                    })))
                    .isSameAs(fault);
        }
        process(() -> {});
    }

    @Test
    void a_refusal_is_not_a_failure() {
        for (int i = 0; i < 10; i++) {
            assertThat(catchThrowable(() -> process(() -> {
                        throw new RejectedRecordException("no");
                    })))
                    .hasMessage("no");
        }
    }

    @Test
    void a_record_that_takes_longer_than_a_transaction_is_tried_twice() {
        for (int i = 0; i < 2; i++) {
            process(() -> nanos.addAndGet(Duration.ofSeconds(16).toNanos()));
        }
        assertThat(catchThrowable(() -> process(() -> {}))).hasMessageContaining("it took 16 s");
    }

    @Test
    void a_record_whose_output_is_too_large_is_not_tried_again() {
        RecordTooLargeException fault = new RecordTooLargeException("9,000,000 bytes");
        quarantine.outputRefused(POSITION, fault);
        assertThat(catchThrowable(() -> process(() -> {}))).hasMessageContaining("can't be written");
    }

    /** The thread learns of it only when it sends the output of another record. */
    @Test
    void another_record_being_processed_when_an_output_is_refused_is_not_blamed() {
        RecordTooLargeException fault = new RecordTooLargeException("9,000,000 bytes");
        quarantine.outputRefused(POSITION, fault);
        RecordPosition other = new RecordPosition("in", 1, 6);
        for (int i = 0; i < 10; i++) {
            assertThat(catchThrowable(() -> quarantine.process(place, other, () -> {
                        throw new StreamsException("Error encountered sending record", fault);
                    })))
                    .isInstanceOf(StreamsException.class);
        }
        quarantine.process(place, other, () -> {});
    }

    /** When one record is refused, a producer fails the rest of its transaction with the same exception. */
    @Test
    void a_record_with_output_in_the_same_transaction_as_a_refused_one_is_not_blamed() {
        RecordTooLargeException fault = new RecordTooLargeException("9,000,000 bytes");
        RecordPosition other = new RecordPosition("in", 1, 6);
        quarantine.outputRefused(POSITION, fault);
        quarantine.outputRefused(other, fault);
        quarantine.process(place, other, () -> {});
    }

    @Test
    void nor_is_it_blamed_if_another_thread_failed_in_between() {
        RecordTooLargeException fault = new RecordTooLargeException("9,000,000 bytes");
        RecordPosition other = new RecordPosition("in", 1, 6);
        quarantine.outputRefused(POSITION, fault);
        quarantine.outputRefused(new RecordPosition("in", 2, 7), new RecordTooLargeException("8,000,000 bytes"));
        quarantine.outputRefused(other, fault);
        for (int i = 0; i < 10; i++) {
            assertThat(catchThrowable(() -> quarantine.process(place, other, () -> {
                        throw new StreamsException("Error encountered sending record", fault);
                    })))
                    .isInstanceOf(StreamsException.class);
        }
        quarantine.process(place, other, () -> {});
    }

    @Test
    void the_record_of_which_a_process_dies_is_counted_by_the_next_one() {
        for (int i = 0; i < 3; i++) {
            Quarantine dying = opened();
            dying.currentRecords().add().take(new RecordPosition("done", 0, 1));
            CurrentRecord other = dying.currentRecords().add();
            other.take(new RecordPosition("in", 1, 4));
            other.release();
            other.take(POSITION);
            // Nothing is closed: the process is gone.
        }
        Quarantine next = opened();
        assertThat(catchThrowable(() -> next.process(next.currentRecords().add(), POSITION, () -> {})))
                .hasMessageContaining("the process ended while processing it");
        next.process(next.currentRecords().add(), new RecordPosition("in", 1, 4), () -> {});
    }

    @Test
    void an_orderly_end_leaves_no_record_in_progress() {
        for (int i = 0; i < 5; i++) {
            Quarantine run = opened();
            CurrentRecord used = run.currentRecords().add();
            run.process(used, POSITION, () -> {});
            run.currentRecords().remove(used);
        }
        assertThat(opened().currentRecords().all()).isEmpty();
        opened().process(place, POSITION, () -> {});
    }

    @Test
    void a_refused_record_becomes_a_dead_letter_with_its_bytes_and_its_position() {
        ProcessingExceptionHandler.Response response = handle(new RejectedRecordException("the key is wrong"));
        assertThat(response.result()).isEqualTo(ProcessingExceptionHandler.Result.RESUME);
        ProducerRecord<byte[], byte[]> letter =
                response.deadLetterQueueRecords().get(0);
        assertThat(letter.topic()).isEqualTo("dead");
        assertThat(letter.key()).asString().isEqualTo("key");
        assertThat(letter.value()).asString().isEqualTo("value");
        assertThat(header(letter, DeadLetterHeaders.REASON)).isEqualTo("the key is wrong");
        assertThat(header(letter, DeadLetterHeaders.TOPIC)).isEqualTo("in");
        assertThat(header(letter, DeadLetterHeaders.PARTITION)).isEqualTo("1");
        assertThat(header(letter, DeadLetterHeaders.OFFSET)).isEqualTo("5");
        assertThat(header(letter, "own")).isEqualTo("header");
    }

    @Test
    void any_other_fault_fails_the_thread_so_that_its_transaction_is_undone() {
        ProcessingExceptionHandler.Response response = handle(new IllegalStateException("unforeseen"));
        assertThat(response.result()).isEqualTo(ProcessingExceptionHandler.Result.FAIL);
        assertThat(response.deadLetterQueueRecords()).isEmpty();
    }

    @Test
    void an_operator_sees_how_many_records_fail_and_how_many_were_set_aside() {
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        quarantine.bindTo(meters);
        for (int i = 0; i < 4; i++) {
            Throwable fault = catchThrowable(() -> process(() -> {
                throw new IllegalStateException("unforeseen");
            }));
            handle((Exception) fault);
        }
        assertThat(meters.get("catalog.failing.records").gauge().value()).isEqualTo(1);
        assertThat(meters.get("catalog.quarantined.records").functionCounter().count())
                .isEqualTo(1);
        handle(new RejectedRecordException("its barcode is empty"));
        assertThat(meters.get("catalog.dead.letters").functionCounter().count()).isEqualTo(2);
    }

    @Test
    void a_thread_that_finds_no_end_ends_the_process_and_the_record_is_set_aside_by_the_next() throws Exception {
        AtomicReference<@Nullable String> end = new AtomicReference<>();
        AtomicBoolean stopped = new AtomicBoolean();
        AtomicBoolean begun = new AtomicBoolean();
        // Calls nothing native, since native calls count as waiting.
        Thread endless = new Thread(() -> process(() -> {
            while (!stopped.get()) {
                begun.set(true);
            }
        }));
        endless.start();
        while (!begun.get()) {
            Thread.onSpinWait();
        }
        try (StuckRecordWatch watch = new StuckRecordWatch(quarantine, () -> false, end::set)) {
            for (int i = 0; i < StuckRecordWatch.SECONDS - 1; i++) {
                watch.look();
            }
            assertThat(end.get()).isNull();
            watch.look();
            assertThat(end.get()).contains("in-1 at offset 5");
        } finally {
            stopped.set(true);
            endless.join();
        }
        assertThat(catchThrowable(() -> process(() -> {}))).hasMessageContaining("without finishing");
    }

    @Test
    void a_thread_that_waits_is_left_alone() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        Thread waiting = new Thread(() -> process(() -> {
            begun.countDown();
            try {
                go.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }));
        waiting.start();
        begun.await();
        try (StuckRecordWatch watch = new StuckRecordWatch(quarantine, () -> false, reason -> {
            throw new AssertionError(reason);
        })) {
            for (int i = 0; i < 10 * StuckRecordWatch.SECONDS; i++) {
                watch.look();
            }
        }
        go.countDown();
        waiting.join();
        process(() -> {});
    }

    private Quarantine opened() {
        Quarantine opened = Quarantine.of("dead", InstantSource.system(), nanos::get);
        opened.open(folder);
        return opened;
    }

    private void process(Runnable work) {
        quarantine.process(place, POSITION, work);
    }

    private ProcessingExceptionHandler.Response handle(Exception fault) {
        ProcessingFaults handler = new ProcessingFaults();
        handler.configure(Map.of(Quarantine.CONFIG, quarantine));
        return handler.handleError(source(), new Record<>("k", "v", 0), fault);
    }

    @SuppressWarnings("InfiniteRecursion") // on purpose
    private static int overflow(int depth) {
        return overflow(depth + 1) + 1;
    }

    private static String header(ProducerRecord<byte[], byte[]> letter, String name) {
        return new String(letter.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
    }

    private static ErrorHandlerContext source() {
        return new ErrorHandlerContext() {
            @Override
            public String topic() {
                return "in";
            }

            @Override
            public int partition() {
                return 1;
            }

            @Override
            public long offset() {
                return 5;
            }

            @Override
            public Headers headers() {
                return new RecordHeaders().add("own", "header".getBytes(StandardCharsets.UTF_8));
            }

            @Override
            public String processorNodeId() {
                return "node";
            }

            @Override
            public TaskId taskId() {
                return new TaskId(0, 1);
            }

            @Override
            public long timestamp() {
                return 1_700_000_000_000L;
            }

            @Override
            public byte[] sourceRawKey() {
                return "key".getBytes(StandardCharsets.UTF_8);
            }

            @Override
            public byte[] sourceRawValue() {
                return "value".getBytes(StandardCharsets.UTF_8);
            }
        };
    }
}
