package dev.partnercatalog.webhook.state;

import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.webhook.catalog.CatalogKeys;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A part of the catalog that a partner requested again, and how far it has been sent (D32).
 *
 * @param number number of the request: a partner's later one has a higher one. Negative: there was no request
 * @param scope of a company, or all of its scopes
 * @param barcode null for all variants of the scope; only with a location
 * @param since when the request was accepted, in milliseconds since 1970
 * @param after the variant that was sent last, null if none was
 */
public record Resync(
        long number,
        Scope scope,
        @Nullable String barcode,
        long since,
        @Nullable ScopedVariant after) {

    private static final byte FORMAT = 1;
    private static final byte BARCODE = 1;
    private static final byte BEGUN = 2;

    /** Everything that a company lists, in place of requests that were missed. */
    public static Resync ofAll(long companyId, long since) {
        return new Resync(-companyId, new Scope.AllOfCompany(companyId), null, since, null);
    }

    public Resync upTo(ScopedVariant variant) {
        return new Resync(number, scope, barcode, since, variant);
    }

    /** Whether it covers a variant of its company. */
    public boolean isOf(ScopedVariant variant) {
        return (scope instanceof Scope.AllOfCompany || scope.equals(variant.scope()))
                && (barcode == null || barcode.equals(variant.barcode()));
    }

    byte[] encode() {
        byte[] name = barcode == null ? new byte[0] : barcode.getBytes(StandardCharsets.US_ASCII);
        byte[] cursor = after == null ? new byte[0] : CatalogKeys.with(new byte[0], after);
        return ByteBuffer.allocate(2 + 3 * Long.BYTES + Integer.BYTES + name.length + cursor.length)
                .put(FORMAT)
                .put((byte) ((barcode == null ? 0 : BARCODE) | (after == null ? 0 : BEGUN)))
                .putLong(scope.companyId())
                .putLong(CatalogKeys.location(scope))
                .putLong(since)
                .putInt(name.length)
                .put(name)
                .put(cursor)
                .array();
    }

    static Resync decode(long number, byte[] encoded) {
        ByteBuffer bytes = Format.open(encoded, FORMAT, "resync");
        byte flags = bytes.get();
        Scope scope = CatalogKeys.scope(bytes.getLong(), bytes.getLong());
        long since = bytes.getLong();
        byte[] name = new byte[bytes.getInt()];
        bytes.get(name);
        return new Resync(
                number,
                scope,
                (flags & BARCODE) == 0 ? null : new String(name, StandardCharsets.US_ASCII),
                since,
                (flags & BEGUN) == 0 ? null : CatalogKeys.variant(encoded, bytes.position()));
    }
}
