package dev.partnercatalog.webhook.subscription;

import dev.partnercatalog.records.ScopedResync;
import dev.partnercatalog.resolution.ResolvedConfiguration;
import dev.partnercatalog.webhook.delivery.Endpoint;
import dev.partnercatalog.webhook.delivery.EndpointSettings;
import dev.partnercatalog.webhook.state.Hash;
import dev.partnercatalog.webhook.state.ScopedVariant;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A partner that webhooks go to: it is enabled, and so is its webhook (D24).
 *
 * @param settings of the endpoint
 * @param content what its messages are to hold
 * @param endpointVersion tells the URL from any other, and from itself before all was asked for again: what was accepted
 *     under one, another has yet to get
 * @param companies those it may see, by id
 * @param resyncs the parts that it asked for again of late
 * @param fingerprint of all of it; equal where nothing changed
 */
public record Subscriber(
        EndpointSettings settings,
        ContentSettings content,
        long endpointVersion,
        SortedMap<Long, CompanyAccess> companies,
        List<ScopedResync> resyncs,
        Hash fingerprint) {

    public Subscriber {
        companies = Collections.unmodifiableSortedMap(new TreeMap<>(companies));
        resyncs = List.copyOf(resyncs);
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
}
