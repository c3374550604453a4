package dev.partnercatalog.webhook.subscription;

import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.events.AllowedLocation;
import dev.partnercatalog.events.Partner;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.resolution.ResolvedConfiguration;
import dev.partnercatalog.resolution.VariantImage;
import dev.partnercatalog.runtime.configuration.ConfigurationTables;
import dev.partnercatalog.runtime.configuration.ScopeConfigurations;
import dev.partnercatalog.runtime.configuration.WebhookHold;
import dev.partnercatalog.schemas.key.Ids;
import dev.partnercatalog.webhook.delivery.Endpoint;
import dev.partnercatalog.webhook.delivery.EndpointSettings;
import dev.partnercatalog.webhook.state.Hash;
import dev.partnercatalog.webhook.subscription.CompanyScopes.VisibleCompanies;
import dev.partnercatalog.webhook.subscription.Subscriber.PingRequest;
import java.lang.ref.WeakReference;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Compiles a partner's configuration. What partners have in common is kept once: thousands of them may each see
 * thousands of scopes. Not thread-safe.
 */
final class SubscriptionCompiler {

    private final ConfigurationTables tables;
    private final String version;
    private final SharedValues<ResolvedConfiguration> configurations = new SharedValues<>();
    private final SharedValues<CompanyScopes> scopes = new SharedValues<>();

    /** A configuration that equal ones share, with its fingerprint. */
    private record Shared(ResolvedConfiguration configuration, Hash fingerprint) {}

    /**
     * @param version version of the program: another one may write records differently, so everything is compared again
     */
    SubscriptionCompiler(ConfigurationTables tables, String version) {
        this.tables = tables;
        this.version = version;
    }

    CompiledPartner compile(String partnerId, boolean hasClient) {
        PartnerConfig config = tables.readPartner(partnerId);
        if (config == null) {
            return new CompiledPartner(partnerId, null, null);
        }
        return new CompiledPartner(
                partnerId,
                isActive(config.getPartner()) ? subscriber(config, hasClient) : null,
                config.getWebhookControl().getPings() > 0 ? pingRequest(config, hasClient) : null);
    }

    private static PingRequest pingRequest(PartnerConfig config, boolean hasClient) {
        String obstacle;
        if (!isActive(config.getPartner())) {
            obstacle = "nothing was sent: the webhook is disabled";
        } else {
            WebhookHold hold = WebhookHold.of(config.getWebhookControl(), hasClient);
            obstacle = hold == null ? null : "nothing was sent: the webhook is " + hold.words();
        }
        return new PingRequest(
                endpoint(config.getPartner()), config.getWebhookControl().getPings(), obstacle);
    }

    private static Endpoint endpoint(Partner partner) {
        return new Endpoint(partner.getPartnerId(), partner.getWebhook().getUrl());
    }

    private static boolean isActive(Partner partner) {
        return partner.getEnabled() && partner.getWebhook().getEnabled();
    }

    private Subscriber subscriber(PartnerConfig config, boolean hasClient) {
        Partner partner = config.getPartner();
        EndpointSettings settings = EndpointSettings.of(endpoint(partner), config.getWebhookControl(), hasClient);
        Hash endpointHash = endpointHash(
                settings.endpoint().url(), config.getWebhookControl().getResyncs());
        Hash basis = Hash.ofValues(version, VariantImage.VERSION, endpointHash);
        return new Subscriber(settings, endpointHash.high(), new VisibleCompanies(basis, companies(partner)));
    }

    /** A partner that requests everything again is treated like one that set a new URL. */
    private static Hash endpointHash(String url, long resyncs) {
        return Hash.of((resyncs == 0 ? url : url + "\n" + resyncs).getBytes(StandardCharsets.UTF_8));
    }

    private SortedMap<Long, CompanyScopes> companies(Partner partner) {
        ScopeConfigurations own = tables.readScopes(partner.getPartnerId());
        SortedMap<Long, CompanyScopes> companies = new TreeMap<>();
        for (AllowedCompany company : partner.getAllowedCompanies()) {
            Long companyId = id(company.getId());
            if (companyId != null) {
                companies.put(companyId, scopes(company, companyId, own));
            }
        }
        return companies;
    }

    private CompanyScopes scopes(AllowedCompany company, long companyId, ScopeConfigurations own) {
        Set<Long> differing = own.locations(companyId);
        Shared common = share(own.resolve(company, companyId));
        SortedMap<Long, Shared> visible = new TreeMap<>();
        visible.put(companyId, common);
        for (AllowedLocation location : company.getLocations()) {
            Long id = id(location.getId());
            if (id != null) {
                visible.put(id, differing.contains(id) ? share(own.resolve(company, id)) : common);
            }
        }
        List<Hash> each = visible.values().stream().map(Shared::fingerprint).toList();
        Hash fingerprint =
                Hash.ofValues(visible.keySet(), each.stream().distinct().count() == 1 ? each.subList(0, 1) : each);
        return scopes.of(fingerprint, () -> {
            SortedMap<Long, ResolvedConfiguration> configured = new TreeMap<>();
            visible.forEach((location, shared) -> configured.put(location, shared.configuration()));
            return new CompanyScopes(configured, fingerprint);
        });
    }

    private Shared share(ResolvedConfiguration configuration) {
        Hash fingerprint = Hash.ofValues(configuration);
        return new Shared(configurations.of(fingerprint, () -> configuration), fingerprint);
    }

    /** Null for a malformed id, which no variant can have either. */
    private static @Nullable Long id(String text) {
        try {
            long id = Long.parseLong(text);
            return Ids.isNumber(id) ? id : null;
        } catch (NumberFormatException e) {
            return null;
        }
    }

    /** One partner's configuration: no subscriber if no webhooks go to it, and no pings if it never asked for one. */
    record CompiledPartner(
            String partnerId,
            @Nullable Subscriber subscriber,
            @Nullable PingRequest pings) {}

    /**
     * Keeps equal values only once, for as long as anyone uses them. Not thread-safe.
     *
     * <p>They are distinguished by their fingerprints. Upstream systems can choose their hash codes, and most have no order,
     * so a map with very many that share one hash code would take quadratic time.
     */
    static final class SharedValues<T> {

        private static final int FIRST_SWEEP = 1_024;

        private final Map<Hash, WeakReference<T>> known = new HashMap<>();
        private int sweepAt = FIRST_SWEEP;

        T of(Hash fingerprint, Supplier<T> value) {
            WeakReference<T> reference = known.get(fingerprint);
            T shared = reference == null ? null : reference.get();
            if (shared != null) {
                return shared;
            }
            if (known.size() >= sweepAt) {
                known.values().removeIf(each -> each.get() == null);
                sweepAt = Math.max(FIRST_SWEEP, 2 * known.size());
            }
            T created = value.get();
            known.put(fingerprint, new WeakReference<>(created));
            return created;
        }
    }
}
