package dev.partnercatalog.webhook.state;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.kafka.common.utils.Bytes;

/**
 * Keys of the store: a letter for the kind of entry, then its parts, so that what is read together lies together.
 *
 * <ul>
 *   <li>{@code l company location barcode}: a listed variant
 *   <li>{@code h partner 0 company location barcode}: what a partner has of it
 *   <li>{@code d partner 0 company location barcode}: that this is due
 *   <li>{@code s partner 0 company}: the configuration under which a company was last compared for a partner
 *   <li>{@code p partner 0}: whether webhooks go to a partner
 *   <li>{@code r partner 0}: that others may have been told of something due to a partner
 *   <li>{@code g partner 0}: how many of the pings that a partner asked for are behind it
 *   <li>{@code c}: the clock
 *   <li>{@code o}: how far the source was read
 * </ul>
 *
 * Company and location are 8 bytes, the most significant first; ids of partners hold no zero byte.
 */
final class Keys {

    static final char LISTED = 'l';
    static final char HELD = 'h';
    static final char DUE = 'd';
    static final char COMPARED = 's';
    static final char PARTNER = 'p';
    static final char REPORTED = 'r';
    static final char PINGS = 'g';
    static final Bytes CLOCK = Bytes.wrap(new byte[] {'c'});
    static final Bytes PROGRESS = Bytes.wrap(new byte[] {'o'});

    private Keys() {}

    static Bytes listed(ScopedVariant variant) {
        return Bytes.wrap(with(prefix(LISTED), variant));
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
        return ByteBuffer.allocate(prefix.length + 2 * Long.BYTES + barcode.length)
                .put(prefix)
                .putLong(variant.companyId())
                .putLong(variant.locationId())
                .put(barcode)
                .array();
    }

    /** The variant that a key names after a prefix of the given length. */
    static ScopedVariant variant(Bytes key, int prefixLength) {
        ByteBuffer bytes = ByteBuffer.wrap(key.get());
        bytes.position(prefixLength);
        long companyId = bytes.getLong();
        long locationId = bytes.getLong();
        return new ScopedVariant(
                companyId, locationId, StandardCharsets.US_ASCII.decode(bytes).toString());
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

    /** The first key after this one. */
    static Bytes next(byte[] key) {
        return Bytes.wrap(Arrays.copyOf(key, key.length + 1));
    }
}
