package dev.partnercatalog.query;

import dev.partnercatalog.events.Company;
import dev.partnercatalog.query.operation.ApiRoutes.SharedCustomers;
import dev.partnercatalog.query.table.TableState;
import dev.partnercatalog.runtime.table.GlobalTable;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The companies of a table, by their providers' ids for them, indexed once for each change of the table. Thread-safe.
 */
final class CompanyDirectory implements SharedCustomers {

    /**
     * Companies by provider, and then by the provider's id: a map of pairs would take quadratic time if very many of them had
     * equal hash codes, a map of strings has an order to fall back on.
     */
    private record Snapshot(long version, Map<String, Map<String, List<Company>>> companies) {}

    private final TableState state;
    private final GlobalTable<Company> table;
    private volatile Snapshot snapshot = new Snapshot(-1, Map.of());

    CompanyDirectory(TableState state, GlobalTable<Company> table) {
        this.state = state;
        this.table = table;
    }

    /** If a provider has given one id to two companies, the one with the lower company id is returned. */
    @Override
    public @Nullable Company find(String provider, String providerId, String partnerId) {
        return state.<@Nullable Company>read(
                () -> indexed().getOrDefault(provider, Map.of()).getOrDefault(providerId, List.of()).stream()
                        .filter(company -> company.getSharedWithPartnerIds().contains(partnerId))
                        .min(Comparator.comparingLong(Company::getCompanyId))
                        .orElse(null));
    }

    private Map<String, Map<String, List<Company>>> indexed() {
        // The version is read first: a change in between only means that the next call checks again.
        long version = table.version();
        Snapshot known = snapshot;
        if (known.version() != version) {
            known = new Snapshot(
                    version, byName(table.keys().stream().map(table::get).filter(Objects::nonNull)));
            snapshot = known;
        }
        return known.companies();
    }

    static Map<String, Map<String, List<Company>>> byName(Stream<Company> companies) {
        return companies.collect(
                Collectors.groupingBy(Company::getProvider, Collectors.groupingBy(Company::getProviderId)));
    }
}
