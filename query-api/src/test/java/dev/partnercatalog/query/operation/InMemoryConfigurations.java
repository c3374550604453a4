package dev.partnercatalog.query.operation;

import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.events.AllowedFields;
import dev.partnercatalog.events.AllowedLocation;
import dev.partnercatalog.events.Partner;
import dev.partnercatalog.events.WebhookSetting;
import dev.partnercatalog.query.access.PartnerDirectory.PartnerConfigurations;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.resolution.ResolvedConfiguration;
import dev.partnercatalog.resolution.ScopeConfiguration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Configurations that a test sets. */
final class InMemoryConfigurations implements PartnerConfigurations {

    final Map<String, PartnerConfig> partners = new ConcurrentHashMap<>();
    final Map<Long, ScopeConfiguration> companies = new ConcurrentHashMap<>();
    final Map<Long, ScopeConfiguration> locations = new ConcurrentHashMap<>();

    @Override
    public @Nullable PartnerConfig partner(String partnerId) {
        return partners.get(partnerId);
    }

    /** How often a configuration was resolved. */
    final AtomicInteger resolved = new AtomicInteger();

    @Override
    public ResolvedConfiguration resolve(PartnerConfig partner, AllowedCompany company, long locationId) {
        resolved.incrementAndGet();
        long companyId = Long.parseLong(company.getId());
        AllowedFields flags = company.getAllowedFields();
        return ResolvedConfiguration.of(
                new dev.partnercatalog.resolution.AllowedFields(
                        flags.getBadges(),
                        flags.getCannabinoidOverrides(),
                        flags.getDisplayNameOverrides(),
                        flags.getLabels()),
                companies.get(companyId),
                locationId == companyId ? null : locations.get(locationId));
    }

    void put(String partnerId, boolean enabled, AllowedCompany... companies) {
        Partner partner = new Partner(
                partnerId, "Partner " + partnerId, enabled, new WebhookSetting(false, ""), List.of(companies));
        partners.put(
                partnerId,
                PartnerConfig.newBuilder()
                        .setRevision(partners.size() + 1L)
                        .setPartner(partner)
                        .build());
    }

    static AllowedCompany company(String id, String... locationIds) {
        return new AllowedCompany(
                id,
                "Company " + id,
                "cova",
                "cova-" + id,
                new AllowedFields(true, true, true, true),
                Arrays.stream(locationIds)
                        .map(location -> new AllowedLocation(location, "Location " + location, "cova-" + location))
                        .toList());
    }
}
