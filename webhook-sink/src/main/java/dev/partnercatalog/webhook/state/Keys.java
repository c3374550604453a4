package dev.partnercatalog.webhook.state;

import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.webhook.catalog.CatalogKeys;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.utils.Bytes;

/**
 * Keys of the store: a letter for the kind of row, then its parts, so that rows that are read together are adjacent.
 *
 * <ul>
 *   <li>{@code h partner 0 company barcode 0 location}: what a partner has of a variant ({@link Acknowledged})
 *   <li>{@code x partner 0 company barcode 0 location}: that the variant waits by itself ({@link Deferred}); with location
 *       0, the variant at all of the company's scopes
 *   <li>{@code p partner 0}: how far the partner is ({@link PartnerRow})
 *   <li>{@code t}: how far the task is ({@link TaskRow})
 * </ul>
 *
 * Variants are laid out as in {@link CatalogKeys}; partners' ids contain no zero byte.
 */
final class Keys {

    static final char ACKNOWLEDGED = 'h';
    static final char DEFERRED = 'x';
    static final char PARTNER = 'p';
    static final Bytes TASK = Bytes.wrap(new byte[] {'t'});

    private Keys() {}

    static Bytes ofPartner(char kind, String partnerId, ScopedVariant variant) {
        return Bytes.wrap(CatalogKeys.with(prefix(kind, partnerId), variant));
    }

    static Bytes partner(String partnerId) {
        return Bytes.wrap(prefix(PARTNER, partnerId));
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

    static ScopedVariant variant(Bytes key, int prefixLength) {
        return CatalogKeys.variant(key.get(), prefixLength);
    }

    static String partnerId(Bytes key) {
        byte[] bytes = key.get();
        int end = 1;
        while (bytes[end] != 0) {
            end++;
        }
        return new String(bytes, 1, end - 1, StandardCharsets.US_ASCII);
    }

    static Bytes after(byte[] prefix) {
        return Bytes.wrap(CatalogKeys.after(prefix));
    }
}
