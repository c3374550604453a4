package dev.partnercatalog.schemas.key;

/** The key of a company in the directory: {@code companyId}. */
public record CompanyKey(long companyId) {

    public CompanyKey {
        Ids.requireNumber("companyId", companyId);
    }

    /** Parses the text form; throws {@link InvalidKeyException}. */
    public static CompanyKey parse(String key) {
        return new CompanyKey(Ids.requireNumber("companyId", key));
    }

    public String encode() {
        return Long.toString(companyId);
    }
}
