package dev.partnercatalog.runtime.quarantine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.errors.ErrorHandlerContext;
import org.apache.kafka.streams.errors.ProcessingExceptionHandler;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.Record;
import org.junit.jupiter.api.Test;

/** What becomes of the thread and of the record if the processing of a record fails. */
final class FaultHandlerTest {

    private final Quarantine quarantine = Quarantine.of("dead", InstantSource.system());

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
        return meters.get("catalog.dead.letters")
                .tag("topic", topic)
                .functionCounter()
                .count();
    }

    private void process(Runnable work) {
        quarantine.process(new Quarantine.Position("in", 1, 5), work);
    }

    private ProcessingExceptionHandler.Response handle(Exception fault) {
        FaultHandler handler = new FaultHandler();
        handler.configure(Map.of(Quarantine.CONFIG, quarantine));
        return handler.handleError(source(), new Record<>("k", "v", 0), fault);
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
