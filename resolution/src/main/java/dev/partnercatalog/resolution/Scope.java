package dev.partnercatalog.resolution;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A company, or one of its locations; at company scope both ids are the same (D1, D11). */
public record Scope(long companyId, long locationId) {

    public static Scope ofCompany(long companyId) {
        return new Scope(companyId, companyId);
    }

    public boolean isCompany() {
        return companyId == locationId;
    }

    /**
     * The entry that applies at this scope: the most specific one that exists (D1).
     *
     * @return null if there is none
     */
    public <T> @Nullable T mostSpecific(
            Supplier<@Nullable T> ofLocation, Supplier<@Nullable T> ofCompany, Supplier<@Nullable T> everywhere) {
        T found = isCompany() ? null : ofLocation.get();
        if (found == null) {
            found = ofCompany.get();
        }
        return found == null ? everywhere.get() : found;
    }
}
