package dev.partnercatalog.webhook.state;

/**
 * A variant at a scope: what a webhook delivers and takes back.
 *
 * @param locationId equal to {@code companyId} at company scope (D24)
 */
public record ScopedVariant(long companyId, long locationId, String barcode) {

    public boolean isCompany() {
        return locationId == companyId;
    }

    /** The same variant at company scope. */
    public ScopedVariant ofCompany() {
        return new ScopedVariant(companyId, companyId, barcode);
    }
}
