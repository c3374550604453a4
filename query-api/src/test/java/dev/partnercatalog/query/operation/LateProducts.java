package dev.partnercatalog.query.operation;

import dev.partnercatalog.query.table.TablesOfDriver;
import dev.partnercatalog.resolution.ResolvedEntry;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Products that company 7 refers to, as a resolver writes both; they arrive in their own order, some of them late. */
final class LateProducts {

    private record Product(
            String barcode, long revision, @Nullable ResolvedEntry entry) {}

    private final Map<String, Product> written = new HashMap<>();
    private final Set<String> referred = new HashSet<>();
    private final Set<String> withoutEntry = new HashSet<>();
    private final Queue<Product> late = new ArrayDeque<>();
    private long revision;

    void clear() {
        written.clear();
        referred.clear();
        withoutEntry.clear();
        late.clear();
    }

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
