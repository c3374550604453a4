package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.resolution.ByteSink;
import java.util.Arrays;

/** Collects the bytes of a record while it is written: computing its length first would cost as much again. */
final class GrowingBytes implements ByteSink {

    private byte[] bytes;
    private int length;

    /** @param expected the approximate number of bytes */
    GrowingBytes(int expected) {
        this.bytes = new byte[expected];
    }

    @Override
    public void write(byte[] source, int offset, int count) {
        if (bytes.length - length < count) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, Math.addExact(length, count)));
        }
        System.arraycopy(source, offset, bytes, length, count);
        length += count;
    }

    byte[] toArray() {
        return Arrays.copyOf(bytes, length);
    }
}
