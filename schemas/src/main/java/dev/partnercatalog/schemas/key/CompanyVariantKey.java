package dev.partnercatalog.schemas.key;

/** The key of a company's layer of a variant: {@code companyId/barcode}. */
public record CompanyVariantKey(long companyId, String barcode) {

    public CompanyVariantKey {
        Ids.requireNumber("companyId", companyId);
        Ids.requireBarcode(barcode);
    }

    /** Parses the text form; throws {@link InvalidKeyException}. */
    public static CompanyVariantKey parse(String key) {
        KeyParts parts = KeyParts.split(key, "companyId/barcode", 2);
        return new CompanyVariantKey(parts.number(0, "companyId"), parts.text(1));
    }

    public String encode() {
        return companyId + "/" + barcode;
    }
}
