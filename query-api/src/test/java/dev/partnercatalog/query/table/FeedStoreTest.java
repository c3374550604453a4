package dev.partnercatalog.query.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.query.table.LocalCatalog.ListedPage;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.runtime.store.RowStore.RowRange;
import dev.partnercatalog.schemas.key.ListingKey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The rows for the listings: they match the listings, and no change is missing, at old instances and new ones. */
class FeedStoreTest {

    private static final long FIRST_SEED = Long.getLong("seed", 1);
    private static final List<Scope> SCOPES = List.of(Scope.of(7, 70), new Scope.Company(7));

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    Path folder;

    private record Event(Scope scope, String sku, @Nullable String barcode) {

        String key() {
            return new ListingKey(scope.companyId(), scope.locationId(), sku).encode();
        }
    }

    private final List<Event> events = new ArrayList<>();

    private void makeEvents(SplittableRandom random) {
        events.clear();
        for (int i = 0; i < 600; i++) {
            events.add(new Event(
                    SCOPES.get(random.nextInt(2)),
                    "sku-" + random.nextInt(40),
                    random.nextInt(4) == 0 ? null : "b-" + random.nextInt(30)));
        }
    }

    @Test
    void listings_and_changes_survive_closing_and_kills() throws IOException {
        for (long seed = FIRST_SEED; seed < FIRST_SEED + 4; seed++) {
            var random = new SplittableRandom(seed);
            makeEvents(random);
            Path home = folder.resolve("seed-" + seed);
            int closed = 100 + random.nextInt(200);
            try (StoreInTest first = new StoreInTest(home, CatalogTable.SKUS)) {
                process(first, 0, closed);
                check(first, closed, 0, "-Dseed=" + seed + " processed");
            }
            Path killed = folder.resolve("killed-" + seed);
            try (StoreInTest second = new StoreInTest(home, CatalogTable.SKUS)) {
                process(second, closed, 400);
                second.flush();
                process(second, 400, 500);
                StoreInTest.copyAsKilled(home, killed);
            }
            try (StoreInTest third = new StoreInTest(killed, CatalogTable.SKUS)) {
                process(third, Math.toIntExact(third.position(0)), 600);
                check(third, 600, 0, "-Dseed=" + seed + " killed");
            }
        }
    }

    @Test
    void a_new_instance_knows_every_change_since_the_part_of_the_topic_that_is_compacted() {
        for (long seed = FIRST_SEED; seed < FIRST_SEED + 4; seed++) {
            var random = new SplittableRandom(seed);
            makeEvents(random);
            int compacted = 200 + random.nextInt(200);
            Map<String, Integer> last = new HashMap<>();
            for (int offset = 0; offset < compacted; offset++) {
                last.put(events.get(offset).key(), offset);
            }
            try (StoreInTest fresh = new StoreInTest(folder.resolve("new-" + seed), CatalogTable.SKUS)) {
                for (int offset = 0; offset < events.size(); offset++) {
                    Event event = events.get(offset);
                    if (offset >= compacted || Objects.equals(last.get(event.key()), offset)) {
                        put(fresh, offset);
                    }
                }
                check(fresh, 600, compacted, "-Dseed=" + seed);
            }
        }
    }

    private void process(StoreInTest store, int from, int to) {
        for (int offset = from; offset < to; offset++) {
            put(store, offset);
        }
    }

    private void put(StoreInTest store, int offset) {
        Event event = events.get(offset);
        String barcode = event.barcode();
        store.put(0, offset, event.key(), barcode == null ? null : barcode.getBytes(StandardCharsets.US_ASCII));
    }

    /** @param known from which offset on no change may be missing */
    private void check(StoreInTest opened, int to, int known, String described) {
        for (Scope scope : SCOPES) {
            Map<String, String> listed = new TreeMap<>();
            Map<String, Long> changed = new TreeMap<>();
            for (int offset = 0; offset < to; offset++) {
                Event event = events.get(offset);
                if (!event.scope().equals(scope)) {
                    continue;
                }
                String before =
                        event.barcode() == null ? listed.remove(event.sku()) : listed.put(event.sku(), event.barcode());
                if (!Objects.equals(before, event.barcode())) {
                    if (before != null) {
                        changed.put(before, RowKey.sequence(offset));
                    }
                    if (event.barcode() != null) {
                        changed.put(event.barcode(), RowKey.sequence(offset) + 1);
                    }
                }
            }
            ListedPage page = new ListedPage(1_000, false, barcode -> true);
            opened.store().readListed(scope, "", page);
            assertThat(page.barcodes()).as(described).containsExactlyElementsOf(new TreeSet<>(listed.values()));
            for (int since : new int[] {known, (known + to) / 2, to - 1}) {
                Map<String, Long> expected = new TreeMap<>(changed);
                expected.values().removeIf(sequence -> sequence < RowKey.sequence(since));
                assertThat(changes(opened, scope, since))
                        .as("%s since %s", described, since)
                        .isEqualTo(expected);
            }
        }
    }

    private static Map<String, Long> changes(StoreInTest opened, Scope scope, int since) {
        Map<String, Long> found = new TreeMap<>();
        try (RowRange rows = opened.store().changedSince(scope, RowKey.sequence(since), Long.MAX_VALUE)) {
            for (; rows.hasNext(); rows.advance()) {
                found.put(RowKey.changedBarcode(rows.key()), RowKey.changedSequence(rows.key()));
            }
        }
        return found;
    }
}
