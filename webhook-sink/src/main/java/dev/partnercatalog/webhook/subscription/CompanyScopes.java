package dev.partnercatalog.webhook.subscription;

import dev.partnercatalog.resolution.ResolvedConfiguration;
import dev.partnercatalog.webhook.state.Hash;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * What a partner may see of a company, and how (D16, D24). Partners that may see the same share one, so it names no
 * partner. Immutable.
 */
public final class CompanyScopes {

    private final long[] locations;
    private final List<ResolvedConfiguration> configurations;
    private final Hash fingerprint;

    /** @param byLocation the configuration of each scope that may be seen; company scope is under the company's own id */
    @SuppressWarnings("ReferenceEquality") // equal ones are the same object, and comparing them would take long
    public CompanyScopes(SortedMap<Long, ResolvedConfiguration> byLocation, Hash fingerprint) {
        this.locations = byLocation.keySet().stream().mapToLong(Long::longValue).toArray();
        List<ResolvedConfiguration> all = List.copyOf(byLocation.values());
        boolean isOne = all.stream().allMatch(each -> each == all.get(0));
        this.configurations = isOne ? List.of(all.get(0)) : all;
        this.fingerprint = fingerprint;
    }

    /** The configuration that applies at a scope, null if the partner may not see it. */
    public @Nullable ResolvedConfiguration at(long locationId) {
        int index = Arrays.binarySearch(locations, locationId);
        return index < 0 ? null : configurations.get(configurations.size() == 1 ? 0 : index);
    }

    /** Equal if all scopes and their configurations are. */
    Hash fingerprint() {
        return fingerprint;
    }

    /** The companies that a partner may see. Takes few bytes for each, because a partner may see very many. Immutable. */
    public static final class VisibleCompanies {

        private final Hash basis;
        private final long[] ids;
        private final List<CompanyScopes> scopes;
        private final Hash fingerprint;

        /** @param basis of everything else in the partner's configuration that affects what it gets of a company */
        public VisibleCompanies(Hash basis, SortedMap<Long, CompanyScopes> companies) {
            this.basis = basis;
            this.ids = companies.keySet().stream().mapToLong(Long::longValue).toArray();
            this.scopes = List.copyOf(companies.values());
            this.fingerprint = Hash.ofValues(
                    basis, ids, scopes.stream().map(CompanyScopes::fingerprint).toList());
        }

        public LongStream ids() {
            return Arrays.stream(ids);
        }

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
            return company == null ? null : Hash.ofValues(basis, company.fingerprint());
        }

        /** The fingerprint of what affects any company: it is never {@link Hash#NONE}. */
        public Hash fingerprint() {
            return fingerprint;
        }
    }
}
