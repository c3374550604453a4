package dev.partnercatalog.schemas.key;

/**
 * The key of a listing, and of the barcode it maps to: {@code companyId/locationId/sku}.
 *
 * @param locationId equal to {@code companyId} if the SKU is listed for the whole company
 */
public record ListingKey(long companyId, long locationId, String sku) {

    public ListingKey {
        Ids.requireNumber("companyId", companyId);
        Ids.requireNumber("locationId", locationId);
        Ids.requireSku(sku);
    }

    /** Parses the text form; throws {@link InvalidKeyException}. */
    public static ListingKey parse(String key) {
        KeyParts parts = KeyParts.split(key, "companyId/locationId/sku", 3);
        return new ListingKey(parts.number(0, "companyId"), parts.number(1, "locationId"), parts.text(2));
    }

    public boolean isCompanyWide() {
        return companyId == locationId;
    }

    public String encode() {
        return companyId + "/" + locationId + "/" + sku;
    }
}
