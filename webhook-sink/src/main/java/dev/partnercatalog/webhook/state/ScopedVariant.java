package dev.partnercatalog.webhook.state;

import java.util.Comparator;

/**
 * A variant at a scope: what a webhook delivers and takes back. Ordered, so that a hash table of those whose barcodes share
 * their hash doesn't compare each with each.
 *
 * @param locationId equal to {@code companyId} at company scope (D24)
 */
public record ScopedVariant(long companyId, long locationId, String barcode) implements Comparable<ScopedVariant> {

    private static final Comparator<ScopedVariant> ORDER = Comparator.comparingLong(ScopedVariant::companyId)
            .thenComparingLong(ScopedVariant::locationId)
            .thenComparing(ScopedVariant::barcode);

    public boolean isCompany() {
        return locationId == companyId;
    }

    /** The same variant at company scope. */
    public ScopedVariant ofCompany() {
        return new ScopedVariant(companyId, companyId, barcode);
    }

    @Override
    public int compareTo(ScopedVariant other) {
        return ORDER.compare(this, other);
    }
}
