package dev.partnercatalog.console.pages;

import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.runtime.html.Choices;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The ids of partners, and of the companies and locations that they have access to, for fields to suggest. */
record KnownIds(Choices partners, Choices companies, Choices locations) {

    /** The ids in a partner's configuration. */
    static KnownIds of(PartnerConfig config) {
        return of(List.of(config), "", "");
    }

    /**
     * The ids in partners' configurations: all partners, and what can be chosen next.
     *
     * @param partner partner to whose companies the choice is limited; for another text, all companies
     * @param company company to whose locations the choice is limited; for another text, all locations
     */
    static KnownIds of(Collection<PartnerConfig> configs, String partner, String company) {
        boolean isPartner = configs.stream().anyMatch(config -> id(config).equals(partner));
        Map<String, String> partners = new TreeMap<>();
        Map<String, String> companies = new TreeMap<>();
        Map<String, String> locations = new TreeMap<>();
        Map<String, AllowedCompany> byId = new TreeMap<>();
        for (PartnerConfig config : configs) {
            partners.put(id(config), config.getPartner().getPartnerName());
            if (!isPartner || id(config).equals(partner)) {
                config.getPartner().getAllowedCompanies().forEach(allowed -> byId.put(allowed.getId(), allowed));
            }
        }
        boolean isCompany = byId.containsKey(company);
        byId.forEach((id, allowed) -> {
            companies.put(id, allowed.getName());
            if (!isCompany || id.equals(company)) {
                allowed.getLocations()
                        .forEach(location -> locations.put(location.getId(), location.getName() + ", company " + id));
            }
        });
        return new KnownIds(new Choices(partners), new Choices(companies), new Choices(locations));
    }

    private static String id(PartnerConfig config) {
        return config.getPartner().getPartnerId();
    }
}
