package dev.partnercatalog.webhook.subscription;

import dev.partnercatalog.records.ScopedResync;
import dev.partnercatalog.resolution.ResolvedConfiguration;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.webhook.delivery.Endpoint;
import dev.partnercatalog.webhook.delivery.EndpointSettings;
import dev.partnercatalog.webhook.state.Hash;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * A partner that webhooks go to: the partner and its webhook are enabled (D24).
 *
 * @param settings settings of the endpoint
 * @param endpointVersion distinguishes the URL from any other, and from itself before a resync of everything: what was
 *     accepted under one version has yet to be sent under another
 * @param basis of everything else in its configuration that affects what it gets of a company
 * @param companies the companies that it may see; the fingerprint is that of what affects any, and never {@link Hash#NONE}
 */
public record Subscriber(
        EndpointSettings settings,
        long endpointVersion,
        Hash basis,
        VisibleScopes<VisibleScopes<ResolvedConfiguration>> companies) {

    /** A partner that may see these companies. */
    public Subscriber(
            EndpointSettings settings,
            long endpointVersion,
            Hash basis,
            SortedMap<Long, VisibleScopes<ResolvedConfiguration>> companies) {
        this(
                settings,
                endpointVersion,
                basis,
                new VisibleScopes<>(
                        companies,
                        Hash.ofValues(
                                basis,
                                companies.keySet(),
                                companies.values().stream()
                                        .map(VisibleScopes::fingerprint)
                                        .toList())));
    }

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

    public @Nullable VisibleScopes<ResolvedConfiguration> company(long companyId) {
        return companies.at(companyId);
    }

    /** The configuration under which it gets a variant, null if it may not see the scope. */
    public @Nullable ResolvedConfiguration configuration(ScopedVariant variant) {
        VisibleScopes<ResolvedConfiguration> company = companies.at(variant.companyId());
        return company == null ? null : company.at(variant.locationId());
    }

    /** The companies of which a partner gets something else under one configuration than under another. */
    public static Set<Long> differingCompanies(Subscriber one, Subscriber other) {
        return LongStream.concat(one.companies.ids(), other.companies.ids())
                .filter(id -> !Objects.equals(one.revision(id), other.revision(id)))
                .boxed()
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Of everything that affects what it gets of a company; null if it may see nothing of it. */
    @Nullable
    Hash revision(long companyId) {
        VisibleScopes<ResolvedConfiguration> company = companies.at(companyId);
        return company == null ? null : Hash.ofValues(basis, company.fingerprint());
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
