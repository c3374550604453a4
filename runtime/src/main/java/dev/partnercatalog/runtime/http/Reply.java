package dev.partnercatalog.runtime.http;

/**
 * A response that is completely in memory.
 *
 * @param contentType of the body; not sent if the body is empty
 * @param body must not be changed any more
 */
@SuppressWarnings("ArrayRecordComponent") // never compared, and not to be copied
public record Reply(int status, String contentType, byte[] body) {

    private static final byte[] NOTHING = {};

    /** A response that consists of its status alone. */
    public static Reply of(int status) {
        return new Reply(status, "text/plain", NOTHING);
    }
}
