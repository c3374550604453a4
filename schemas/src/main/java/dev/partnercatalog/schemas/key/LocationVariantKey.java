package dev.partnercatalog.schemas.key;

import java.util.List;

/** The key of a location's layer of a variant: {@code companyId/locationId/barcode}. */
public record LocationVariantKey(long companyId, long locationId, String barcode) {

    public LocationVariantKey {
        Ids.requireNumber("companyId", companyId);
        Ids.requireNumber("locationId", locationId);
        Ids.requireBarcode(barcode);
    }

    /** Parses the text form; throws {@link InvalidKeyException}. */
    public static LocationVariantKey parse(String key) {
        List<String> parts = Ids.parts(key, "companyId/locationId/barcode", 3, 3);
        return new LocationVariantKey(
                Ids.requireNumber("companyId", parts.get(0)),
                Ids.requireNumber("locationId", parts.get(1)),
                parts.get(2));
    }

    public String encode() {
        return companyId + "/" + locationId + "/" + barcode;
    }
}
