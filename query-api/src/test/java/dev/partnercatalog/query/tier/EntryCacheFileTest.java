package dev.partnercatalog.query.tier;

import static dev.partnercatalog.query.tier.CacheEntries.assertValue;
import static dev.partnercatalog.query.tier.CacheEntries.key;
import static dev.partnercatalog.query.tier.CacheEntries.replaceForEver;
import static dev.partnercatalog.query.tier.CacheEntries.value;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Values for which there is no memory. */
class EntryCacheFileTest {

    private static final long BLOCK = MemoryTier.BLOCK_BYTES;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

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
}
