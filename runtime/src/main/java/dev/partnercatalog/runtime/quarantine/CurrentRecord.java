package dev.partnercatalog.runtime.quarantine;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The record that one processor is processing, in memory that survives the process: a process that a record kills can
 * no longer write. Written by the thread of the processor's task, read by any.
 *
 * <p>The format is a byte that says whether there is a record, then its offset, its partition, and the topic's name.
 */
final class CurrentRecord {

    static final int BYTES = 512;

    private static final byte NONE = 0;
    private static final byte ONE = 1;
    private static final int OFFSET = 8;
    private static final int PARTITION = OFFSET + Long.BYTES;
    private static final int LENGTH = PARTITION + Integer.BYTES;
    private static final int TOPIC = LENGTH + Short.BYTES;

    private final int number;
    private final ByteBuffer bytes;
    private String topic = "";
    private volatile @Nullable RecordPosition position;
    private volatile @Nullable Thread thread;

    /** @param bytes must have {@value #BYTES} bytes */
    CurrentRecord(int number, ByteBuffer bytes) {
        this.number = number;
        this.bytes = bytes;
    }

    int number() {
        return number;
    }

    void take(RecordPosition taken) {
        bytes.putLong(OFFSET, taken.offset()).putInt(PARTITION, taken.partition());
        if (!taken.topic().equals(topic)) {
            topic = taken.topic();
            byte[] name = topic.getBytes(StandardCharsets.UTF_8);
            bytes.putShort(LENGTH, (short) name.length).put(TOPIC, name);
        }
        bytes.put(0, ONE);
        thread = Thread.currentThread();
        position = taken;
    }

    void release() {
        bytes.put(0, NONE);
        position = null;
    }

    /** The record being processed; null if there is none. */
    @Nullable
    RecordPosition position() {
        return position;
    }

    /** The thread that took the last record. */
    @Nullable
    Thread thread() {
        return thread;
    }

    /** The record that a process was processing when it ended; null if there was none. */
    static @Nullable RecordPosition left(ByteBuffer bytes) {
        int length = bytes.getShort(LENGTH);
        if (bytes.get(0) != ONE || length < 0 || length > BYTES - TOPIC) {
            return null;
        }
        byte[] name = new byte[length];
        bytes.get(TOPIC, name);
        return new RecordPosition(
                new String(name, StandardCharsets.UTF_8), bytes.getInt(PARTITION), bytes.getLong(OFFSET));
    }
}
