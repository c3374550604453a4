package dev.partnercatalog.webhook.subscription;

import dev.partnercatalog.webhook.state.Hash;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** The companies that a partner may see. Takes few bytes for each, because a partner may see very many. Immutable. */
public final class VisibleCompanies {

    private final Hash basis;
    private final long[] ids;
    private final List<CompanyScopes> scopes;
    private final Hash fingerprint;

    private VisibleCompanies(Hash basis, long[] ids, List<CompanyScopes> scopes) {
        this.basis = basis;
        this.ids = ids;
        this.scopes = scopes;
        Fingerprint whole = new Fingerprint().add(basis).add(ids.length);
        for (int i = 0; i < ids.length; i++) {
            whole.add(ids[i]).add(scopes.get(i).fingerprint());
        }
        this.fingerprint = whole.hash();
    }

    /**
     * The companies that a partner may see.
     *
     * @param basis of everything else in the partner's configuration that affects what it gets of a company
     * @param companies by id
     */
    public static VisibleCompanies of(Hash basis, SortedMap<Long, CompanyScopes> companies) {
        return new VisibleCompanies(
                basis,
                companies.keySet().stream().mapToLong(Long::longValue).toArray(),
                List.copyOf(companies.values()));
    }

    /** The companies' ids, in order. */
    public LongStream ids() {
        return Arrays.stream(ids);
    }

    /** What the partner may see of a company, null if nothing. */
    public @Nullable CompanyScopes of(long companyId) {
        int index = Arrays.binarySearch(ids, companyId);
        return index < 0 ? null : scopes.get(index);
    }

    /**
     * The fingerprint of everything in the partner's configuration that affects what it gets of a company; null if it
     * may see nothing of it.
     */
    public @Nullable Hash fingerprint(long companyId) {
        CompanyScopes company = of(companyId);
        return company == null
                ? null
                : new Fingerprint().add(basis).add(company.fingerprint()).hash();
    }

    /** The fingerprint of what affects any company: it is never {@link Hash#NONE}. */
    public Hash fingerprint() {
        return fingerprint;
    }
}
