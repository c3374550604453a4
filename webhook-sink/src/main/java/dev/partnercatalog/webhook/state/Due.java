package dev.partnercatalog.webhook.state;

import java.nio.ByteBuffer;

/**
 * That what a partner has of a variant may differ from what it should have.
 *
 * @param since when that was first noticed, in milliseconds since 1970
 * @param refusals how often the record was refused when it stood alone (D26)
 * @param notBefore when it may be tried again after a refusal, 0 for at once
 */
public record Due(long since, int refusals, long notBefore) {

    private static final byte FORMAT = 1;

    public static Due at(long now) {
        return new Due(now, 0, 0);
    }

    /** What was refused has changed since: it is tried again like any other. */
    public Due changed() {
        return at(since);
    }

    public Due refused(long retryAt) {
        return new Due(since, refusals + 1, retryAt);
    }

    byte[] encode() {
        return ByteBuffer.allocate(1 + Long.BYTES + Integer.BYTES + Long.BYTES)
                .put(FORMAT)
                .putLong(since)
                .putInt(refusals)
                .putLong(notBefore)
                .array();
    }

    static Due decode(byte[] encoded) {
        ByteBuffer bytes = Format.open(encoded, FORMAT, "due mark");
        return new Due(bytes.getLong(), bytes.getInt(), bytes.getLong());
    }
}
