package dev.partnercatalog.query.operation;

import dev.partnercatalog.events.Company;
import dev.partnercatalog.query.operation.ApiRoutes.SharedCustomers;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** Companies that a test sets. */
final class InMemoryCustomers implements SharedCustomers {

    final List<Company> companies = new CopyOnWriteArrayList<>();

    @Override
    public @Nullable Company find(String provider, String providerId, String partnerId) {
        return companies.stream()
                .filter(company -> Objects.equals(company.getProvider(), provider)
                        && Objects.equals(company.getProviderId(), providerId)
                        && company.getSharedWithPartnerIds().contains(partnerId))
                .findFirst()
                .orElse(null);
    }
}
