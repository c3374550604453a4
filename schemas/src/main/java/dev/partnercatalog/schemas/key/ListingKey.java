package dev.partnercatalog.schemas.key;

import java.util.List;

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
        List<String> parts = Ids.parts(key, "companyId/locationId/sku", 3, 3);
        return new ListingKey(
                Ids.requireNumber("companyId", parts.get(0)),
                Ids.requireNumber("locationId", parts.get(1)),
                parts.get(2));
    }

    public String encode() {
        return companyId + "/" + locationId + "/" + sku;
    }
}
