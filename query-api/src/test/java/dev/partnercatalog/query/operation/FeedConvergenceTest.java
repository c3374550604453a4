package dev.partnercatalog.query.operation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.partnercatalog.query.table.ChangeWatch;
import dev.partnercatalog.query.table.TablesOfDriver;
import dev.partnercatalog.resolution.FieldValues;
import dev.partnercatalog.resolution.ResolvedEntry;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopeConfiguration;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.resolution.VariantField;
import dev.partnercatalog.resolution.VariantLayers;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random histories of entries, listings and configurations, with products that arrive before or after what refers to
 * them, while a partner takes snapshots, in pages and as streams
 * that break off, and follows changes. In the end it has, byte for byte, what batch-get returns for the listed
 * variants, and nothing else.
 */
@Order(1)
class FeedConvergenceTest {

    private static final long FIRST_SEED = Long.getLong("seed", 1);
    private static final int HISTORIES = Integer.getInteger("histories", 2);
    private static final int STEPS = 250;
    private static final List<Long> SCOPES = List.of(7L, 70L, 71L);

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    Path folder;

    private LateProducts products = new LateProducts();

    /** The current listings, by scope and SKU. */
    private final Map<Long, Map<String, String>> listings = new HashMap<>();

    @Test
    void D29_D30_a_copy_kept_by_snapshots_and_changes_equals_what_batch_get_returns() {
        for (long seed = FIRST_SEED; seed < FIRST_SEED + HISTORIES; seed++) {
            listings.clear();
            products = new LateProducts();
            try (ChangeWatch watch = new ChangeWatch(10, 10);
                    TablesOfDriver tables = new TablesOfDriver(folder.resolve("seed-" + seed), watch);
                    ApiHarness api = new ApiHarness(tables.catalog(), watch, 16)) {
                api.configurations.put("p1", true, InMemoryConfigurations.company("7", "70", "71"));
                run(new SplittableRandom(seed), tables, api, "-Dseed=" + seed);
            }
        }
    }

    private void run(SplittableRandom random, TablesOfDriver tables, ApiHarness api, String described) {
        Map<Long, PartnerCopy> copies = new TreeMap<>();
        Map<Long, Boolean> followed = new HashMap<>();
        SCOPES.forEach(scope -> copies.put(scope, new PartnerCopy(api, path(scope))));
        for (int step = 0; step < STEPS; step++) {
            change(random, tables, api);
            products.arriveSome(random, tables);
            long scope = SCOPES.get(random.nextInt(SCOPES.size()));
            PartnerCopy copy = Objects.requireNonNull(copies.get(scope));
            int limit = 1 + random.nextInt(6);
            if (random.nextInt(60) == 0) {
                copy.clear();
                followed.put(scope, false);
            } else if (followed.getOrDefault(scope, false)) {
                copy.followLate(limit);
            } else if (random.nextBoolean()) {
                followed.put(scope, copy.snapshotPage(limit, products.areLate()));
            } else if (!products.areLate()) {
                followed.put(scope, copy.stream(limit, random.nextInt(12)));
            }
        }
        products.settle(tables);
        copies.forEach((scope, copy) -> {
            while (!followed.getOrDefault(scope, false)) {
                followed.put(scope, copy.snapshotPage(3));
            }
            while (copy.follow(3)) {}
            assertThat(copy.records).as("%s at %s", described, scope).containsExactlyEntriesOf(batchGet(api, scope));
            assertThat(PartnerCopy.variants(copy.changes(10, 0))).isEmpty();
        });
    }

    private static String path(long scope) {
        return scope == 7 ? "/v1/7/variants" : "/v1/7/location/" + scope + "/variants";
    }

    private void change(SplittableRandom random, TablesOfDriver tables, ApiHarness api) {
        String barcode = "b-" + random.nextInt(12);
        long scope = SCOPES.get(random.nextInt(SCOPES.size()));
        switch (random.nextInt(13)) {
            case 0, 1, 2 -> {
                String sku = "sku-" + random.nextInt(10);
                String listed = random.nextInt(3) == 0 ? null : barcode;
                tables.list(7, scope, sku, listed);
                Map<String, String> ofScope = listings.computeIfAbsent(scope, each -> new TreeMap<>());
                if (listed == null) {
                    ofScope.remove(sku);
                } else {
                    ofScope.put(sku, listed);
                }
            }
            case 3, 4, 5 -> {
                if (random.nextBoolean()) {
                    products.refer(barcode, tables);
                } else {
                    products.unrefer(barcode);
                    tables.put(
                            new ScopedVariant(new Scope.Company(7), barcode),
                            random.nextInt(4) == 0 ? null : entry(random));
                }
            }
            case 6, 7 -> {
                ScopedVariant key = new ScopedVariant(new Scope.Location(7, 70 + random.nextInt(2)), barcode);
                tables.put(key, random.nextInt(3) == 0 ? null : entry(random));
            }
            case 8 -> {
                products.unrefer(barcode);
                tables.put(CatalogTopic.COMPANY_VARIANTS, barcode + "/7", new byte[] {9, 9, 9});
            }
            case 9, 10, 11 -> products.change(barcode, random.nextInt(5) == 0 ? null : product(random), random, tables);
            default -> configure(random, api);
        }
    }

