package dev.partnercatalog.streams.quarantine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.partnercatalog.schemas.registry.RegistryUnavailableException;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.errors.ErrorHandlerContext;
import org.apache.kafka.streams.errors.ProcessingExceptionHandler;
import org.apache.kafka.streams.errors.StreamsException;
import org.apache.kafka.streams.errors.TaskMigratedException;
import org.apache.kafka.streams.errors.internals.DefaultErrorHandlerContext;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.Record;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Which records are set aside, which aren't blamed, and what becomes of the thread. */
final class QuarantineTest {

    private static final Quarantine.Position POSITION = new Quarantine.Position("in", 1, 5);

    /** None of these is the record's fault, so each may occur any number of times. */
    @SuppressWarnings("unused")
    private static final List<RuntimeException> FAULTS_OF_OTHERS = List.of(
            new RegistryUnavailableException("away"),
            new StreamsException("sending", new TimeoutException("no answer")),
            new StreamsException(new TopicAuthorizationException("out")),
            new TaskMigratedException("fenced"));

    private final Quarantine quarantine = new Quarantine("dead");

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
    void a_record_whose_output_is_too_large_is_not_tried_again() {
        RecordTooLargeException fault = new RecordTooLargeException("9,000,000 bytes");
        for (int i = 0; i < 2; i++) {
            assertThat(catchThrowable(() -> process(() -> {
                        quarantine.outputRefused(fault);
                        throw new StreamsException("Error encountered sending record", fault);
                    })))
                    .hasMessageContaining(i == 0 ? "sending record" : "can't be written");
        }
    }

    /** The thread learns of it only when it sends the output of another record. */
    @Test
    void another_record_being_processed_when_an_output_is_refused_is_not_blamed() {
        RecordTooLargeException fault = new RecordTooLargeException("9,000,000 bytes");
        quarantine.outputRefused(fault);
        for (int i = 0; i < 10; i++) {
            assertThat(catchThrowable(() -> process(() -> {
                        throw new StreamsException("Error encountered sending record", fault);
                    })))
                    .isInstanceOf(StreamsException.class);
        }
        process(() -> {});
    }

    @Test
    void what_is_known_of_records_is_bounded() {
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        quarantine.bindTo(meters, Set.of());
        for (int i = 0; i < 2_000; i++) {
            Quarantine.Position position = new Quarantine.Position("in", 1, i);
            assertThat(catchThrowable(() -> quarantine.process(position, () -> {
                        throw new IllegalStateException("unforeseen");
                    })))
                    .hasMessage("unforeseen");
        }
        assertThat(meters.get("catalog.failing.records").gauge().value()).isEqualTo(1_000);
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
        quarantine.bindTo(meters, Set.of(source().topic(), "another"));
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
        assertThat(deadLetters(meters, source().topic())).isEqualTo(2);
        assertThat(deadLetters(meters, "another")).isZero();
        assertThat(deadLetters(meters, "")).isZero();
    }

    private static double deadLetters(SimpleMeterRegistry meters, String topic) {
        return meters.get("catalog.dead.letters").tag("topic", topic).counter().count();
    }

    private ProcessingExceptionHandler.Response handle(Exception fault) {
        Quarantine.FaultHandler handler = new Quarantine.FaultHandler();
        handler.configure(Map.of(Quarantine.CONFIG, quarantine));
        return handler.handleError(source(), new Record<>("k", "v", 0), fault);
    }

    private static String header(ProducerRecord<byte[], byte[]> letter, String name) {
        return new String(letter.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
    }

    private static ErrorHandlerContext source() {
        return new DefaultErrorHandlerContext(
                null,
                "in",
                1,
                5,
                new RecordHeaders().add("own", "header".getBytes(StandardCharsets.UTF_8)),
                "node",
                new TaskId(0, 1),
                1_700_000_000_000L,
                "key".getBytes(StandardCharsets.UTF_8),
                "value".getBytes(StandardCharsets.UTF_8));
    }

    private void process(Runnable work) {
        quarantine.process(POSITION, work);
    }

    @SuppressWarnings("InfiniteRecursion") // on purpose
    private static int overflow(int depth) {
        return overflow(depth + 1) + 1;
    }
}
