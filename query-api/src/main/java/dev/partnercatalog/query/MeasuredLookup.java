package dev.partnercatalog.query;

import dev.partnercatalog.query.table.Reading;
import dev.partnercatalog.query.table.VariantLookup;
import dev.partnercatalog.resolution.Listings;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.VariantImage;
import dev.partnercatalog.runtime.internal.Meters;
import io.micrometer.core.instrument.DistributionSummary;
import java.util.Map;
import java.util.Set;

/** Variants and listings, and a measure of how often they are read from copies that are behind, and by how much. */
record MeasuredLookup(VariantLookup lookup, DistributionSummary behind) implements VariantLookup {

    MeasuredLookup(VariantLookup lookup, Meters meters) {
        this(
                lookup,
                DistributionSummary.builder("catalog_query_changes_behind")
                        .description("Reads of copies that were behind while the partition's owner was away, and by how"
                                + " many records")
                        .register(meters.registry()));
    }

    @Override
    public Reading<Map<String, VariantImage>> variants(Scope scope, Set<String> barcodes) {
        return measured(lookup.variants(scope, barcodes));
    }

    @Override
    public Reading<Listings> listings(Scope scope, Set<String> skus) {
        return measured(lookup.listings(scope, skus));
    }

    private <T> Reading<T> measured(Reading<T> reading) {
        if (reading.lag() > 0) {
            behind.record((double) reading.lag());
        }
        return reading;
    }
}
