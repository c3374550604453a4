package dev.partnercatalog.webhook.state;

import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.webhook.catalog.CatalogKeys;
import java.nio.ByteBuffer;
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
    private static final byte[] NONE = {};

    /** Stands for all variants; no barcode is empty. */
    private static final String ALL = "";

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
        byte[] part = CatalogKeys.with(NONE, new ScopedVariant(scope, barcode == null ? ALL : barcode));
        byte[] cursor = after == null ? NONE : CatalogKeys.with(NONE, after);
        return ByteBuffer.allocate(1 + Long.BYTES + Integer.BYTES + part.length + cursor.length)
                .put(FORMAT)
                .putLong(since)
                .putInt(part.length)
                .put(part)
                .put(cursor)
                .array();
    }

    static Resync decode(long number, byte[] encoded) {
        ByteBuffer bytes = Format.open(encoded, FORMAT, "resync");
        long since = bytes.getLong();
        byte[] encodedPart = new byte[bytes.getInt()];
        bytes.get(encodedPart);
        ScopedVariant part = CatalogKeys.variant(encodedPart, 0);
        return new Resync(
                number,
                part.scope(),
                part.barcode().equals(ALL) ? null : part.barcode(),
                since,
                bytes.hasRemaining() ? CatalogKeys.variant(encoded, bytes.position()) : null);
    }
}
