package dev.partnercatalog.query.tier;

import dev.partnercatalog.resolution.Scope;
import java.security.SecureRandom;

/**
 * A variant at a scope, or a SKU, as the cache looks it up: with its hash, which continues that of the barcode alone.
 *
 * @param barcode printable ASCII; or a SKU, in any characters
 */
public record EntryKey(String barcode, Scope scope, long hash) {

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
        return new EntryKey(barcode, Scope.everywhere(), mixed(hash));
    }

    /** The key of the same barcode's entry at a scope, from that of the entry that applies everywhere. */
    public EntryKey at(Scope other) {
        if (other instanceof Scope.Everywhere) {
            return this;
        }
        long company = mixed(hash + other.companyId() * FACTOR);
        return new EntryKey(barcode, other, other.isCompany() ? company : mixed(company + other.locationId() * FACTOR));
    }

    /** Whether a block may contain it, whose keys are short, and of one byte a character. */
    boolean isCacheable() {
        return barcode.length() <= Byte.MAX_VALUE && barcode.chars().allMatch(c -> c < 0x80);
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
