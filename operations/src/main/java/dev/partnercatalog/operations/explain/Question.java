package dev.partnercatalog.operations.explain;

import dev.partnercatalog.resolution.Scope;

/**
 * What to explain.
 *
 * @param isSku whether the identifier is an SKU rather than a barcode
 */
public record Question(String partnerId, Scope scope, String identifier, boolean isSku) {

    /** Describes the scope in words. */
    public String where() {
        return scope.isCompany()
                ? "company " + scope.companyId()
                : "location " + scope.locationId() + " of company " + scope.companyId();
    }
}
