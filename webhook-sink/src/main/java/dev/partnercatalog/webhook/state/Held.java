package dev.partnercatalog.webhook.state;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * What a partner has of a variant, as far as is known. What is on its way is in an {@link Intent} instead.
 *
 * @param accepted what it accepted last, null if nothing since the variant was last removed there
 * @param inDoubt whether an attempt since then may have got through unseen: what it has is then not known, and nothing
 *     may be left unsent for being the same
 */
public record Held(@Nullable Receipt accepted, boolean inDoubt) {

    /** Nothing was ever sent. */
    public static final Held NOTHING = new Held(null, false);

    private static final byte FORMAT = 1;
    private static final int ACCEPTED = 1;
    private static final int IN_DOUBT = 2;

    /**
     * What was accepted, and where.
     *
     * @param content hash of the record
     * @param endpoint version of the endpoint: tells it from any other, and from itself before all was asked for again
     */
    public record Receipt(Hash content, long endpoint) {}

    /** Whether the partner has this very record by way of this endpoint. */
    public boolean has(Hash content, long endpoint) {
        return !inDoubt
                && accepted != null
                && accepted.endpoint() == endpoint
                && accepted.content().equals(content);
    }

    /** Whether the partner may have any record of the variant. */
    public boolean mayHaveAny() {
        return accepted != null || inDoubt;
    }

    /** The same, where an attempt may have got through unseen. */
    public Held doubted() {
        return new Held(accepted, true);
    }

    /** What is held once a record was accepted; a removal, whose content is {@link Hash#NONE}, leaves nothing. */
    public static Held accepted(Hash content, long endpoint) {
        return content.equals(Hash.NONE) ? NOTHING : new Held(new Receipt(content, endpoint), false);
    }

    byte[] encode() {
        int flags = (accepted == null ? 0 : ACCEPTED) | (inDoubt ? IN_DOUBT : 0);
        ByteBuffer bytes = ByteBuffer.allocate(2 + (accepted == null ? 0 : Hash.BYTES + Long.BYTES));
        bytes.put(FORMAT).put((byte) flags);
        if (accepted != null) {
            accepted.content().write(bytes);
            bytes.putLong(accepted.endpoint());
        }
        return bytes.array();
    }

    static Held decode(byte[] encoded) {
        ByteBuffer bytes = Format.open(encoded, FORMAT, "held record");
        int flags = bytes.get();
        Receipt accepted = (flags & ACCEPTED) == 0 ? null : new Receipt(Hash.read(bytes), bytes.getLong());
        return new Held(accepted, (flags & IN_DOUBT) != 0);
    }
}
