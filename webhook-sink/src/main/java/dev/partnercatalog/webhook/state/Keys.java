package dev.partnercatalog.webhook.state;

import dev.partnercatalog.schemas.key.ListingKey;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Keys of the store: a letter for the kind of entry, then its parts, so that entries that are read together are
 * adjacent.
 *
 * <ul>
 *   <li>{@code e company barcode 0 location}: the image of an entry; a company's entry has the company as its location
 *   <li>{@code l company barcode 0 location}: under how many SKUs a scope lists a variant
 *   <li>{@code k company location SKU}: the barcode that a scope lists under an SKU
 *   <li>{@code h partner 0 company barcode 0 location}: what a partner has of a variant
 *   <li>{@code d partner 0 company barcode 0 location}: that this variant is due; with location 0, that it is due at all
 *       of the company's scopes
 *   <li>{@code i number}: a message that is about to be sent, or was sent, and whose outcome isn't known
 *   <li>{@code s partner 0 company}: how far a company has been compared for a partner, and under which configuration
 *   <li>{@code f partner 0 number}: how far a part of the catalog that the partner requested again has been sent
 *   <li>{@code p partner 0}: whether webhooks go to a partner
 *   <li>{@code a partner 0}: how many of a partner's requests to send parts again are known here
 *   <li>{@code r partner 0}: that it may have been reported that something is due to a partner
 *   <li>{@code g partner 0}: how many of the pings that a partner requested are done
 *   <li>{@code y partner 0}: that removals for a partner are held
 *   <li>{@code c}: the clock
 *   <li>{@code o topic}: how far a source was read
 *   <li>{@code v}: the version of all images
 *   <li>{@code n partner 0}: the endpoint's version that was last known here
 *   <li>{@code x}: that listings and images are to be compared with the topics
 *   <li>{@code w}: when everything in both sources was in the store
 * </ul>
 *
 * Company and location are 8 bytes, big-endian; barcodes and partners' ids contain no zero byte.
 */
final class Keys {

    static final char ENTRY = 'e';
    static final char LISTED = 'l';
    static final char SKU = 'k';
    static final char HELD = 'h';
    static final char DUE = 'd';
    static final char INTENT = 'i';
    static final char COMPARED = 's';
    static final char RESYNC = 'f';
    static final char KNOWN_RESYNCS = 'a';
    static final char PARTNER = 'p';
    static final char REPORTED = 'r';
    static final char PINGS = 'g';
    static final char REMOVAL_HOLD = 'y';
    static final Bytes CLOCK = Bytes.wrap(new byte[] {'c'});
    static final char PROGRESS = 'o';
    static final Bytes IMAGES = Bytes.wrap(new byte[] {'v'});
    static final char ENDPOINT = 'n';
    static final Bytes LEFTOVERS = Bytes.wrap(new byte[] {'x'});
    static final Bytes WHOLE = Bytes.wrap(new byte[] {'w'});

    private Keys() {}

    static Bytes of(char kind, ScopedVariant variant) {
        return Bytes.wrap(with(prefix(kind), variant));
    }

    /** The beginning, after a prefix, of all keys that contain a company, or with a barcode those of its variant. */
    static byte[] with(byte[] prefix, long companyId, @Nullable String barcode) {
        if (barcode == null) {
            return with(prefix, companyId);
        }
        byte[] location = with(prefix, new ScopedVariant(companyId, 0, barcode));
        return Arrays.copyOf(location, location.length - Long.BYTES);
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

    /** Key of a partner's row with a number: a company's id, or a count. */
    static Bytes ofPartner(char kind, String partnerId, long number) {
        return Bytes.wrap(with(prefix(kind, partnerId), number));
    }

    static Bytes intent(long number) {
        return Bytes.wrap(with(prefix(INTENT), number));
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

    static byte[] with(byte[] prefix, long number) {
        return ByteBuffer.allocate(prefix.length + Long.BYTES)
                .put(prefix)
                .putLong(number)
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

    /** The variant in a key, after a prefix of the given length. */
    static ScopedVariant variant(Bytes key, int prefixLength) {
        return variant(key.get(), prefixLength);
    }

    /** The variant at a position in a value, laid out as in a key. */
    static ScopedVariant variant(byte[] laidOut, int prefixLength) {
        ByteBuffer bytes = ByteBuffer.wrap(laidOut);
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

    static long number(Bytes key, int prefixLength) {
        return ByteBuffer.wrap(key.get()).getLong(prefixLength);
    }

    /** The partner in a key of one of the kinds that contain a partner. */
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
