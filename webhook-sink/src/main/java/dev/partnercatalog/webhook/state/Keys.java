package dev.partnercatalog.webhook.state;

import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.webhook.catalog.CatalogKeys;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.utils.Bytes;

/**
 * Keys of the store: a letter for the kind of entry, then its parts, so that entries that are read together are
 * adjacent.
 *
 * <ul>
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
 *   <li>{@code n partner 0}: the endpoint's version that was last known here
 *   <li>{@code x}: whether the task has yet to compare its stores of the catalog with the topics
 *   <li>{@code w}: when everything in both sources had been read
 * </ul>
 *
 * Variants are laid out as in {@link CatalogKeys}; partners' ids contain no zero byte.
 */
final class Keys {

    static final char ACKNOWLEDGED = 'h';
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
    static final Bytes WHOLE = Bytes.wrap(new byte[] {'w'});

    private Keys() {}

    static Bytes progress(CatalogTopic source) {
        return Bytes.wrap((PROGRESS + source.baseName()).getBytes(StandardCharsets.US_ASCII));
    }

    static Bytes ofPartner(char kind, String partnerId, ScopedVariant variant) {
        return Bytes.wrap(CatalogKeys.with(prefix(kind, partnerId), variant));
    }

    /** Key of a partner's row with a number: a company's id, or a count. */
    static Bytes ofPartner(char kind, String partnerId, long number) {
        return Bytes.wrap(CatalogKeys.with(prefix(kind, partnerId), number));
    }

    static Bytes intent(long number) {
        return Bytes.wrap(CatalogKeys.with(prefix(INTENT), number));
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

    /** The variant in a key, after a prefix of the given length. */
    static ScopedVariant variant(Bytes key, int prefixLength) {
        return CatalogKeys.variant(key.get(), prefixLength);
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
        return Bytes.wrap(CatalogKeys.after(prefix));
    }
}
