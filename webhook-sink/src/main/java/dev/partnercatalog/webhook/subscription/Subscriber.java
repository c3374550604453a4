package dev.partnercatalog.webhook.subscription;

import dev.partnercatalog.resolution.ResolvedConfiguration;
import dev.partnercatalog.webhook.delivery.Endpoint;
import dev.partnercatalog.webhook.delivery.EndpointSettings;
import dev.partnercatalog.webhook.state.Hash;
import dev.partnercatalog.webhook.state.ScopedVariant;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A partner that webhooks go to: it is enabled, and so is its webhook (D24).
 *
 * @param settings of the endpoint
 * @param endpointHash of the URL and of how often all was asked for again: what was accepted under one, another has yet
 *     to get
 * @param companies those it may see, by id
 * @param fingerprint of all of it; equal where nothing changed
 */
public record Subscriber(
        EndpointSettings settings, Hash endpointHash, SortedMap<Long, CompanyAccess> companies, Hash fingerprint) {

    public Subscriber {
        companies = Collections.unmodifiableSortedMap(new TreeMap<>(companies));
    }

    public Endpoint endpoint() {
        return settings.endpoint();
    }

    public String partnerId() {
        return endpoint().partnerId();
    }

    public @Nullable CompanyAccess company(long companyId) {
        return companies.get(companyId);
    }

    /** The configuration under which it gets a variant, null where it may not see the scope. */
    public @Nullable ResolvedConfiguration configuration(ScopedVariant variant) {
        CompanyAccess access = companies.get(variant.companyId());
        return access == null ? null : access.at(variant.locationId());
    }

    /** The fingerprint of one company's part, null where the partner may not see it. */
    public @Nullable Hash fingerprint(long companyId) {
        CompanyAccess access = companies.get(companyId);
        return access == null ? null : access.fingerprint();
    }
}
