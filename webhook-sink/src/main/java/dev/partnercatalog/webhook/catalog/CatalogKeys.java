package dev.partnercatalog.webhook.catalog;

import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.schemas.key.ListingKey;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * How variants and listings are laid out in the keys of stores, so that rows that are read together are adjacent: a
 * variant as company, barcode, 0 and location, a listing as company, location and SKU. Company and location are 8 bytes,
 * big-endian; barcodes contain no zero byte.
 */
public final class CatalogKeys {

    private static final byte[] NONE = {};
    /** In place of a location (D24), all scopes of a company. */
    private static final long ALL = 0;

    private CatalogKeys() {}

    public static byte[] of(ScopedVariant variant) {
        return with(NONE, variant);
    }

    public static byte[] of(ListingKey listing) {
        byte[] sku = listing.sku().getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(2 * Long.BYTES + sku.length)
                .putLong(listing.companyId())
                .putLong(listing.locationId())
                .put(sku)
                .array();
    }

    /** The beginning, after a prefix, of all keys that contain a company, or with a barcode those of its variant. */
    public static byte[] with(byte[] prefix, long companyId, @Nullable String barcode) {
        if (barcode == null) {
            return with(prefix, companyId);
        }
        byte[] location = with(prefix, new ScopedVariant(new Scope.AllOfCompany(companyId), barcode));
        return Arrays.copyOf(location, location.length - Long.BYTES);
    }

    public static byte[] with(byte[] prefix, long number) {
        return ByteBuffer.allocate(prefix.length + Long.BYTES)
                .put(prefix)
                .putLong(number)
                .array();
    }

    public static byte[] with(byte[] prefix, ScopedVariant variant) {
        byte[] barcode = variant.barcode().getBytes(StandardCharsets.US_ASCII);
        return ByteBuffer.allocate(prefix.length + 2 * Long.BYTES + barcode.length + 1)
                .put(prefix)
                .putLong(variant.companyId())
                .put(barcode)
                .put((byte) 0)
                .putLong(variant.scope() instanceof Scope.AllOfCompany ? ALL : variant.locationId())
                .array();
    }

    public static ScopedVariant variant(byte[] laidOut, int prefixLength) {
        ByteBuffer bytes = ByteBuffer.wrap(laidOut);
        int barcode = prefixLength + Long.BYTES;
        int end = barcode;
        while (bytes.get(end) != 0) {
            end++;
        }
        long companyId = bytes.getLong(prefixLength);
        long location = bytes.getLong(end + 1);
        return new ScopedVariant(
                location == ALL ? new Scope.AllOfCompany(companyId) : Scope.of(companyId, location),
                new String(bytes.array(), barcode, end - barcode, StandardCharsets.US_ASCII));
    }

    /** The first key after all that begin with the prefix. */
    public static byte[] after(byte[] prefix) {
        byte[] next = Arrays.copyOf(prefix, prefix.length);
        int last = next.length - 1;
        while (next[last] == (byte) 0xff) {
            last--;
        }
        next[last]++;
        return Arrays.copyOf(next, last + 1);
    }
}
