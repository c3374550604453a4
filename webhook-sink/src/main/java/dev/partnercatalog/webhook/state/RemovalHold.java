package dev.partnercatalog.webhook.state;

import java.nio.ByteBuffer;

/**
 * That removals for a partner are held, because most of what it has is not listed any more.
 *
 * @param since when that was found, in milliseconds since 1970
 * @param releases how often an operator had released the partner's webhook by then: one release more ends the hold
 * @param released whether that has happened: the removals are sent, until nothing is due
 */
public record RemovalHold(long since, long releases, boolean released) {

    private static final byte FORMAT = 1;

    /** The same, once an operator has released it. */
    public RemovalHold release() {
        return new RemovalHold(since, releases, true);
    }

    byte[] encode() {
        return ByteBuffer.allocate(2 + 2 * Long.BYTES)
                .put(FORMAT)
                .put((byte) (released ? 1 : 0))
                .putLong(since)
                .putLong(releases)
                .array();
    }

    static RemovalHold decode(byte[] encoded) {
        ByteBuffer bytes = Format.open(encoded, FORMAT, "hold of removals");
        boolean released = bytes.get() != 0;
        return new RemovalHold(bytes.getLong(), bytes.getLong(), released);
    }
}
