package dev.partnercatalog.webhook.subscription;

import dev.partnercatalog.records.ScopedResync;
import dev.partnercatalog.resolution.ResolvedConfiguration;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.webhook.delivery.Endpoint;
import dev.partnercatalog.webhook.delivery.EndpointSettings;
import dev.partnercatalog.webhook.subscription.CompanyScopes.VisibleCompanies;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * A partner that webhooks go to: the partner and its webhook are enabled (D24).
 *
 * @param settings settings of the endpoint
 * @param endpointVersion distinguishes the URL from any other, and from itself before a resync of everything: what was
 *     accepted under one version has yet to be sent under another
 * @param companies the companies it may see
 */
public record Subscriber(EndpointSettings settings, long endpointVersion, VisibleCompanies companies) {

    public Endpoint endpoint() {
        return settings.endpoint();
    }

    public String partnerId() {
        return endpoint().partnerId();
    }

    /** The parts that it requested again recently. */
    public List<ScopedResync> resyncs() {
        return settings.control().getScopedResyncs();
    }

    public @Nullable CompanyScopes company(long companyId) {
        return companies.of(companyId);
    }

    /** The configuration under which it gets a variant, null if it may not see the scope. */
    public @Nullable ResolvedConfiguration configuration(ScopedVariant variant) {
        CompanyScopes access = companies.of(variant.companyId());
        return access == null ? null : access.at(variant.locationId());
    }

    /** The companies of which a partner gets something else under one configuration than under another. */
    public static Set<Long> differingCompanies(Subscriber one, Subscriber other) {
        Set<Long> differing = new TreeSet<>();
        LongStream.concat(one.companies.ids(), other.companies.ids())
                .filter(id -> !Objects.equals(one.companies.fingerprint(id), other.companies.fingerprint(id)))
                .forEach(differing::add);
        return differing;
    }

    /**
     * A partner's request for pings of its endpoint.
     *
     * @param pings total number of requests; only grows
     * @param obstacle why nothing may be sent there, as text; null if a ping may
     */
    public record PingRequest(
            Endpoint endpoint, long pings, @Nullable String obstacle) {}
}
