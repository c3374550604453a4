package dev.partnercatalog.schemas.key;

/** The key of a location's layer of a variant: {@code companyId/locationId/barcode}. */
public record LocationVariantKey(long companyId, long locationId, String barcode) {

    public LocationVariantKey {
        Ids.requireNumber("companyId", companyId);
        Ids.requireNumber("locationId", locationId);
        Ids.requireBarcode(barcode);
    }

    /** Parses the text form; throws {@link InvalidKeyException}. */
    public static LocationVariantKey parse(String key) {
        KeyParts parts = KeyParts.split(key, "companyId/locationId/barcode", 3);
        return new LocationVariantKey(parts.number(0, "companyId"), parts.number(1, "locationId"), parts.text(2));
    }

    public String encode() {
        return companyId + "/" + locationId + "/" + barcode;
    }
}
