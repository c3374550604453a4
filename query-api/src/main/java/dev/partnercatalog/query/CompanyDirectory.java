package dev.partnercatalog.query;

import dev.partnercatalog.events.Company;
import dev.partnercatalog.query.access.SharedCustomers;
import dev.partnercatalog.query.table.TableState;
import dev.partnercatalog.runtime.table.GlobalTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The companies of a table by what their providers call them, indexed once per change of it. Thread-safe. */
final class CompanyDirectory implements SharedCustomers {

    private record Name(String provider, String providerId) {}

    private record Snapshot(long version, Map<Name, List<Company>> companies) {}

    private final TableState state;
    private final GlobalTable<Company> table;
    private volatile Snapshot snapshot = new Snapshot(-1, Map.of());

    CompanyDirectory(TableState state, GlobalTable<Company> table) {
        this.state = state;
        this.table = table;
    }

    /** Should a provider have given one id to two companies, it is the one with the lower id. */
    @Override
    public @Nullable Company find(String provider, String providerId, String partnerId) {
        return state.<@Nullable Company>global(
                () -> indexed().getOrDefault(new Name(provider, providerId), List.of()).stream()
                        .filter(company -> company.getSharedWithPartnerIds().contains(partnerId))
                        .min(Comparator.comparingLong(Company::getCompanyId))
                        .orElse(null));
    }

    private Map<Name, List<Company>> indexed() {
        // The version is read first: a change in between only means that the next call looks again.
        long version = table.version();
        Snapshot known = snapshot;
        if (known.version() != version) {
            known = new Snapshot(version, index());
            snapshot = known;
        }
        return known.companies();
    }

    private Map<Name, List<Company>> index() {
        Map<Name, List<Company>> companies = new HashMap<>();
        for (String key : table.keys()) {
            Company company = table.get(key);
            if (company != null) {
                companies
                        .computeIfAbsent(
                                new Name(company.getProvider(), company.getProviderId()), name -> new ArrayList<>(1))
                        .add(company);
            }
        }
        return companies;
    }
}
