package dev.partnercatalog.webhook.state;

import dev.partnercatalog.resolution.RecordFields;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * What a partner has of a variant, as far as is known. What is being sent is in an {@link Intent} instead.
 *
 * @param accepted what it accepted last, null if it accepted nothing since the variant was last removed there
 * @param inDoubt whether an attempt since then may have got through without our knowing: it isn't known then what the
 *     partner has, and nothing may be left unsent for being the same
 */
public record Acknowledged(@Nullable Receipt accepted, boolean inDoubt) {

    /** Nothing was ever sent. */
    public static final Acknowledged NOTHING = new Acknowledged(null, false);

    private static final byte FORMAT = 1;
    private static final int ACCEPTED = 1;
    private static final int IN_DOUBT = 2;
    private static final int CHOSEN_FIELDS = 4;
    private static final int FIELD_HASHES = 8;
    private static final int MORE_FIELDS = 16;

    /**
     * What was accepted, and where.
     *
     * @param content hash of the record
     * @param endpoint version of the endpoint: distinguishes it from any other, and from itself before a resync of
     *     everything
     * @param fields the fields that the record was meant to carry, as far as it has them
     * @param hashes hashes of its fields, null if they aren't kept for the partner
     * @param more whether the partner may still have other fields, about which nothing is known: it has chosen fewer
     *     fields since, and nothing was sent because of that
     */
    public record Receipt(
            Hash content,
            long endpoint,
            RecordFields fields,
            @Nullable FieldHashes hashes,
            boolean more) {

        /** A record that was just accepted: the partner has nothing else of the variant. */
        public Receipt(Hash content, long endpoint, RecordFields fields, @Nullable FieldHashes hashes) {
            this(content, endpoint, fields, hashes, false);
        }

        /** A record with every field, for a partner that doesn't ask which have changed. */
        public static Receipt whole(Hash content, long endpoint) {
            return new Receipt(content, endpoint, RecordFields.ALL, null);
        }

        /** The same record under other settings, for which nothing has to be sent. */
        public Receipt renewedAs(Receipt should) {
            return new Receipt(
                    should.content,
                    should.endpoint,
                    should.fields,
                    should.hashes,
                    more || !should.fields.hasAll(fields));
        }

        /** Whether the partner may have something in fields that this receipt doesn't cover. */
        public boolean mayHaveMoreOf(RecordFields chosen) {
            return more && !fields.hasAll(chosen);
        }
    }

    /** What the partner is known to have received at this endpoint, null if that isn't known or is nothing. */
    public @Nullable Receipt known(long endpoint) {
        return !inDoubt && accepted != null && accepted.endpoint() == endpoint ? accepted : null;
    }

    /** Whether the partner may have any record of the variant. */
    public boolean mayHaveAny() {
        return accepted != null || inDoubt;
    }

    /** The same, after an attempt that may have got through without our knowing. */
    public Acknowledged doubted() {
        return new Acknowledged(accepted, true);
    }

    /** What is acknowledged once this was accepted; null for a removal, which leaves nothing. */
    public static Acknowledged accepted(@Nullable Receipt receipt) {
        return receipt == null ? NOTHING : new Acknowledged(receipt, false);
    }

    byte[] encode() {
        if (accepted == null) {
            return new byte[] {FORMAT, (byte) (inDoubt ? IN_DOUBT : 0)};
        }
        RecordFields fields = accepted.fields();
        FieldHashes hashes = accepted.hashes();
        int flags = ACCEPTED
                | (inDoubt ? IN_DOUBT : 0)
                | (fields.isAll() ? 0 : CHOSEN_FIELDS)
                | (hashes == null ? 0 : FIELD_HASHES)
                | (accepted.more() ? MORE_FIELDS : 0);
        ByteBuffer bytes = ByteBuffer.allocate(2
                        + Hash.BYTES
                        + Long.BYTES
                        + (fields.isAll() ? 0 : Long.BYTES)
                        + (hashes == null ? 0 : hashes.size()))
                .put(FORMAT)
                .put((byte) flags);
        accepted.content().write(bytes);
        bytes.putLong(accepted.endpoint());
        if (!fields.isAll()) {
            bytes.putLong(fields.bits());
        }
        if (hashes != null) {
            hashes.write(bytes);
        }
        return bytes.array();
    }

    static Acknowledged decode(byte[] encoded) {
        ByteBuffer bytes = Format.open(encoded, FORMAT, "acknowledged record");
        int flags = bytes.get();
        return new Acknowledged((flags & ACCEPTED) == 0 ? null : receipt(bytes, flags), (flags & IN_DOUBT) != 0);
    }

    private static Receipt receipt(ByteBuffer bytes, int flags) {
        return new Receipt(
                Hash.read(bytes),
                bytes.getLong(),
                (flags & CHOSEN_FIELDS) == 0 ? RecordFields.ALL : new RecordFields(bytes.getLong()),
                (flags & FIELD_HASHES) == 0 ? null : FieldHashes.read(bytes),
                (flags & MORE_FIELDS) != 0);
    }
}
