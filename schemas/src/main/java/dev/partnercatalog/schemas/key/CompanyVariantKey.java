package dev.partnercatalog.schemas.key;

import java.util.List;

/** The key of a company's layer of a variant: {@code companyId/barcode}. */
public record CompanyVariantKey(long companyId, String barcode) {

    public CompanyVariantKey {
        Ids.requireNumber("companyId", companyId);
        Ids.requireBarcode(barcode);
    }

    /** Parses the text form; throws {@link InvalidKeyException}. */
    public static CompanyVariantKey parse(String key) {
        List<String> parts = Ids.parts(key, "companyId/barcode", 2, 2);
        return new CompanyVariantKey(Ids.requireNumber("companyId", parts.get(0)), parts.get(1));
    }

    public String encode() {
        return companyId + "/" + barcode;
    }
}