    /** Toggles one setting. */
    private static void configure(SplittableRandom random, ApiHarness api) {
        if (random.nextInt(4) == 0) {
            api.configurations.companies.put(
                    7L, new ScopeConfiguration(null, null, null, random.nextBoolean() ? "mg/g" : null, null));
        } else if (random.nextInt(3) == 0) {
            var company = InMemoryConfigurations.company("7", "70", "71");
            company.getAllowedFields().setDisplayNameOverrides(random.nextBoolean());
            company.getAllowedFields().setBadges(random.nextBoolean());
            api.configurations.put("p1", true, company);
        }
    }

    private static ResolvedEntry product(SplittableRandom random) {
        return new VariantLayers(bpd(random), null, null, null).resolve();
    }

    private static FieldValues bpd(SplittableRandom random) {
        return FieldValues.builder()
                .set(VariantField.NAME, "name " + random.nextInt(1_000))
                .build();
    }

    private static ResolvedEntry entry(SplittableRandom random) {
        FieldValues display = FieldValues.builder()
                .set(VariantField.NAME, random.nextBoolean() ? "shown " + random.nextInt(1_000) : null)
                .set(VariantField.BADGES, random.nextBoolean() ? List.of("badge") : null)
                .build();
        return new VariantLayers(bpd(random), null, display, null).resolve();
    }

    private Map<String, String> batchGet(ApiHarness api, long scope) {
        Map<String, String> answered = new TreeMap<>();
        List<String> listed = new ArrayList<>(
                new TreeSet<>(listings.getOrDefault(scope, Map.of()).values()));
        for (String barcode : listed) {
            ObjectNode body = JsonNodeFactory.instance.objectNode().put("locationId", scope);
            body.putArray("barcodes").add(barcode);
            ApiAnswer answer = api.post("/v1/7/variants/batch-get", body.toString());
            @Nullable
            String record = PartnerCopy.variants(answer).stream().findFirst().orElse(null);
            if (record != null) {
                answered.put(barcode, record);
            }
        }
        return answered;
    }

    /** Products that company 7 refers to, as a resolver writes both; they arrive in their own order, some of them late. */
    private static final class LateProducts {

        private record Product(
                String barcode, long revision, @Nullable ResolvedEntry entry) {}

        private final Map<String, Product> written = new HashMap<>();
        private final Set<String> referred = new HashSet<>();
        private final Set<String> withoutEntry = new HashSet<>();
        private final Queue<Product> late = new ArrayDeque<>();
        private long revision;

        /** The company's own layers are gone; it lists the product, if there is one. */
        void refer(String barcode, TablesOfDriver tables) {
            Product product = written.get(barcode);
            withoutEntry.remove(barcode);
            if (product == null || product.entry == null) {
                referred.remove(barcode);
                withoutEntry.add(barcode);
                tables.put(new ScopedVariant(new Scope.Company(7), barcode), null);
            } else {
                referred.add(barcode);
                tables.refer(new ScopedVariant(new Scope.Company(7), barcode), product.revision);
            }
        }

        /** The company has content now, or no entry. */
        void unrefer(String barcode) {
            referred.remove(barcode);
            withoutEntry.remove(barcode);
        }

        /** The product changes, or is deleted, and so does the reference to it. */
        void change(String barcode, @Nullable ResolvedEntry entry, SplittableRandom random, TablesOfDriver tables) {
            Product product = new Product(barcode, ++revision, entry);
            written.put(barcode, product);
            late.add(product);
            if (random.nextBoolean()) {
                arrive(late.size(), tables);
            }
            if (referred.contains(barcode) || withoutEntry.contains(barcode)) {
                refer(barcode, tables);
            }
        }

        boolean areLate() {
            return !late.isEmpty();
        }

        void arriveSome(SplittableRandom random, TablesOfDriver tables) {
            arrive(random.nextInt(3), tables);
        }

        private void arrive(int most, TablesOfDriver tables) {
            for (int i = 0; i < most && !late.isEmpty(); i++) {
                Product product = late.remove();
                if (product.entry == null) {
                    tables.put(new ScopedVariant(Scope.everywhere(), product.barcode), null);
                } else {
                    tables.putProduct(product.barcode, product.revision, product.entry);
                }
            }
        }

        /** All have arrived, and the company refers to each product of which it has nothing else. */
        void settle(TablesOfDriver tables) {
            arrive(late.size(), tables);
            written.keySet().stream()
                    .filter(barcode -> tables.stored(new ScopedVariant(new Scope.Company(7), barcode)) == null)
                    .forEach(barcode -> refer(barcode, tables));
        }
    }
}
