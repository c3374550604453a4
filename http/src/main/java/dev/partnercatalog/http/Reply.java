package dev.partnercatalog.http;

/**
 * An answer that is whole in memory.
 *
 * @param contentType of the body; an empty body's is not told
 * @param body not to be changed any more
 */
@SuppressWarnings("ArrayRecordComponent") // never compared, and not to be copied
public record Reply(int status, String contentType, byte[] body) {

    private static final byte[] NOTHING = {};

    /** An answer that its status says all of. */
    public static Reply of(int status) {
        return new Reply(status, "text/plain", NOTHING);
    }
}
