package dev.partnercatalog.webhook.state;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * What a partner has of a variant, as far as is known: the receipt of what it accepted last, unless that is in doubt.
 *
 * @param accepted what it accepted last, null if it accepted nothing since the variant was last removed there
 * @param inDoubt whether a message since then was sent, or may have been, and its outcome isn't known: it isn't known then
 *     what the partner has, and nothing may be left unsent for being the same
 */
public record Acknowledged(@Nullable Receipt accepted, boolean inDoubt) {

    public static final Acknowledged NOTHING = new Acknowledged(null, false);

    private static final byte FORMAT = 1;
    private static final int ACCEPTED = 1;
    private static final int IN_DOUBT = 2;

    /**
     * What was accepted, and where.
     *
     * @param content hash of the record
     * @param endpoint version of the endpoint: distinguishes it from any other, and from itself before a resync of
     *     everything
     */
    public record Receipt(Hash content, long endpoint) {}

    /** What the partner is known to have received at this endpoint, null if that isn't known or is nothing. */
    public @Nullable Receipt known(long endpoint) {
        return !inDoubt && accepted != null && accepted.endpoint() == endpoint ? accepted : null;
    }

    public boolean mayHaveAny() {
        return accepted != null || inDoubt;
    }

    public Acknowledged doubted() {
        return new Acknowledged(accepted, true);
    }

    /** What is acknowledged once this was accepted: a removal, {@link Hash#NONE}, leaves nothing. */
    public static Acknowledged accepted(Hash content, long endpoint) {
        return content.equals(Hash.NONE) ? NOTHING : new Acknowledged(new Receipt(content, endpoint), false);
    }

    byte[] encode() {
        ByteBuffer bytes = ByteBuffer.allocate(2 + (accepted == null ? 0 : Hash.BYTES + Long.BYTES))
                .put(FORMAT)
                .put((byte) ((accepted == null ? 0 : ACCEPTED) | (inDoubt ? IN_DOUBT : 0)));
        if (accepted != null) {
            accepted.content().write(bytes).putLong(accepted.endpoint());
        }
        return bytes.array();
    }

    static Acknowledged decode(byte[] encoded) {
        ByteBuffer bytes = ByteBuffer.wrap(encoded);
        byte format = bytes.get();
        if (format != FORMAT) {
            throw new IllegalStateException("the store contains an acknowledged record in format " + format
                    + ", which this version of the program does not read");
        }
        int flags = bytes.get();
        Receipt accepted = (flags & ACCEPTED) == 0 ? null : new Receipt(Hash.read(bytes), bytes.getLong());
        return new Acknowledged(accepted, (flags & IN_DOUBT) != 0);
    }
}
