package dev.partnercatalog.webhook.state;

import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.webhook.catalog.CatalogKeys;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * How far a company has been compared for a partner.
 *
 * @param since when the comparison began, in milliseconds since 1970
 * @param done whether the whole company was compared
 * @param after the variant that was compared last, null if none was, or all were
 * @param after the variant that was compared last, null if none was, or all were
 */
public record ComparisonProgress(
        Hash fingerprint,
        long since,
        boolean done,
        @Nullable ScopedVariant after) {

    private static final byte FORMAT = 1;
    private static final byte DONE = 1;
    private static final byte BEGUN = 2;

    public static ComparisonProgress begun(Hash fingerprint, long since) {
        return new ComparisonProgress(fingerprint, since, false, null);
    }

    public ComparisonProgress upTo(@Nullable ScopedVariant variant) {
        return new ComparisonProgress(fingerprint, since, false, variant);
    }

    public ComparisonProgress whole() {
        return new ComparisonProgress(fingerprint, since, true, null);
    }

    byte[] encode() {
        byte[] cursor = after == null ? new byte[0] : CatalogKeys.with(new byte[0], after);
        ByteBuffer bytes = ByteBuffer.allocate(2 + Hash.BYTES + Long.BYTES + cursor.length)
                .put(FORMAT)
                .put((byte) ((done ? DONE : 0) | (after == null ? 0 : BEGUN)));
        fingerprint.write(bytes);
        return bytes.putLong(since).put(cursor).array();
    }

    static ComparisonProgress decode(byte[] encoded) {
        ByteBuffer bytes = Format.open(encoded, FORMAT, "comparison");
        byte flags = bytes.get();
        Hash fingerprint = Hash.read(bytes);
        long since = bytes.getLong();
        ScopedVariant after = (flags & BEGUN) == 0 ? null : CatalogKeys.variant(encoded, bytes.position());
        return new ComparisonProgress(fingerprint, since, (flags & DONE) != 0, after);
    }
}
