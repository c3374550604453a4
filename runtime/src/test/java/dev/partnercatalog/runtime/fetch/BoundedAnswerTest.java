package dev.partnercatalog.runtime.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.message.FetchResponseData;
import org.apache.kafka.common.message.FetchResponseData.FetchableTopicResponse;
import org.apache.kafka.common.message.FetchResponseData.PartitionData;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.record.internal.CompressionType;
import org.apache.kafka.common.record.internal.DefaultRecordBatch;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.MemoryRecordsBuilder;
import org.apache.kafka.common.record.internal.MutableRecordBatch;
import org.apache.kafka.common.record.internal.Record;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class BoundedAnswerTest {

    private static final FetchBounds BOUNDS = new FetchBounds(1_000, 5_000, 20_000);
    private static final long TIME = 1_700_000_000_000L;

    @ParameterizedTest
    @EnumSource(CompressionType.class)
    void batches_within_the_limits_keep_their_bytes(CompressionType type) {
        MemoryRecords records = batch(type, 100, value(10), value(20));
        PartitionData partition = bounded(records);
        assertThat(partition.records()).isSameAs(records);
    }

    @ParameterizedTest
    @EnumSource(value = CompressionType.class, names = "NONE", mode = EnumSource.Mode.EXCLUDE)
    void only_the_oversized_record_of_a_batch_is_set_aside(CompressionType type) {
        MemoryRecords records = batch(type, 100, value(10), value(2_000), value(20));
        List<Record> left = records(bounded(records));
        assertThat(left).extracting(Record::offset).containsExactly(100L, 101L, 102L);
        assertThat(left).extracting(Record::valueSize).containsExactly(10, 0, 20);
        assertThat(left).extracting(Record::timestamp).containsExactly(TIME, TIME + 1, TIME + 2);
        assertThat(left).extracting(BoundedAnswerTest::key).containsExactly("key-0", "key-1", "key-2");
        assertThat(problem(left.get(0))).isNull();
        assertThat(problem(left.get(1))).contains("at most 1000 bytes").doesNotContain("left out");
        assertThat(left.get(2).headers()).containsExactly(header());
    }

    @ParameterizedTest
    @EnumSource(value = CompressionType.class, names = "NONE", mode = EnumSource.Mode.EXCLUDE)
    void records_beyond_the_limit_of_a_batch_are_named_by_their_offsets(CompressionType type) {
        byte[][] values = new byte[30][];
        Arrays.setAll(values, i -> value(500));
        List<Record> left = records(bounded(batch(type, 100, values)));
        Record last = left.get(left.size() - 1);
        assertThat(left).hasSizeBetween(8, 11);
        assertThat(last.valueSize()).isZero();
        assertThat(problem(last))
                .contains("the " + (129 - last.offset()) + " records after it, up to offset 129")
                .contains("5000 for a batch");
    }

    /** A consumer continues after the last offset of a batch, so it must not change. */
    @Test
    void a_rewritten_batch_keeps_its_offsets_and_its_producer() {
        MemoryRecords records = transactional(value(10), value(50_000), value(10));
        MutableRecordBatch before = only(records);
        MutableRecordBatch after = only((MemoryRecords) bounded(records).records());
        assertThat(after.baseOffset()).isEqualTo(before.baseOffset());
        assertThat(after.lastOffset()).isEqualTo(before.lastOffset());
        assertThat(after.producerId()).isEqualTo(before.producerId());
        assertThat(after.producerEpoch()).isEqualTo(before.producerEpoch());
        assertThat(after.isTransactional()).isTrue();
        assertThat(after.partitionLeaderEpoch()).isEqualTo(before.partitionLeaderEpoch());
        assertThat(after.isValid()).isTrue();
    }

    @Test
    void the_time_at_which_a_broker_stored_a_batch_is_kept() {
        MemoryRecords records = batch(CompressionType.ZSTD, 0, value(2_000));
        ((DefaultRecordBatch) only(records)).setMaxTimestamp(TimestampType.LOG_APPEND_TIME, TIME + 77);
        assertThat(records(bounded(records))).extracting(Record::timestamp).containsExactly(TIME + 77);
    }

    @Test
    void a_batch_that_cannot_be_decompressed_is_set_aside_from_there() {
        MemoryRecords records = batch(CompressionType.GZIP, 100, value(10), value(20), value(30));
        ByteBuffer bytes = records.buffer();
        for (int i = DefaultRecordBatch.RECORD_BATCH_OVERHEAD + 4; i < bytes.limit(); i++) {
            bytes.put(i, (byte) 0x55);
        }
        List<Record> left = records(bounded(records));
        assertThat(left).hasSize(1);
        assertThat(left.get(0).offset()).isEqualTo(100);
        assertThat(problem(left.get(0))).contains("to offset 102");
    }

    @Test
    void a_response_ends_with_the_batch_before_its_limit_and_the_rest_is_requested_again() {
        byte[][] values = new byte[8][];
        Arrays.setAll(values, i -> value(500));
        MemoryRecords first = joined(
                batch(CompressionType.GZIP, 0, values),
                batch(CompressionType.GZIP, 8, values),
                batch(CompressionType.GZIP, 16, values));
        MemoryRecords second = joined(
                batch(CompressionType.GZIP, 100, values),
                batch(CompressionType.GZIP, 108, values),
                batch(CompressionType.GZIP, 116, values));
        MemoryRecords third = batch(CompressionType.NONE, 200, value(500));
        FetchResponseData answer = answer(first, second, third);
        new BoundedAnswer(BOUNDS).apply(answer);
        List<PartitionData> partitions = answer.responses().get(0).partitions();
        assertThat(records(partitions.get(0))).hasSize(24);
        assertThat(records(partitions.get(1)))
                .extracting(Record::offset)
                .contains(100L)
                .doesNotContain(116L);
        assertThat(partitions.get(2).records().sizeInBytes()).isZero();
    }

    @Test
    void the_first_batch_of_a_response_is_always_passed_on_within_its_own_limit() {
        FetchBounds narrow = new FetchBounds(1_000, 5_000, 100);
        FetchResponseData answer = answer(batch(CompressionType.GZIP, 0, value(900), value(900)));
        new BoundedAnswer(narrow).apply(answer);
        assertThat(records(answer.responses().get(0).partitions().get(0))).hasSize(2);
    }

    @Test
    void batches_next_to_an_oversized_one_stay_unchanged() {
        MemoryRecords records = joined(
                batch(CompressionType.GZIP, 0, value(10)),
                batch(CompressionType.ZSTD, 1, value(9_000)),
                batch(CompressionType.LZ4, 2, value(30)),
                batch(CompressionType.NONE, 3, value(40)));
        assertThat(records(bounded(records))).extracting(Record::valueSize).containsExactly(10, 0, 30, 40);
    }

    private static PartitionData bounded(MemoryRecords records) {
        FetchResponseData answer = answer(records);
        new BoundedAnswer(BOUNDS).apply(answer);
        return answer.responses().get(0).partitions().get(0);
    }

    private static FetchResponseData answer(MemoryRecords... partitions) {
        FetchableTopicResponse topic = new FetchableTopicResponse();
        for (MemoryRecords records : partitions) {
            topic.partitions().add(new PartitionData().setRecords(records));
        }
        FetchResponseData answer = new FetchResponseData();
        answer.responses().add(topic);
        return answer;
    }

    private static List<Record> records(PartitionData partition) {
        List<Record> records = new ArrayList<>();
        ((MemoryRecords) partition.records()).records().forEach(records::add);
        return records;
    }

    private static MutableRecordBatch only(MemoryRecords records) {
        return records.batches().iterator().next();
    }

    private static MemoryRecords batch(CompressionType type, long offset, byte[]... values) {
        return filled(
                MemoryRecords.builder(
                        ByteBuffer.allocate(100_000), Compression.of(type).build(), TimestampType.CREATE_TIME, offset),
                offset,
                values);
    }

    private static MemoryRecords transactional(byte[]... values) {
        return filled(
                MemoryRecords.builder(
                        ByteBuffer.allocate(100_000),
                        RecordBatch.CURRENT_MAGIC_VALUE,
                        Compression.of(CompressionType.ZSTD).build(),
                        TimestampType.CREATE_TIME,
                        7,
                        RecordBatch.NO_TIMESTAMP,
                        42,
                        (short) 3,
                        11,
                        true,
                        5),
                7,
                values);
    }

    private static MemoryRecords filled(MemoryRecordsBuilder builder, long offset, byte[]... values) {
        for (int i = 0; i < values.length; i++) {
            builder.appendWithOffset(
                    offset + i, TIME + i, ("key-" + i).getBytes(StandardCharsets.UTF_8), values[i], new Header[] {
                        header()
                    });
        }
        return builder.build();
    }

    private static MemoryRecords joined(MemoryRecords... all) {
        ByteBuffer bytes = ByteBuffer.allocate(500_000);
        for (MemoryRecords records : all) {
            bytes.put(records.buffer());
        }
        return MemoryRecords.readableRecords(bytes.flip());
    }

    private static Header header() {
        return new RecordHeader("traceparent", new byte[] {1, 2, 3});
    }

    private static byte[] value(int size) {
        return new byte[size];
    }

    private static String key(Record record) {
        return StandardCharsets.UTF_8.decode(record.key()).toString();
    }

    private static @Nullable String problem(Record record) {
        return OversizedRecord.of(new RecordHeaders(record.headers()))
                .map(OversizedRecord::problem)
                .orElse(null);
    }
}
