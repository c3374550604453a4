package dev.partnercatalog.runtime.fetch;

import java.nio.ByteBuffer;
import org.apache.kafka.common.message.FetchResponseData;
import org.apache.kafka.common.message.FetchResponseData.FetchableTopicResponse;
import org.apache.kafka.common.message.FetchResponseData.PartitionData;
import org.apache.kafka.common.record.internal.DefaultRecordBatch;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.MutableRecordBatch;
import org.apache.kafka.common.utils.ByteBufferOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Limits a broker's response to a fetch before anything reads a record of it. A batch that is too large by itself is
 * rewritten. Once the whole response is too large, the rest is cut off at the end of a batch: the consumer continues
 * from the end of the records and requests the rest again. For use by one thread.
 */
final class BoundedAnswer {

    private final FetchBounds bounds;
    private long taken;

    BoundedAnswer(FetchBounds bounds) {
        this.bounds = bounds;
    }

    void apply(FetchResponseData answer) {
        for (FetchableTopicResponse topic : answer.responses()) {
            for (PartitionData partition : topic.partitions()) {
                if (partition.records() instanceof MemoryRecords records) {
                    partition.setRecords(bounded(records));
                }
            }
        }
    }

    private MemoryRecords bounded(MemoryRecords records) {
        ByteBufferOutputStream changed = null;
        int end = 0;
        for (MutableRecordBatch batch : records.batches()) {
            MemoryRecords rewritten = null;
            long size = batch.sizeInBytes();
            if (batch instanceof DefaultRecordBatch compressible) {
                BoundedBatch bounded = new BoundedBatch(compressible, bounds);
                size = bounded.size();
                if (size < 0) {
                    rewritten = bounded.rewritten();
                    size = rewritten.sizeInBytes();
                }
            }
            if (taken > 0 && taken + size > bounds.answerBytes()) {
                taken = bounds.answerBytes();
                return changed == null ? prefix(records, end) : readable(changed);
            }
            taken += size;
            if (rewritten != null && changed == null) {
                changed = new ByteBufferOutputStream(records.sizeInBytes());
                changed.write(prefix(records, end).buffer());
            }
            if (changed != null) {
                write(rewritten, batch, changed);
            }
            end += batch.sizeInBytes();
        }
        return changed == null ? records : readable(changed);
    }

    private static void write(
            @Nullable MemoryRecords rewritten, MutableRecordBatch batch, ByteBufferOutputStream target) {
        if (rewritten == null) {
            batch.writeTo(target);
        } else {
            target.write(rewritten.buffer());
        }
    }

    private static MemoryRecords prefix(MemoryRecords records, int end) {
        ByteBuffer bytes = records.buffer();
        bytes.limit(bytes.position() + end);
        return MemoryRecords.readableRecords(bytes);
    }

    private static MemoryRecords readable(ByteBufferOutputStream bytes) {
        return MemoryRecords.readableRecords(bytes.buffer().flip());
    }
}
