package dev.partnercatalog.webhook.state;

import dev.partnercatalog.schemas.key.ListingKey;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.kafka.common.utils.Bytes;

/**
 * Keys of the store: a letter for the kind of entry, then its parts, so that what is read together lies together.
 *
 * <ul>
 *   <li>{@code e company barcode 0 location}: an entry, a company's where the location is the company
 *   <li>{@code l company barcode 0 location SKU}: that a scope lists a variant under an SKU
 *   <li>{@code k company location SKU}: the barcode that a scope lists under an SKU
 *   <li>{@code w company barcode 0 company}: that a change of a company's entry hasn't reached all of its locations yet
 *   <li>{@code h partner 0 company barcode 0 location}: what a partner has of a variant
 *   <li>{@code d partner 0 company barcode 0 location}: that this is due
 *   <li>{@code s partner 0 company}: the configuration under which a company was last compared for a partner
 *   <li>{@code p partner 0}: whether webhooks go to a partner
 *   <li>{@code r partner 0}: that others may have been told of something due to a partner
 *   <li>{@code g partner 0}: how many of the pings that a partner asked for are behind it
 *   <li>{@code c}: the clock
 *   <li>{@code o topic}: how far a source was read
 * </ul>
 *
 * Company and location are 8 bytes, the most significant first; barcodes and ids of partners hold no zero byte.
 */
final class Keys {

    static final char ENTRY = 'e';
    static final char LISTED = 'l';
    static final char SKU = 'k';
    static final char SPREADING = 'w';
    static final char HELD = 'h';
    static final char DUE = 'd';
    static final char COMPARED = 's';
    static final char PARTNER = 'p';
    static final char REPORTED = 'r';
    static final char PINGS = 'g';
    static final Bytes CLOCK = Bytes.wrap(new byte[] {'c'});
    static final char PROGRESS = 'o';

    private Keys() {}

    static Bytes of(char kind, ScopedVariant variant) {
        return Bytes.wrap(with(prefix(kind), variant));
    }

    /** The prefix of all rows of a kind that are of one company's variant, at whatever location. */
    static byte[] ofVariant(char kind, long companyId, String barcode) {
        byte[] location = with(prefix(kind), new ScopedVariant(companyId, 0, barcode));
        return Arrays.copyOf(location, location.length - Long.BYTES);
    }

    /** That a listing is of this barcode. */
    static Bytes listed(ListingKey listing, String barcode) {
        ScopedVariant variant = new ScopedVariant(listing.companyId(), listing.locationId(), barcode);
        byte[] scope = with(prefix(LISTED), variant);
        byte[] sku = listing.sku().getBytes(StandardCharsets.UTF_8);
        byte[] key = Arrays.copyOf(scope, scope.length + sku.length);
        System.arraycopy(sku, 0, key, scope.length, sku.length);
        return Bytes.wrap(key);
    }

    static Bytes of(ListingKey listing) {
        byte[] sku = listing.sku().getBytes(StandardCharsets.UTF_8);
        return Bytes.wrap(ByteBuffer.allocate(1 + 2 * Long.BYTES + sku.length)
                .put((byte) SKU)
                .putLong(listing.companyId())
                .putLong(listing.locationId())
                .put(sku)
                .array());
    }

    static Bytes progress(CatalogTopic source) {
        return Bytes.wrap((PROGRESS + source.baseName()).getBytes(StandardCharsets.US_ASCII));
    }

    static Bytes ofPartner(char kind, String partnerId, ScopedVariant variant) {
        return Bytes.wrap(with(prefix(kind, partnerId), variant));
    }

    static Bytes compared(String partnerId, long companyId) {
        return Bytes.wrap(with(prefix(COMPARED, partnerId), companyId));
    }

    static Bytes of(char kind, String partnerId) {
        return Bytes.wrap(prefix(kind, partnerId));
    }

    static byte[] prefix(char kind) {
        return new byte[] {(byte) kind};
    }

    static byte[] prefix(char kind, String partnerId) {
        byte[] id = partnerId.getBytes(StandardCharsets.US_ASCII);
        byte[] prefix = new byte[id.length + 2];
        prefix[0] = (byte) kind;
        System.arraycopy(id, 0, prefix, 1, id.length);
        return prefix;
    }

    static byte[] with(byte[] prefix, long companyId) {
        return ByteBuffer.allocate(prefix.length + Long.BYTES)
                .put(prefix)
                .putLong(companyId)
                .array();
    }

    static byte[] with(byte[] prefix, ScopedVariant variant) {
        byte[] barcode = variant.barcode().getBytes(StandardCharsets.US_ASCII);
        return ByteBuffer.allocate(prefix.length + 2 * Long.BYTES + barcode.length + 1)
                .put(prefix)
                .putLong(variant.companyId())
                .put(barcode)
                .put((byte) 0)
                .putLong(variant.locationId())
                .array();
    }

    /** The variant that a key names after a prefix of the given length. */
    static ScopedVariant variant(Bytes key, int prefixLength) {
        ByteBuffer bytes = ByteBuffer.wrap(key.get());
        int barcode = prefixLength + Long.BYTES;
        int end = barcode;
        while (bytes.get(end) != 0) {
            end++;
        }
        return new ScopedVariant(
                bytes.getLong(prefixLength),
                bytes.getLong(end + 1),
                new String(bytes.array(), barcode, end - barcode, StandardCharsets.US_ASCII));
    }

    static long companyId(Bytes key, int prefixLength) {
        return ByteBuffer.wrap(key.get()).getLong(prefixLength);
    }

    /** The partner that a key of one of the kinds with a partner names. */
    static String partnerId(Bytes key) {
        byte[] bytes = key.get();
        int end = 1;
        while (bytes[end] != 0) {
            end++;
        }
        return new String(bytes, 1, end - 1, StandardCharsets.US_ASCII);
    }

    /** The first key after all that begin with the prefix. */
    static Bytes after(byte[] prefix) {
        byte[] next = Arrays.copyOf(prefix, prefix.length);
        int last = next.length - 1;
        while (next[last] == (byte) 0xff) {
            last--;
        }
        next[last]++;
        return Bytes.wrap(Arrays.copyOf(next, last + 1));
    }
}
