package dev.partnercatalog.query.tier;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.resolution.Scope;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;

/** Keys and values for a cache, each made from a number. */
final class CacheEntries {

    private CacheEntries() {}

    static EntryKey key(int number) {
        EntryKey everywhere = EntryKey.everywhere("barcode-" + number / 3);
        return switch (number % 3) {
            case 0 -> everywhere;
            case 1 -> everywhere.at(new Scope.Company(7));
            default -> everywhere.at(new Scope.Location(7, 70));
        };
    }

    static byte[] value(int content, int length) {
        byte[] value = new byte[length];
        new SplittableRandom(content).nextBytes(value);
        return value;
    }

    /** Puts a thousand entries a hundred times. */
    static void replaceForEver(EntryCache cache) {
        for (int i = 0; i < 100_000; i++) {
            cache.put(key(i % 1_000), value(i, 1_000));
        }
    }

    /** Checks that a slice begins with a value. */
    static void assertValue(Slice found, byte[] value) {
        assertThat(ByteBuffer.wrap(found.bytes(), found.start(), value.length)).isEqualTo(ByteBuffer.wrap(value));
    }
}
