package dev.partnercatalog.webhook.state;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * What a partner has of a variant, as far as is known.
 *
 * @param accepted what it accepted last, null if nothing since the variant was last removed there
 * @param attempt what was last tried and not accepted, null where the last attempt was accepted
 * @param inDoubt whether an attempt since the last acceptance may have got through unseen: what it has is then not known,
 *     and nothing may be left unsent for being the same
 */
public record Held(@Nullable Receipt accepted, @Nullable Attempt attempt, boolean inDoubt) {

    /** Nothing was ever sent. */
    public static final Held NOTHING = new Held(null, null, false);

    private static final byte FORMAT = 1;
    private static final int ACCEPTED = 1;
    private static final int ATTEMPT = 2;
    private static final int IN_DOUBT = 4;

    /**
     * What was accepted, and where.
     *
     * @param content hash of the record
     * @param endpoint hash of the URL that accepted it
     */
    public record Receipt(Hash content, Hash endpoint) {}

    /**
     * What was tried, where, and since when.
     *
     * @param content hash of the record, or {@link Hash#NONE} for its removal
     * @param since when this content was first tried at this endpoint: never the same for two different contents of a
     *     variant, and later for the later one
     */
    public record Attempt(Hash content, Hash endpoint, long since) {
        boolean isOf(Hash otherContent, Hash otherEndpoint) {
            return content.equals(otherContent) && endpoint.equals(otherEndpoint);
        }
    }

    /** Whether the partner has this very record by way of this endpoint. */
    public boolean has(Hash content, Hash endpoint) {
        return !inDoubt && accepted != null && accepted.equals(new Receipt(content, endpoint));
    }

    /** Whether it is known which record the partner has by way of this endpoint. */
    public boolean isKnownAt(Hash endpoint) {
        return !inDoubt && accepted != null && accepted.endpoint().equals(endpoint);
    }

    /** Whether the partner may have any record of the variant. */
    public boolean mayHaveAny() {
        return accepted != null || inDoubt;
    }

    /** When this content was first tried at this endpoint, if that is what the last attempt was about. */
    public @Nullable Long triedSince(Hash content, Hash endpoint) {
        return attempt != null && attempt.isOf(content, endpoint) ? attempt.since() : null;
    }

    /** About to be tried: in doubt until the outcome is known. */
    public Held trying(Attempt next) {
        return new Held(accepted, next, true);
    }

    /** The attempt never left this process, so it changed nothing there. */
    public Held notSent(boolean inDoubtBefore) {
        return new Held(accepted, attempt, inDoubtBefore);
    }

    static Held accepted(Hash content, Hash endpoint) {
        return new Held(new Receipt(content, endpoint), null, false);
    }

    /** What is held once an attempt was accepted; a removal leaves nothing. */
    public static Held afterAccepting(Attempt attempt) {
        return attempt.content().equals(Hash.NONE) ? NOTHING : accepted(attempt.content(), attempt.endpoint());
    }

    byte[] encode() {
        int flags = (accepted == null ? 0 : ACCEPTED) | (attempt == null ? 0 : ATTEMPT) | (inDoubt ? IN_DOUBT : 0);
        ByteBuffer bytes = ByteBuffer.allocate(
                2 + (accepted == null ? 0 : 2 * Hash.BYTES) + (attempt == null ? 0 : 2 * Hash.BYTES + Long.BYTES));
        bytes.put(FORMAT).put((byte) flags);
        if (accepted != null) {
            accepted.content().write(bytes);
            accepted.endpoint().write(bytes);
        }
        if (attempt != null) {
            attempt.content().write(bytes);
            attempt.endpoint().write(bytes);
            bytes.putLong(attempt.since());
        }
        return bytes.array();
    }

    static Held decode(byte[] encoded) {
        ByteBuffer bytes = Format.open(encoded, FORMAT, "held record");
        int flags = bytes.get();
        Receipt accepted = (flags & ACCEPTED) == 0 ? null : new Receipt(Hash.read(bytes), Hash.read(bytes));
        Attempt attempt =
                (flags & ATTEMPT) == 0 ? null : new Attempt(Hash.read(bytes), Hash.read(bytes), bytes.getLong());
        return new Held(accepted, attempt, (flags & IN_DOUBT) != 0);
    }
}
