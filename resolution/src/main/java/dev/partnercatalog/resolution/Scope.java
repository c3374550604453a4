package dev.partnercatalog.resolution;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Where a variant's entry holds, or where something is asked for: everywhere, in a company, or at one of its locations
 * (D1). D16 says at which scopes a partner may ask. Each store and each format has its own encoding of a scope, which
 * nothing else knows.
 */
public sealed interface Scope {

    /** Every company that says nothing of its own: the scope of what BPD says. */
    enum Everywhere implements Scope {
        EVERYWHERE
    }

    /** Company scope: a company as a whole, and its locations that say nothing of their own. */
    record Company(long companyId) implements Scope {
        @Override
        public long locationId() {
            return companyId;
        }
    }

    /** A location of a company. */
    record Location(long companyId, long locationId) implements Scope {}

    /**
     * Company scope and every location of a company at once. No entry has this scope, and nobody can ask at it, but all
     * of them together may have to be looked at.
     */
    record AllOfCompany(long companyId) implements Scope {}

    /** The scope of what BPD says. */
    static Scope everywhere() {
        return Everywhere.EVERYWHERE;
    }

    /** The scope with these ids, which at company scope are the same (D11, D24). */
    static Scope of(long companyId, long locationId) {
        return companyId == locationId ? new Company(companyId) : new Location(companyId, locationId);
    }

    /** Throws {@link IllegalStateException} everywhere. */
    default long companyId() {
        throw new IllegalStateException(this + " is not a company's scope");
    }

    /**
     * The location's id; at company scope, the company's (D11, D24). Throws {@link IllegalStateException} everywhere, and
     * for all scopes of a company.
     */
    default long locationId() {
        throw new IllegalStateException(this + " is not a single company's or location's scope");
    }

    default boolean isCompany() {
        return this instanceof Company;
    }

    /** Company scope of the same company. */
    default Company company() {
        return this instanceof Company company ? company : new Company(companyId());
    }

    /**
     * What a company says at this scope: its location's entry, otherwise its own (D1).
     *
     * @param entries the entry of a scope alone
     * @return null if the company says nothing, so that what holds everywhere applies
     */
    default <T> @Nullable T mostSpecific(Function<? super Scope, ? extends @Nullable T> entries) {
        T found = entries.apply(this);
        return found == null && this instanceof Location ? entries.apply(company()) : found;
    }
}
