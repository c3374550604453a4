package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.webhook.catalog.CatalogInTest;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

/** The products that entries refer to, which arrive by themselves. */
final class Products {

    private final Topics topics;
    private final Supplier<CatalogInTest> kept;
    private int arrived;

    Products(Topics topics, Supplier<CatalogInTest> kept) {
        this.topics = topics;
        this.kept = kept;
    }

    /** Some of the products that were published arrive. */
    void arrive(int most) {
        List<ResolvedVariant> published = topics.products();
        for (int i = 0; i < most && arrived < published.size(); i++, arrived++) {
            ResolvedVariant product = published.get(arrived);
            kept.get().product(product.getBarcode(), product);
        }
    }

    /** The task continues where another number of products have arrived. */
    void arriveAgain(Random random) {
        kept.get().clearProducts();
        arrived = 0;
        arrive(random.nextInt(topics.products().size() + 1));
    }
}
