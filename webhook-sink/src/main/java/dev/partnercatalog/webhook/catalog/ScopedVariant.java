package dev.partnercatalog.webhook.catalog;

import java.util.Comparator;

/**
 * A variant at a scope: what a webhook delivers and removes. Ordered like the keys of the store.
 *
 * @param locationId equal to {@code companyId} at company scope (D24), 0 for all scopes of the company
 */
public record ScopedVariant(long companyId, long locationId, String barcode) implements Comparable<ScopedVariant> {

    private static final long EVERYWHERE = 0;

    private static final Comparator<ScopedVariant> ORDER = Comparator.comparingLong(ScopedVariant::companyId)
            .thenComparing(ScopedVariant::barcode)
            .thenComparingLong(ScopedVariant::locationId);

    public boolean isCompany() {
        return locationId == companyId;
    }

    /** The same variant at company scope. */
    public ScopedVariant ofCompany() {
        return new ScopedVariant(companyId, companyId, barcode);
    }

    /** The same variant at all scopes of the company. */
    public ScopedVariant everywhere() {
        return new ScopedVariant(companyId, EVERYWHERE, barcode);
    }

    public boolean isEverywhere() {
        return locationId == EVERYWHERE;
    }

    @Override
    public int compareTo(ScopedVariant other) {
        return ORDER.compare(this, other);
    }
}
