package dev.partnercatalog.webhook.state;

import dev.partnercatalog.resolution.RecordFields;
import dev.partnercatalog.runtime.trace.Cause;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A mark that what a partner has of a variant may differ from what it should have.
 *
 * @param since when that was first noticed, in milliseconds since 1970
 * @param refusals how often the record was refused when it was sent alone (D26)
 * @param notBefore when it may be tried again after a refusal, 0 for at once
 * @param refused what was refused then, null if nothing was
 * @param cause the events that caused it
 */
public record Due(
        long since, int refusals, long notBefore, @Nullable Refused refused, Cause cause) {

    private static final byte FORMAT = 1;
    private static final byte REFUSED = 1;
    private static final byte NAMES_CHANGES = 2;

    /**
     * A record that was refused when it was sent alone.
     *
     * @param content hash of the record, or {@link Hash#NONE} for its removal
     * @param changed the fields that its message listed as changed, null if it listed none
     * @param endpoint version of the endpoint that refused it
     * @param time of its message
     */
    public record Refused(Hash content, @Nullable RecordFields changed, long endpoint, long time) {}

    public static Due at(long since, Cause cause) {
        return new Due(since, 0, 0, null, cause);
    }

    /** It has changed again: what was refused is tried again like any other record. */
    public Due changed(Cause later) {
        return at(since, cause.followedBy(later));
    }

    byte[] encode() {
        byte[] of = CauseFormat.encode(cause);
        RecordFields changed = refused == null ? null : refused.changed();
        int ofRefused = refused == null ? 0 : Hash.BYTES + (changed == null ? 2 : 3) * Long.BYTES;
        ByteBuffer bytes = ByteBuffer.allocate(2 + Long.BYTES + Integer.BYTES + Long.BYTES + ofRefused + of.length)
                .put(FORMAT)
                .putLong(since)
                .putInt(refusals)
                .putLong(notBefore)
                .put((byte) ((refused == null ? 0 : REFUSED) | (changed == null ? 0 : NAMES_CHANGES)));
        if (refused != null) {
            refused.content().write(bytes);
            if (changed != null) {
                bytes.putLong(changed.bits());
            }
            bytes.putLong(refused.endpoint()).putLong(refused.time());
        }
        return bytes.put(of).array();
    }

    static Due decode(byte[] encoded) {
        ByteBuffer bytes = Format.open(encoded, FORMAT, "due mark");
        long since = bytes.getLong();
        int refusals = bytes.getInt();
        long notBefore = bytes.getLong();
        byte flags = bytes.get();
        Refused refused = (flags & REFUSED) == 0
                ? null
                : new Refused(
                        Hash.read(bytes),
                        (flags & NAMES_CHANGES) == 0 ? null : new RecordFields(bytes.getLong()),
                        bytes.getLong(),
                        bytes.getLong());
        return new Due(since, refusals, notBefore, refused, CauseFormat.decode(bytes));
    }
}
