package dev.partnercatalog.query.tier;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the cache with a map, also while another thread changes it. A failure reports its seed. */
class EntryCacheTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    private static final long FIRST_SEED = Long.getLong("seed", 1);
    private static final long BLOCK = MemoryTier.BLOCK_BYTES;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void it_never_contradicts_the_store_however_little_memory_there_is(boolean file) {
        for (long seed = FIRST_SEED; seed < FIRST_SEED + 60; seed++) {
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

    @Test
    void values_that_fit_are_found_and_keys_never_put_are_known_to_be_absent() {
        EntryCache cache = new MemoryTier(40 * BLOCK, null).newCache();
        for (int i = 0; i < 5_000; i++) {
            cache.put(key(i), value(i, 1_000));
        }
        assertThat(cache.find(key(5_000))).isNull();
        cache.complete();
        for (int i = 0; i < 5_000; i++) {
            assertThat(cache.find(key(i))).isNotNull().isNotSameAs(EntryCache.ABSENT);
        }
        assertThat(cache.find(key(5_000))).isSameAs(EntryCache.ABSENT);
    }

    @Test
    void only_the_store_knows_deleted_keys_since_another_key_may_have_the_same_hash() {
        EntryCache cache = new MemoryTier(4 * BLOCK, null).newCache();
        cache.put(key(1), value(1, 10));
        cache.complete();
        cache.put(key(1), null);
        assertThat(cache.find(key(1))).isNull();
    }

    @Test
    void a_key_with_the_hash_of_another_is_never_mistaken_for_it() {
        EntryCache cache = new MemoryTier(4 * BLOCK, null).newCache();
        EntryKey one = new EntryKey("A", 1, 2, 42);
        for (EntryKey other : List.of(
                new EntryKey("B", 1, 2, 42),
                new EntryKey("AA", 1, 2, 42),
                new EntryKey("A", 2, 2, 42),
                new EntryKey("A", 1, 0, 42))) {
            cache.put(one, value(1, 10));
            cache.complete();
            assertThat(cache.find(other)).isNull();
            cache.put(other, value(2, 10));
            assertThat(cache.find(one)).isNull();
            assertThat(cache.find(other)).isNotNull();
        }
    }

    @Test
    void a_place_looked_up_before_changes_leads_to_the_earlier_value_or_to_the_store() {
        EntryCache cache = new MemoryTier(3 * BLOCK, null).newCache();
        EntryKey company = EntryKey.everywhere("A").ofCompany(7);
        assertThat(findAlone(cache, company, cache.place(company))).isNull();
        cache.put(company, value(1, 100));
        cache.complete();
        long place = cache.place(company);
        cache.put(company.ofLocation(70), value(2, 100));
        Slice before = Objects.requireNonNull(findAlone(cache, company, place));
        assertThat(ByteBuffer.wrap(before.bytes(), before.start(), 100)).isEqualTo(ByteBuffer.wrap(value(1, 100)));
        assertThat(findAlone(cache, company, cache.place(company))).isNull();

        cache.put(company, value(3, 100));
        for (int i = 0; i < 20_000; i++) {
            cache.put(key(i % 10), value(i, 1_000));
        }
        assertThat(findAlone(cache, company, place)).isNull();
    }

    @Test
    void entries_that_are_replaced_forever_take_no_more_memory_and_stay_in_it() {
        MemoryTier tier = new MemoryTier(12 * BLOCK, null);
        EntryCache cache = tier.newCache();
        for (int i = 0; i < 100_000; i++) {
            cache.put(key(i % 1_000), value(i, 1_000));
        }
        assertThat(tier.takenBytes()).isLessThanOrEqualTo(12 * BLOCK);
        for (int i = 0; i < 1_000; i++) {
            assertThat(cache.find(key(i))).as("%s", i).isNotNull();
        }
    }

    @Test
    void keys_are_known_for_a_store_whose_values_found_no_room_because_others_came_first() {
        MemoryTier tier = new MemoryTier(8 * BLOCK, null);
        EntryCache first = tier.newCache();
        EntryCache second = tier.newCache();
        for (EntryCache cache : List.of(first, second)) {
            for (int i = 0; i < 5_000; i++) {
                cache.put(key(i), value(i, 1_000));
            }
            cache.complete();
        }
        assertThat(first.find(key(0))).isNotNull();
        assertThat(second.find(key(4_999))).isNull();
        assertThat(second.find(key(5_000))).isSameAs(EntryCache.ABSENT);
        assertThat(tier.takenBytes()).isLessThanOrEqualTo(8 * BLOCK);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void keys_that_find_no_memory_take_it_from_values(boolean file) {
        MemoryTier tier = new MemoryTier(4 * BLOCK, file ? folder : null);
        EntryCache cache = tier.newCache();
        for (int i = 0; i < 20_000; i++) {
            cache.put(key(i), value(i, 1_000));
        }
        cache.complete();
        assertThat(cache.find(key(20_000))).isSameAs(EntryCache.ABSENT);
        for (int i = 0; i < 20_000; i++) {
            Slice found = cache.find(key(i));
            assertThat(found).as("%s", i).isNotSameAs(EntryCache.ABSENT);
            if (file) {
                Slice there = Objects.requireNonNull(found);
                assertThat(ByteBuffer.wrap(there.bytes(), there.start(), 1_000))
                        .isEqualTo(ByteBuffer.wrap(value(i, 1_000)));
            }
        }
        assertThat(tier.takenBytes()).isLessThanOrEqualTo(4 * BLOCK);
    }

    @Test
    void values_that_find_no_memory_are_found_in_a_file_without_a_name() throws IOException {
        MemoryTier tier = new MemoryTier(2 * BLOCK, folder);
        EntryCache cache = tier.newCache();
        for (int i = 0; i < 3_000; i++) {
            cache.put(key(i), value(i, i % 100 == 0 ? 20_000 : 1_000));
        }
        cache.complete();
        for (int i = 0; i < 3_000; i++) {
            Slice found = Objects.requireNonNull(cache.find(key(i)));
            byte[] value = value(i, i % 100 == 0 ? 20_000 : 1_000);
            assertThat(ByteBuffer.wrap(found.bytes(), found.start(), value.length))
                    .isEqualTo(ByteBuffer.wrap(value));
        }
        assertThat(cache.find(key(3_000))).isSameAs(EntryCache.ABSENT);
        assertThat(tier.takenBytes()).isLessThanOrEqualTo(2 * BLOCK);
        try (var files = Files.list(folder)) {
            assertThat(files).isEmpty();
        }
    }

    @Test
    void values_in_the_file_that_are_replaced_forever_leave_their_space_to_others() {
        OverflowFile file = Objects.requireNonNull(OverflowFile.open(folder));
        EntryCache cache = new EntryCache(new MemoryTier(BLOCK / 2, null), () -> file);
        for (int i = 0; i < 100_000; i++) {
            cache.put(key(i % 1_000), value(i, 1_000));
        }
        for (int i = 0; i < 1_000; i++) {
            assertThat(cache.find(key(i))).as("%s", i).isNotNull();
        }
        assertThat(file.length()).isEqualTo(64 * BLOCK);
    }

    @Test
    void only_the_store_knows_what_is_put_after_the_file_failed() {
        OverflowFile file = Objects.requireNonNull(OverflowFile.open(folder));
        EntryCache cache = new EntryCache(new MemoryTier(BLOCK / 2, null), () -> file);
        cache.put(key(1), value(1, 1_000));
        cache.complete();
        assertThat(cache.find(key(1))).isNotNull();
        file.close();
        assertThat(cache.find(key(1))).isNotNull();
        for (int i = 1; i < 600; i++) {
            cache.put(key(i), value(i, 1_000));
            assertThat(cache.find(key(i))).isNull();
        }
        assertThat(cache.find(key(600))).isSameAs(EntryCache.ABSENT);
    }

    @Test
    void without_memory_for_more_keys_absence_is_no_longer_known() {
        EntryCache cache = new MemoryTier(0, null).newCache();
        cache.complete();
        assertThat(cache.find(key(1))).isSameAs(EntryCache.ABSENT);
        cache.put(key(1), value(1, 10));
        assertThat(cache.find(key(1))).isNull();
        assertThat(cache.find(key(2))).isNull();
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

    private static @Nullable Slice findAlone(EntryCache cache, EntryKey key, long place) {
        return cache.findAlone(key, place, cache.hash(place));
    }

    private static EntryKey key(int number) {
        EntryKey everywhere = EntryKey.everywhere("barcode-" + number / 3);
        return switch (number % 3) {
            case 0 -> everywhere;
            case 1 -> everywhere.ofCompany(7);
            default -> everywhere.ofCompany(7).ofLocation(70);
        };
    }

    private static byte[] value(int content, int length) {
        byte[] value = new byte[length];
        new SplittableRandom(content).nextBytes(value);
        return value;
    }
}
