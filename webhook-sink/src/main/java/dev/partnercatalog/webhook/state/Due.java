package dev.partnercatalog.webhook.state;

import dev.partnercatalog.runtime.trace.Cause;
import java.nio.ByteBuffer;

/**
 * That what a partner has of a variant may differ from what it should have.
 *
 * @param since when that was first noticed, in milliseconds since 1970
 * @param refusals how often the record was refused when it stood alone (D26)
 * @param notBefore when it may be tried again after a refusal, 0 for at once
 * @param cause the events that made it so
 */
public record Due(long since, int refusals, long notBefore, Cause cause) {

    private static final byte FORMAT = 1;

    public static Due at(long now, Cause cause) {
        return new Due(now, 0, 0, cause);
    }

    /** It has changed once more: what was refused is tried again like any other. */
    public Due changed(Cause later) {
        return at(since, cause.followedBy(later));
    }

    /** What was due up to now was accepted; what came meanwhile is due. */
    public Due remaining(Cause meanwhile) {
        return new Due(since, refusals, notBefore, meanwhile);
    }

    public Due refused(long retryAt) {
        return new Due(since, refusals + 1, retryAt, cause);
    }

    byte[] encode() {
        byte[] of = CauseFormat.encode(cause);
        return ByteBuffer.allocate(1 + Long.BYTES + Integer.BYTES + Long.BYTES + of.length)
                .put(FORMAT)
                .putLong(since)
                .putInt(refusals)
                .putLong(notBefore)
                .put(of)
                .array();
    }

    static Due decode(byte[] encoded) {
        ByteBuffer bytes = Format.open(encoded, FORMAT, "due mark");
        return new Due(bytes.getLong(), bytes.getInt(), bytes.getLong(), CauseFormat.decode(bytes));
    }
}
