package dev.partnercatalog.query.tier;

import static dev.partnercatalog.query.tier.CacheEntries.assertValue;
import static dev.partnercatalog.query.tier.CacheEntries.key;
import static dev.partnercatalog.query.tier.CacheEntries.replaceForEver;
import static dev.partnercatalog.query.tier.CacheEntries.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.resolution.Scope;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
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
        EntryCache cache = new MemoryTier(3 * BLOCK, null).newCache();
        EntryKey everywhere = EntryKey.everywhere("A");
        EntryKey company = everywhere.at(new Scope.Company(7));
        assertThat(findAlone(cache, company, cache.place(company))).isNull();
        cache.put(company, value(1, 100));
        cache.complete();
        long place = cache.place(company);
        cache.put(everywhere.at(new Scope.Location(7, 70)), value(2, 100));
        Slice before = Objects.requireNonNull(findAlone(cache, company, place));
        assertValue(before, value(1, 100));
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

    private static @Nullable Slice findAlone(EntryCache cache, EntryKey key, long place) {
        return cache.findAlone(key, place, cache.hash(place));
    }
}
