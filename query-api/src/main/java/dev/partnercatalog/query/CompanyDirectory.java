package dev.partnercatalog.query;

import dev.partnercatalog.events.Company;
import dev.partnercatalog.query.operation.ApiRoutes.SharedCustomers;
import dev.partnercatalog.query.table.TableState;
import dev.partnercatalog.runtime.table.GlobalTable;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The companies of a table, by their providers' ids for them, indexed once for each change of the table. Thread-safe.
 */
final class CompanyDirectory implements SharedCustomers {

    private final TableState state;

    /**
     * Companies by provider, and then by the provider's id: a map of pairs would take quadratic time if very many of them had
     * equal hash codes, a map of strings has an order to fall back on.
     */
    private final Supplier<Map<String, Map<String, List<Company>>>> companies;

    CompanyDirectory(TableState state, GlobalTable<Company> table) {
        this.state = state;
        companies = table.derived(CompanyDirectory::byName);
    }

    /** If a provider has given one id to two companies, the one with the lower company id is returned. */
    @Override
    public @Nullable Company find(String provider, String providerId, String partnerId) {
        return state.<@Nullable Company>read(
                () -> companies.get().getOrDefault(provider, Map.of()).getOrDefault(providerId, List.of()).stream()
                        .filter(company -> company.getSharedWithPartnerIds().contains(partnerId))
                        .min(Comparator.comparingLong(Company::getCompanyId))
                        .orElse(null));
    }

    static Map<String, Map<String, List<Company>>> byName(Stream<Company> companies) {
        return companies.collect(
                Collectors.groupingBy(Company::getProvider, Collectors.groupingBy(Company::getProviderId)));
    }
}
