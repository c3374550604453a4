package dev.partnercatalog.webhook.subscription;

import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.events.AllowedLocation;
import dev.partnercatalog.events.Partner;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.ScopedResync;
import dev.partnercatalog.resolution.ResolvedConfiguration;
import dev.partnercatalog.resolution.VariantImage;
import dev.partnercatalog.runtime.configuration.ConfigurationTables;
import dev.partnercatalog.runtime.configuration.WebhookHold;
import dev.partnercatalog.schemas.key.Ids;
import dev.partnercatalog.webhook.delivery.Endpoint;
import dev.partnercatalog.webhook.delivery.EndpointSettings;
import dev.partnercatalog.webhook.state.Hash;
import dev.partnercatalog.webhook.subscription.SharedConfigurations.Shared;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Compiles the configuration tables into subscriptions. Not thread-safe. */
final class SubscriptionCompiler {

    private final ConfigurationTables tables;
    private final String version;

    /**
     * @param version version of the program: another one may write records differently, so everything is compared again
     */
    SubscriptionCompiler(ConfigurationTables tables, String version) {
        this.tables = tables;
        this.version = version;
    }

    /** @param hasClient whether a partner has an API client */
    Subscriptions compile(Predicate<String> hasClient) {
        List<Subscriber> subscribers = new ArrayList<>();
        List<PingRequest> pings = new ArrayList<>();
        SharedConfigurations known = new SharedConfigurations();
        for (String partnerId : tables.partnerIds()) {
            PartnerConfig config = tables.partner(partnerId);
            if (config != null && isActive(config.getPartner())) {
                subscribers.add(subscriber(config, hasClient.test(partnerId), known));
            }
            if (config != null && config.getWebhookControl().getPings() > 0) {
                pings.add(pingRequest(config, hasClient.test(partnerId)));
            }
        }
        return new Subscriptions(subscribers, pings);
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

    private Subscriber subscriber(PartnerConfig config, boolean hasClient, SharedConfigurations known) {
        Partner partner = config.getPartner();
        EndpointSettings settings = EndpointSettings.of(endpoint(partner), config.getWebhookControl(), hasClient);
        ContentSettings content = ContentSettings.of(config.getWebhookControl().getSettings());
        Hash endpointHash = endpointHash(
                settings.endpoint().url(), config.getWebhookControl().getResyncs());
        Hash compared = new Fingerprint().add(endpointHash).add(content).hash();
        SortedMap<Long, CompanyScopes> companies = new TreeMap<>();
        // The size limit of messages affects those that are ready, but not what companies were compared under.
        Fingerprint whole =
                new Fingerprint().add(endpointHash).add(settings.held() ? 1 : 0).add(content.records());
        for (AllowedCompany company : partner.getAllowedCompanies()) {
            Long companyId = id(company.getId());
            if (companyId != null) {
                companies.put(companyId, access(config, company, companyId, compared, known));
            }
        }
        companies.forEach((companyId, access) -> whole.add(companyId).add(access.fingerprint()));
        List<ScopedResync> resyncs = config.getWebhookControl().getScopedResyncs();
        resyncs.forEach(resync -> whole.add(resync.getNumber()));
        return new Subscriber(settings, content, endpointHash.high(), companies, resyncs, whole.hash());
    }

    /** A partner that requests everything again is treated like one that set a new URL. */
    private static Hash endpointHash(String url, long resyncs) {
        return Hash.of((resyncs == 0 ? url : url + "\n" + resyncs).getBytes(StandardCharsets.UTF_8));
    }

    private CompanyScopes access(
            PartnerConfig config, AllowedCompany company, long companyId, Hash endpoint, SharedConfigurations known) {
        SortedMap<Long, Shared> scopes = new TreeMap<>();
        scopes.put(companyId, resolve(config, company, companyId, known));
        for (AllowedLocation location : company.getLocations()) {
            Long locationId = id(location.getId());
            if (locationId != null) {
                scopes.put(locationId, resolve(config, company, locationId, known));
            }
        }
        Fingerprint fingerprint =
                new Fingerprint().add(version).add(VariantImage.VERSION).add(endpoint);
        Map<Long, ResolvedConfiguration> configurations = new HashMap<>();
        scopes.forEach((locationId, scope) -> {
            fingerprint.add(locationId).add(scope.fingerprint());
            configurations.put(locationId, scope.configuration());
        });
        return new CompanyScopes(configurations, fingerprint.hash());
    }

    private Shared resolve(PartnerConfig config, AllowedCompany company, long locationId, SharedConfigurations known) {
        return known.of(tables.resolve(config, company, locationId));
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
}
