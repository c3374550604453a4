package dev.partnercatalog.query.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.query.table.TableStore.TableCache;
import dev.partnercatalog.query.tier.EntryCache;
import dev.partnercatalog.query.tier.EntryKey;
import dev.partnercatalog.query.tier.MemoryTier;
import dev.partnercatalog.query.tier.Slice;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.runtime.store.RocksDbMemory;
import dev.partnercatalog.runtime.store.RowBatch;
import dev.partnercatalog.runtime.store.RowStore;
import dev.partnercatalog.runtime.store.RowStore.Family;
import dev.partnercatalog.runtime.variant.VariantKeys;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Changes that arrive while memory is filled with what the store contained a moment ago. */
class TableCacheTest {

    private static final long FIRST_SEED = Long.getLong("seed", 1);
    private static final int KEYS = 60;

    /** The filling reports each when it comes to it, which is when a test makes its changes. */
    private static final byte[] UNREADABLE = {0};

    private static final byte[] REFERENCE =
            ByteBuffer.allocate(1 + Long.BYTES).put((byte) -1).putLong(5).array();

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    Path folder;

    /** An open store and the cache over it. */
    private record Opened(RowStore rows, EntryCache cache, TableCache memory) {

        void put(String key, byte @Nullable [] value) {
            RowBatch batch = new RowBatch(rows);
            batch.put(Family.RECORDS, key.getBytes(StandardCharsets.UTF_8), value);
            memory.write(() -> rows.write(batch), Collections.singletonMap(key, value));
        }

        void assertCacheAgrees(String key, String described) {
            ScopedVariant parsed = VariantKeys.parse(key);
            Slice cached = cache.find(EntryKey.everywhere(parsed.barcode()).at(parsed.scope()));
            byte[] stored = rows.get(Family.RECORDS, key.getBytes(StandardCharsets.UTF_8));
            byte[] content = stored == null || TableCodec.isReference(stored) ? null : stored;
            if (cached == null) {
                return; // The store is asked.
            }
            assertThat(cached.isAbsent()).as(described).isEqualTo(content == null);
            if (content != null) {
                assertThat(ByteBuffer.wrap(cached.bytes(), cached.start(), content.length))
                        .as(described)
                        .isEqualTo(ByteBuffer.wrap(content));
            }
        }
    }

    private void withStore(long memoryBytes, Consumer<Opened> test) {
        try (RocksDbMemory memory = new RocksDbMemory(16 << 20);
                RowStore rows = RowStore.open(
                        folder.resolve("store"), memory, EnumSet.allOf(Family.class), Duration.ofDays(1))) {
            EntryCache cache = new MemoryTier(memoryBytes, null).newCache();
            test.accept(new Opened(rows, cache, new TableCache(CatalogTable.COMPANY_VARIANTS, rows, cache)));
        }
    }

    @Test
    void an_override_that_is_deleted_while_memory_is_filled_is_not_served_any_more() {
        withStore(4 << 20, store -> {
            store.put("A/7", UNREADABLE);
            store.put("B/7", content(1));
            store.memory().fill(met -> store.put("B/7", REFERENCE));
            assertThat(store.cache()
                            .find(EntryKey.everywhere("B")
                                    .at(VariantKeys.parse("B/7").scope())))
                    .isNull();
            store.assertCacheAgrees("B/7", "B");
        });
    }

    @Test
    void what_was_never_in_memory_takes_none_when_it_is_deleted() {
        withStore(4 << 20, store -> {
            store.memory().fill(met -> {});
            store.put("A/7", REFERENCE);
            store.put("A/7", null);
            EntryKey key = EntryKey.everywhere("A").at(VariantKeys.parse("A/7").scope());
            assertThat(store.cache().knows(key)).isFalse();
            assertThat(store.cache().find(key)).isNotNull().matches(Slice::isAbsent);
        });
    }

    @Test
    void memory_agrees_with_the_store_whatever_changes_while_it_is_filled_and_afterwards() {
        for (long seed = FIRST_SEED; seed < FIRST_SEED + 30; seed++) {
            var random = new SplittableRandom(seed);
            // Also with no memory for all values, or not even for all keys.
            withStore(random.nextInt(3) * (300L << 10), store -> {
                for (int i = 0; i < KEYS; i++) {
                    store.put(key(i), i % 6 == 0 ? UNREADABLE : value(random));
                }
                store.memory().fill(met -> change(store, random));
                change(store, random);
                for (int i = 0; i < KEYS; i++) {
                    store.assertCacheAgrees(key(i), "-Dseed=" + FIRST_SEED + " " + key(i));
                }
            });
        }
    }

    private static void change(Opened store, SplittableRandom random) {
        for (int i = 0; i < 5; i++) {
            store.put(key(random.nextInt(KEYS)), value(random));
        }
    }

    private static String key(int number) {
        return "b-" + (char) ('A' + number / 3) + (number % 3 == 0 ? "/7" : number % 3 == 1 ? "/7/70" : "/8");
    }

    private static byte @Nullable [] value(SplittableRandom random) {
        return switch (random.nextInt(3)) {
            case 0 -> null;
            case 1 -> REFERENCE;
            default -> content(1 + random.nextInt(100));
        };
    }

    private static byte[] content(int fill) {
        byte[] content = new byte[100];
        Arrays.fill(content, (byte) fill);
        return content;
    }
}
