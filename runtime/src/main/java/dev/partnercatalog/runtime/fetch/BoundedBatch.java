package dev.partnercatalog.runtime.fetch;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.record.internal.CompressionType;
import org.apache.kafka.common.record.internal.DefaultRecord;
import org.apache.kafka.common.record.internal.DefaultRecordBatch;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.MemoryRecordsBuilder;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.apache.kafka.common.utils.BufferSupplier;
import org.apache.kafka.common.utils.ByteBufferOutputStream;
import org.apache.kafka.common.utils.ByteUtils;
import org.jspecify.annotations.Nullable;

/**
 * A compressed batch, which is measured by decompressing it as a stream, and rewritten if one of its records, or all of
 * them together, would take more memory than the limits allow. Records within the limits stay unchanged; each of the
 * others is replaced by an {@link OversizedRecord} at its offset. Records beyond the batch's limit aren't even
 * decompressed: the last replacement says so. For use by one thread.
 */
final class BoundedBatch {

    private static final int LONGEST_KEPT_KEY = 64 << 10;
    private static final int LONGEST_VARINT = 5;
    private static final int FIRST_BUFFER = 16 << 10;

    private final DefaultRecordBatch batch;
    private final FetchBounds bounds;

    BoundedBatch(DefaultRecordBatch batch, FetchBounds bounds) {
        this.batch = batch;
        this.bounds = bounds;
    }

    /** The size of the decompressed batch in bytes; -1 if it exceeds the limits or can't be decompressed. */
    long size() {
        if (batch.compressionType() == CompressionType.NONE) {
            return batch.sizeInBytes();
        }
        try (RecordStream records = records()) {
            for (int i = 0; i < count(); i++) {
                int size = ByteUtils.readVarint(records);
                long end = records.position() + size;
                if (!isPossible(size) || size > bounds.recordBytes() || end > bounds.batchBytes()) {
                    return -1;
                }
                records.skipTo(end);
            }
            return records.position();
        } catch (IOException | KafkaException | IllegalArgumentException e) {
            return -1;
        }
    }

    /** The batch within the limits, uncompressed, with the same first and last offset. */
    MemoryRecords rewritten() {
        long appendTime = batch.timestampType() == TimestampType.LOG_APPEND_TIME
                ? batch.maxTimestamp()
                : RecordBatch.NO_TIMESTAMP;
        try (MemoryRecordsBuilder builder = new MemoryRecordsBuilder(
                new ByteBufferOutputStream(FIRST_BUFFER),
                batch.magic(),
                Compression.NONE,
                batch.timestampType(),
                batch.baseOffset(),
                appendTime,
                batch.producerId(),
                batch.producerEpoch(),
                batch.baseSequence(),
                batch.isTransactional(),
                batch.isControlBatch(),
                batch.partitionLeaderEpoch(),
                Integer.MAX_VALUE)) {
            new Rewriting(builder).run();
            builder.overrideLastOffset(batch.lastOffset());
            return builder.build();
        }
    }

    private RecordStream records() {
        return new RecordStream(batch.recordInputStream(BufferSupplier.NO_CACHING));
    }

    private int count() {
        return batch.countOrNull();
    }

    private static boolean isPossible(int size) {
        return size >= 0;
    }

    /** Copies the records one by one. */
    private final class Rewriting {

        private final MemoryRecordsBuilder builder;
        private long next = batch.baseOffset();

        Rewriting(MemoryRecordsBuilder builder) {
            this.builder = builder;
        }

        void run() {
            try (RecordStream records = records()) {
                for (int i = 0; i < count(); i++) {
                    int size = ByteUtils.readVarint(records);
                    if (!isPossible(size)) {
                        throw new EOFException();
                    }
                    long end = records.position() + size;
                    if (end > bounds.batchBytes()) {
                        oversized(records, size, end, followers(i));
                        return;
                    }
                    if (size > bounds.recordBytes()) {
                        oversized(records, size, end, "");
                    } else {
                        copy(records, size);
                    }
                    records.skipTo(end);
                }
            } catch (IOException | KafkaException | IllegalArgumentException e) {
                append(
                        next,
                        batch.baseTimestamp(),
                        null,
                        0,
                        "The batch can't be decompressed from here to offset " + batch.lastOffset()
                                + ": publish its records again");
            }
        }

        /** The part of a refusal about the records that follow the refused one. */
        private String followers(int index) {
            int after = count() - index - 1;
            return after == 0
                    ? ""
                    : "; the " + after + " records after it, up to offset " + batch.lastOffset()
                            + ", were in the same batch and are left out too: publish them again";
        }

        private void copy(RecordStream records, int size) throws IOException {
            ByteBuffer bytes = ByteBuffer.allocate(size + LONGEST_VARINT);
            ByteUtils.writeVarint(size, bytes);
            bytes.put(records.readExactly(size)).flip();
            DefaultRecord record = DefaultRecord.readFrom(
                    bytes, batch.baseOffset(), batch.baseTimestamp(), batch.baseSequence(), null);
            builder.appendWithOffset(record.offset(), record);
            next = record.offset() + 1;
        }

        private void oversized(RecordStream records, int size, long end, String followers) throws IOException {
            records.readExactly(1); // attributes, none of which is in use
            long timestamp = batch.baseTimestamp() + ByteUtils.readVarlong(records);
            long offset = batch.baseOffset() + ByteUtils.readVarint(records);
            int keySize = ByteUtils.readVarint(records);
            byte[] key = null;
            long valueSize = size;
            if (keySize <= LONGEST_KEPT_KEY && records.position() + keySize <= end) {
                key = keySize < 0 ? null : records.readExactly(keySize);
                valueSize = Math.max(0, ByteUtils.readVarint(records));
            }
            append(
                    offset,
                    timestamp,
                    key,
                    valueSize,
                    "The record is " + size + " bytes long once decompressed, or its batch of " + count()
                            + " records is too large: at most " + bounds.recordBytes()
                            + " bytes are allowed for a record and " + bounds.batchBytes() + " for a batch"
                            + followers);
        }

        private void append(long offset, long timestamp, byte @Nullable [] key, long valueSize, String problem) {
            builder.appendWithOffset(
                    offset, timestamp, key, new byte[0], new OversizedRecord(problem, valueSize).headers());
            next = offset + 1;
        }
    }
}
