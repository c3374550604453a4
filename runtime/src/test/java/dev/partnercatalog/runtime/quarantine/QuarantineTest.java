package dev.partnercatalog.runtime.quarantine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.partnercatalog.schemas.registry.RegistryUnavailableException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.streams.errors.StreamsException;
import org.apache.kafka.streams.errors.TaskMigratedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Which records are set aside because they keep failing, and which aren't blamed. */
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
    void a_record_that_computes_for_longer_than_a_transaction_is_tried_twice() {
        for (int i = 0; i < 2; i++) {
            process(() -> nanos.addAndGet(Duration.ofSeconds(16).toNanos()));
        }
        assertThat(catchThrowable(() -> process(() -> {}))).hasMessageContaining("it took 16 s of computing");
    }

    @Test
    void the_time_in_which_a_thread_waits_for_others_is_not_the_records() throws Exception {
        long computed = Quarantine.computed();
        assertThat(new CountDownLatch(1).await(1, TimeUnit.SECONDS)).isFalse();
        assertThat(Duration.ofNanos(Quarantine.computed() - computed)).isLessThan(Duration.ofMillis(500));

        computed = Quarantine.computed();
        long end = System.nanoTime() + Duration.ofMillis(300).toNanos();
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
        assertThat(Quarantine.computed() - computed).isPositive();
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
    void a_record_of_a_topic_made_anew_is_not_blamed_for_the_old_one_at_its_position() {
        Quarantine first = opened();
        first.outputRefused(POSITION, new RecordTooLargeException("9,000,000 bytes"));
        RecordPosition other = new RecordPosition("other", 1, 5);
        first.outputRefused(other, new RecordTooLargeException("8,000,000 bytes"));
        first.forget("in");
        for (Quarantine run : List.of(first, opened())) {
            AtomicBoolean processed = new AtomicBoolean();
            run.process(place, POSITION, () -> processed.set(true));
            assertThat(processed).isTrue();
            assertThat(catchThrowable(() -> run.process(place, other, () -> {})))
                    .isInstanceOf(RejectedRecordException.class);
        }
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

    private Quarantine opened() {
        Quarantine opened = Quarantine.of("dead", InstantSource.system(), nanos::get);
        opened.open(folder);
        return opened;
    }

    private void process(Runnable work) {
        quarantine.process(place, POSITION, work);
    }

    @SuppressWarnings("InfiniteRecursion") // on purpose
    private static int overflow(int depth) {
        return overflow(depth + 1) + 1;
    }
}
