package dev.partnercatalog.query.tier;

import static dev.partnercatalog.query.tier.EntryCacheTest.key;
import static dev.partnercatalog.query.tier.EntryCacheTest.value;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the cache with a map, also while another thread changes it. A failure reports its seed. */
class EntryCacheModelTest {

    private static final long BLOCK = MemoryTier.BLOCK_BYTES;
    private static final long FIRST_SEED = Long.getLong("seed", 1);

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void it_never_contradicts_the_store_however_little_memory_there_is(boolean file) {
        for (long seed = FIRST_SEED; seed < FIRST_SEED + 15; seed++) {
            var random = new SplittableRandom(seed);
            MemoryTier tier = new MemoryTier(random.nextLong(8) * BLOCK / 2, file ? folder : null);
            EntryCache cache = tier.newCache();
            Map<EntryKey, byte[]> store = new HashMap<>();
            int keys = 1 + random.nextInt(3_000);
            for (int change = 0; change < 20_000; change++) {
                EntryKey key = key(random.nextInt(keys));
                if (random.nextInt(8) == 0) {
                    store.remove(key);
                    cache.put(key, null);
                } else {
                    byte[] value = value(change, random.nextInt(200) == 0 ? 90_000 : 20 + random.nextInt(400));
                    store.put(key, value);
                    cache.put(key, value);
                }
                if (change == 10_000) {
                    cache.complete();
                }
                assertSame(seed, cache, store, key(random.nextInt(keys)));
            }
            for (int i = 0; i < keys + 100; i++) {
                assertSame(seed, cache, store, key(i));
            }
            assertThat(tier.takenBytes()).as("-Dseed=%s", seed).isBetween(0L, 4 * BLOCK);
            cache.close();
            assertThat(tier.takenBytes()).isZero();
        }
    }

    private static void assertSame(long seed, EntryCache cache, Map<EntryKey, byte[]> store, EntryKey key) {
        Slice found = cache.find(key);
        byte[] value = store.get(key);
        if (value == null) {
            assertThat(found == null || found.isAbsent())
                    .as("-Dseed=%s %s", seed, key)
                    .isTrue();
        } else if (found != null) {
            assertThat(found.isAbsent()).as("-Dseed=%s %s", seed, key).isFalse();
            assertThat(ByteBuffer.wrap(found.bytes(), found.start(), value.length))
                    .as("-Dseed=%s %s", seed, key)
                    .isEqualTo(ByteBuffer.wrap(value));
        }
    }

    /**
     * A value contains its key's number and a version that only increases; a reader must see neither mixed values nor
     * older versions.
     */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void readers_see_complete_values_that_never_go_back_while_they_are_replaced(boolean file) throws Exception {
        int keys = 300;
        EntryCache cache = new MemoryTier(file ? BLOCK : 3 * BLOCK, file ? folder : null).newCache();
        AtomicLong version = new AtomicLong();
        AtomicLongArray written = new AtomicLongArray(keys);
        ExecutorService readers = Executors.newFixedThreadPool(3);
        try {
            var reading = new ArrayList<Future<Long>>();
            for (int reader = 0; reader < 3; reader++) {
                int seed = reader;
                reading.add(readers.submit(() -> read(cache, version, written, keys, seed)));
            }
            var random = new SplittableRandom(FIRST_SEED);
            for (int change = 1; change <= 300_000; change++) {
                int number = random.nextInt(keys);
                cache.put(key(number), versioned(number, change, 16 + random.nextInt(2_000)));
                written.set(number, change);
            }
            version.set(-1);
            long found = 0;
            for (Future<Long> each : reading) {
                found += each.get(60, TimeUnit.SECONDS);
            }
            assertThat(found).isPositive();
        } finally {
            readers.shutdownNow();
        }
    }

    private static long read(EntryCache cache, AtomicLong version, AtomicLongArray written, int keys, int seed) {
        var random = new SplittableRandom(seed);
        long found = 0;
        while (version.get() >= 0) {
            int number = random.nextInt(keys);
            long before = written.get(number);
            Slice value = cache.find(key(number));
            assertThat(before > 0 && value != null && value.isAbsent()).isFalse();
            if (value != null && !value.isAbsent()) {
                ByteBuffer bytes = ByteBuffer.wrap(value.bytes(), value.start(), value.bytes().length - value.start());
                int length = bytes.getInt();
                assertThat(bytes.getInt()).isEqualTo(number);
                long seen = bytes.getLong();
                assertThat(seen).isGreaterThanOrEqualTo(before);
                for (int i = 16; i < length; i++) {
                    if (bytes.get() != (byte) seen) {
                        throw new AssertionError("a mixed value of " + number);
                    }
                }
                found++;
            }
        }
        return found;
    }

    private static byte[] versioned(int number, long version, int length) {
        ByteBuffer bytes =
                ByteBuffer.allocate(length).putInt(length).putInt(number).putLong(version);
        while (bytes.hasRemaining()) {
            bytes.put((byte) version);
        }
        return bytes.array();
    }
}
