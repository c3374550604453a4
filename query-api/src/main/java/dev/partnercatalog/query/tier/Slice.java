package dev.partnercatalog.query.tier;

/**
 * A value within an array that nobody changes any more; where it ends, the value itself knows.
 *
 * @param start where it begins
 */
@SuppressWarnings("ArrayRecordComponent") // a place in memory, not content to compare
public record Slice(byte[] bytes, int start) {

    /** Whether it stands for a key without a value. */
    public boolean isAbsent() {
        return bytes.length == 0;
    }
}
