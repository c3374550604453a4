package dev.partnercatalog.resolution;

/** A company, or a location of one; at company scope both ids are the same (D1, D11). */
public record Scope(long companyId, long locationId) {

    public static Scope ofCompany(long companyId) {
        return new Scope(companyId, companyId);
    }

    public boolean isCompany() {
        return companyId == locationId;
    }
}
