package dev.partnercatalog.query.tier;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;

/**
 * The key of an entry, with its hash.
 *
 * @param barcode printable ASCII
 * @param companyId 0 for an entry that applies everywhere
 * @param locationId 0 for an entry that isn't a location's
 */
public record EntryKey(String barcode, long companyId, long locationId, long hash) {

    private static final long FACTOR = 0x9E3779B97F4A7C15L;

    /** Different in each process, so that nobody can choose barcodes whose entries crowd in one place of the index. */
    private static final long SEED = new SecureRandom().nextLong();

    /** The key of the entry that applies everywhere. */
    public static EntryKey everywhere(String barcode) {
        return everywhere(barcode, SEED);
    }

    static EntryKey everywhere(String barcode, long seed) {
        long hash = seed;
        for (int i = 0; i < barcode.length(); i++) {
            hash = hash * FACTOR + barcode.charAt(i);
            hash ^= hash >>> 29;
        }
        return new EntryKey(barcode, 0, 0, mixed(hash));
    }

    public EntryKey ofCompany(long id) {
        return new EntryKey(barcode, id, 0, mixed(hash + id * FACTOR));
    }

    /** The key of a location, from its company's. */
    public EntryKey ofLocation(long id) {
        return new EntryKey(barcode, companyId, id, mixed(hash + id * FACTOR));
    }

    /** The key's form in the store. */
    public byte[] encoded() {
        String text = barcode;
        if (companyId != 0) {
            text += "/" + companyId;
        }
        if (locationId != 0) {
            text += "/" + locationId;
        }
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** Every bit depends on every other; never 0, which stands for no hash. */
    private static long mixed(long value) {
        long mixed = value;
        mixed = (mixed ^ (mixed >>> 33)) * 0xFF51AFD7ED558CCDL;
        mixed = (mixed ^ (mixed >>> 33)) * 0xC4CEB9FE1A85EC53L;
        mixed ^= mixed >>> 33;
        return mixed == 0 ? 1 : mixed;
    }
}
