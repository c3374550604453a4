package dev.partnercatalog.schemas.key;

import org.jspecify.annotations.Nullable;

/**
 * The key of a resolved variant: {@code barcode} in {@code resolved-variants}; {@code barcode/companyId} or
 * {@code barcode/companyId/locationId} in {@code company-variants}.
 *
 * @param companyId null in the entry that holds for every company without an entry of its own
 * @param locationId null in a company's entry
 */
public record VariantKey(
        String barcode, @Nullable Long companyId, @Nullable Long locationId) {

    public VariantKey {
        Ids.requireBarcode(barcode);
        if (companyId != null) {
            Ids.requireNumber("companyId", companyId);
        }
        if (locationId != null) {
            Ids.requireNumber("locationId", locationId);
            if (companyId == null) {
                throw new InvalidKeyException("a location's key must include its companyId");
            }
        }
    }

    public static VariantKey everywhere(String barcode) {
        return new VariantKey(barcode, null, null);
    }

    public static VariantKey ofCompany(String barcode, long companyId) {
        return new VariantKey(barcode, companyId, null);
    }

    public static VariantKey ofLocation(String barcode, long companyId, long locationId) {
        return new VariantKey(barcode, companyId, locationId);
    }

    /** Parses the text form; throws {@link InvalidKeyException}. */
    public static VariantKey parse(String key) {
        KeyParts parts = KeyParts.split(key, "barcode[/companyId[/locationId]]", 1, 3);
        return new VariantKey(
                parts.text(0),
                parts.size() > 1 ? Long.valueOf(parts.number(1, "companyId")) : null,
                parts.size() > 2 ? Long.valueOf(parts.number(2, "locationId")) : null);
    }

    /** The company the key belongs to; throws {@link InvalidKeyException} if there is none. */
    public long requireCompany() {
        if (companyId == null) {
            throw new InvalidKeyException(
                    "key " + Ids.quoted(barcode) + " is invalid: expected barcode/companyId[/locationId]");
        }
        return companyId;
    }

    public String encode() {
        if (companyId == null) {
            return barcode;
        }
        return locationId == null ? barcode + '/' + companyId : barcode + '/' + companyId + '/' + locationId;
    }
}
