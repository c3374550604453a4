package dev.partnercatalog.query.tier;

/**
 * A value within an array that never changes any more; the value itself determines where it ends.
 *
 * @param start where it begins
 */
@SuppressWarnings("ArrayRecordComponent") // a position in memory, not content to compare
public record Slice(byte[] bytes, int start) {

    /** Whether it stands for a key without a value. */
    public boolean isAbsent() {
        return bytes.length == 0;
    }

    /** The bytes of memory that it alone keeps in use: a block in memory is there anyway. */
    public int held() {
        return bytes.length == MemoryTier.BLOCK_BYTES ? 0 : bytes.length;
    }
}
