package dev.partnercatalog.resolution;

import java.util.NavigableMap;

/**
 * A variant at a scope. Ordered by company, barcode and location (D24), what is everywhere and what is at all scopes of
 * a company first.
 */
public record ScopedVariant(Scope scope, String barcode) implements Comparable<ScopedVariant> {

    /** See {@link Scope#companyId}. */
    public long companyId() {
        return scope.companyId();
    }

    /** See {@link Scope#locationId}. */
    public long locationId() {
        return scope.locationId();
    }

    /** The same variant at another scope. */
    public ScopedVariant at(Scope other) {
        return new ScopedVariant(other, barcode);
    }

    /** The same variant at company scope. */
    public ScopedVariant atCompany() {
        return at(scope.company());
    }

    /** The same variant at all scopes of its company. */
    public ScopedVariant atAllOfCompany() {
        return at(new Scope.AllOfCompany(companyId()));
    }

    /** Those of some variants that are this one at a scope of its company, or at all of them. */
    public <V> NavigableMap<ScopedVariant, V> allIn(NavigableMap<ScopedVariant, V> variants) {
        return variants.subMap(atAllOfCompany(), true, at(new Scope.Location(companyId(), Long.MAX_VALUE)), true);
    }

    private long company() {
        return scope instanceof Scope.Everywhere ? 0 : scope.companyId();
    }

    private long location() {
        return scope instanceof Scope.Everywhere || scope instanceof Scope.AllOfCompany ? 0 : scope.locationId();
    }

    @Override
    public int compareTo(ScopedVariant other) {
        int order = Long.compare(company(), other.company());
        order = order == 0 ? barcode.compareTo(other.barcode) : order;
        return order == 0 ? Long.compare(location(), other.location()) : order;
    }
}
