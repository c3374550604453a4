package dev.partnercatalog.query.tier;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.resolution.Scope;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the cache knows, and what only the store knows, within its memory. */
class EntryCacheTest {

    private static final long BLOCK = MemoryTier.BLOCK_BYTES;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

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
    void a_key_that_found_no_memory_gets_no_older_value_once_there_is_memory() {
        MemoryTier tier = new MemoryTier(3 * BLOCK, null);
        EntryCache other = tier.newCache();
        EntryCache cache = tier.newCache();
        for (int i = 0; i < 40_000; i++) {
            other.put(key(i), null);
        }
        for (int i = 0; i < 40_000; i++) {
            cache.put(key(i), null);
        }
        assertThat(cache.knows(key(1))).isTrue();
        assertThat(cache.knows(key(39_999))).isFalse();
        other.close();
        cache.put(key(39_999), value(1, 10));
        assertThat(cache.find(key(39_999))).isNull();
        cache.put(key(1), value(2, 10));
        assertThat(cache.find(key(1))).isNotNull();
    }

    @Test
    void a_key_with_the_hash_of_another_is_never_mistaken_for_it() {
        EntryCache cache = new MemoryTier(4 * BLOCK, null).newCache();
        EntryKey one = new EntryKey("A", new Scope.Location(1, 2), 42);
        for (EntryKey other : List.of(
                new EntryKey("B", new Scope.Location(1, 2), 42),
                new EntryKey("AA", new Scope.Location(1, 2), 42),
                new EntryKey("A", new Scope.Location(2, 2), 42),
                new EntryKey("A", new Scope.Company(1), 42))) {
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
        EntryCache cache = new MemoryTier(2 * BLOCK, null).newCache();
        EntryKey everywhere = EntryKey.everywhere("A");
        EntryKey company = everywhere.at(new Scope.Company(7));
        assertThat(findIfMostSpecific(cache, company, address(cache, company))).isNull();
        cache.put(company, value(1, 100));
        cache.complete();
        long address = address(cache, company);
        cache.put(everywhere.at(new Scope.Location(7, 70)), value(2, 100));
        Slice before = Objects.requireNonNull(findIfMostSpecific(cache, company, address));
        assertValue(before, value(1, 100));
        assertThat(findIfMostSpecific(cache, company, address(cache, company))).isNull();

        cache.put(company, value(3, 100));
        for (int i = 0; i < 20_000; i++) {
            cache.put(key(i % 10), value(i, 1_000));
        }
        assertThat(findIfMostSpecific(cache, company, address)).isNull();
    }

    @Test
    void entries_that_are_replaced_forever_take_no_more_memory_and_stay_in_it() {
        MemoryTier tier = new MemoryTier(12 * BLOCK, null);
        EntryCache cache = tier.newCache();
        replaceForEver(cache);
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
        assertThat(second.find(key(0))).isNull();
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
                assertValue(there, value(i, 1_000));
            }
        }
        assertThat(tier.takenBytes()).isLessThanOrEqualTo(4 * BLOCK);
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

    @Test
    void only_the_store_knows_what_belongs_to_a_sku_that_is_not_ascii_or_long() {
        EntryCache cache = new MemoryTier(4 * BLOCK, null).newCache();
        for (String sku : List.of("ſku", "s".repeat(128))) {
            EntryKey key = EntryKey.everywhere(sku).at(new Scope.Company(7));
            cache.put(key, value(1, 10));
            cache.complete();
            assertThat(cache.find(key)).isNull();
        }
        assertThat(cache.find(EntryKey.everywhere("śku"))).isSameAs(EntryCache.ABSENT);
    }

    @Test
    void a_batch_finds_what_single_look_ups_find() {
        EntryCache cache = new MemoryTier(40 * BLOCK, null).newCache();
        EntryKey[] keys = IntStream.range(0, 6_000)
                .mapToObj(i -> EntryKey.everywhere("barcode-" + i))
                .toArray(EntryKey[]::new);
        for (int i = 0; i < 3_000; i++) {
            cache.put(keys[i], value(i, 100));
        }
        assertThat(cache.findIfMostSpecific(keys, i -> true)).containsOnlyNulls();
        EntryKey[] both = {keys[1], keys[5_000]};
        assertThat(cache.find(both)).containsExactly(cache.find(keys[1]), null);
        cache.complete();
        @Nullable Slice[] found = cache.findIfMostSpecific(keys, i -> i % 2 == 0);
        for (int i = 0; i < keys.length; i++) {
            assertThat(found[i]).as("%s", i).isEqualTo(i % 2 == 0 ? cache.find(keys[i]) : null);
        }
        cache.put(keys[0].at(new Scope.Location(7, 70)), value(1, 100));
        EntryKey[] some = {keys[1], keys[5_000], keys[0].at(new Scope.Company(7))};
        for (int i = 0; i < some.length; i++) {
            assertThat(cache.find(some)[i]).as("%s", i).isEqualTo(cache.find(some[i]));
        }
        assertThat(cache.findIfMostSpecific(some, i -> true)[2]).isNull();
        assertThat(found[0]).isNotNull();
        assertThat(found[3_000]).isSameAs(EntryCache.ABSENT);
    }

    private static long address(EntryCache cache, EntryKey key) {
        return cache.addresses(new long[] {key.hash()})[0];
    }

    private static @Nullable Slice findIfMostSpecific(EntryCache cache, EntryKey key, long address) {
        return cache.find(key, address, cache.hash(address), true);
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
            assertValue(found, value);
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
        replaceForEver(cache);
        for (int i = 0; i < 1_000; i++) {
            assertThat(cache.find(key(i))).as("%s", i).isNotNull();
        }
        assertThat(file.length()).isEqualTo(64 * BLOCK);
    }

    @Test
    void only_the_store_knows_what_finds_no_memory_after_the_file_failed() {
        OverflowFile file = Objects.requireNonNull(OverflowFile.open(folder));
        EntryCache cache = new EntryCache(new MemoryTier(BLOCK / 2, null), () -> file);
        cache.put(key(1), value(1, 1_000));
        cache.complete();
        assertThat(cache.find(key(1))).isNotNull();
        file.close();
        assertThat(cache.find(key(1))).isNotNull();
        for (int i = 0; i < 600; i++) {
            cache.put(key(i), value(-i, 1_000));
        }
        for (int i = 0; i < 600; i++) {
            Slice found = cache.find(key(i));
            if (i < 400) {
                assertThat(found).as("%s", i).isNull();
            } else if (found != null) {
                // It is in the block that is filled.
                assertValue(found, value(-i, 1_000));
            }
        }
        assertThat(cache.find(key(600))).isSameAs(EntryCache.ABSENT);
    }

    @Test
    void barcodes_that_crowd_in_one_place_of_one_process_are_spread_in_another() {
        List<String> crowd = IntStream.range(0, 1_000 << 10)
                .mapToObj(Integer::toString)
                .filter(barcode -> slot(EntryKey.everywhere(barcode, 1)) == 0)
                .toList();
        assertThat(crowd).hasSizeGreaterThan(500);
        assertThat(crowd.stream()
                        .map(barcode -> slot(EntryKey.everywhere(barcode, 2)))
                        .distinct())
                .hasSizeGreaterThan(300);
        assertThat(crowd.stream()
                        .map(barcode -> slot(EntryKey.everywhere(barcode)))
                        .distinct())
                .hasSizeGreaterThan(300);
    }

    private static long slot(EntryKey key) {
        return key.hash() & ((1 << 10) - 1);
    }

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
