package dev.partnercatalog.webhook.state;

import dev.partnercatalog.resolution.RecordFields;
import dev.partnercatalog.resolution.RecordMembers;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What is kept of each field of a record, to tell later which of them have changed: 32 bits of its hash. One change in
 * four thousand million is missed. Immutable.
 */
public final class FieldHashes {

    private final RecordFields fields;
    private final int[] hashes;

    private FieldHashes(RecordFields fields, int[] hashes) {
        this.fields = fields;
        this.hashes = hashes;
    }

    /** Hashes a record as it is sent. */
    public static FieldHashes of(byte[] record) {
        RecordFields fields = RecordMembers.fields(record);
        FieldHashes result = new FieldHashes(fields, new int[Long.bitCount(fields.bits())]);
        MessageDigest digest = Hash.sha256();
        RecordMembers.forEach(record, (number, start, end) -> {
            digest.update(record, start, end - start);
            result.hashes[result.place(number)] =
                    ByteBuffer.wrap(digest.digest()).getInt();
        });
        return result;
    }

    /** The fields in which a later record differs, including those that only one of the two has. */
    public RecordFields changedIn(FieldHashes later) {
        long changed = fields.bits() ^ later.fields.bits();
        for (long both = fields.bits() & later.fields.bits(); both != 0; both &= both - 1) {
            int number = Long.numberOfTrailingZeros(both);
            if (hashes[place(number)] != later.hashes[later.place(number)]) {
                changed |= 1L << number;
            }
        }
        return new RecordFields(changed);
    }

    /** The number of fields with lower numbers in the record. */
    private int place(int number) {
        return Long.bitCount(fields.bits() & ((1L << number) - 1));
    }

    int size() {
        return Long.BYTES + Integer.BYTES * hashes.length;
    }

    void write(ByteBuffer to) {
        to.putLong(fields.bits());
        for (int hash : hashes) {
            to.putInt(hash);
        }
    }

    static FieldHashes read(ByteBuffer from) {
        RecordFields fields = new RecordFields(from.getLong());
        int[] hashes = new int[Long.bitCount(fields.bits())];
        for (int i = 0; i < hashes.length; i++) {
            hashes[i] = from.getInt();
        }
        return new FieldHashes(fields, hashes);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof FieldHashes that && fields.equals(that.fields) && Arrays.equals(hashes, that.hashes);
    }

    @Override
    public int hashCode() {
        return Objects.hash(fields, Arrays.hashCode(hashes));
    }

    @Override
    public String toString() {
        return "hashes of " + fields.names();
    }
}
