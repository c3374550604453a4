package dev.partnercatalog.operations.partitions;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.schemas.key.Partitioning;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.junit.jupiter.api.Test;

class InputCopyTest {

    private static final String TO = "catalog2.bpd-variants";
    private static final int PARTITIONS = 48;
    private static final byte[] KEY = "4001".getBytes(UTF_8);
    private static final byte[] VALUE = {1, 2, 3};

    @Test
    void a_copy_is_the_same_record_in_the_partition_of_its_key() {
        ConsumerRecord<byte[], byte[]> record = record(1_700_000_000_000L);
        record.headers().add("trace", VALUE);
        ProducerRecord<byte[], byte[]> copy = InputCopy.copy(record, TO, PARTITIONS);
        assertThat(copy.topic()).isEqualTo(TO);
        assertThat(copy.partition()).isEqualTo(Partitioning.byKey("4001", PARTITIONS));
        assertThat(copy.timestamp()).isEqualTo(1_700_000_000_000L);
        assertThat(copy.key()).isEqualTo(KEY);
        assertThat(copy.value()).isEqualTo(VALUE);
        assertThat(copy.headers()).isEqualTo(record.headers());
    }

    @Test
    void a_record_to_which_an_old_producer_gave_no_time_is_copied_without_one() {
        assertThat(InputCopy.copy(record(RecordBatch.NO_TIMESTAMP), TO, PARTITIONS)
                        .timestamp())
                .isNull();
    }

    private static ConsumerRecord<byte[], byte[]> record(long timestamp) {
        return new ConsumerRecord<>(
                "catalog.bpd-variants",
                3,
                17,
                timestamp,
                TimestampType.CREATE_TIME,
                KEY.length,
                VALUE.length,
                KEY,
                VALUE,
                new RecordHeaders(),
                Optional.empty());
    }
}
