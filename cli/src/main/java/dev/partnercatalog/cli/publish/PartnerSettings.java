package dev.partnercatalog.cli.publish;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.events.AllowedFields;
import dev.partnercatalog.events.AllowedLocation;
import dev.partnercatalog.events.Partner;

/**
 * A partner's configuration as settings that can be compared one by one. A company and a location are one setting each,
 * named by their ids, so that their order doesn't matter.
 */
final class PartnerSettings {

    private PartnerSettings() {}

    /** The settings by name. */
    static ObjectNode of(Partner partner) {
        ObjectNode settings = JsonNodeFactory.instance.objectNode();
        settings.put("partnerName", partner.getPartnerName())
                .put("enabled", partner.getEnabled())
                .put("webhook.enabled", partner.getWebhook().getEnabled())
                .put("webhook.url", partner.getWebhook().getUrl());
        partner.getAllowedCompanies().forEach(company -> add(company, settings));
        return settings;
    }

    private static void add(AllowedCompany company, ObjectNode settings) {
        String name = "allowedCompanies[" + company.getId() + "]";
        AllowedFields flags = company.getAllowedFields();
        ObjectNode itself = settings.putObject(name)
                .put("name", company.getName())
                .put("provider", company.getProvider())
                .put("providerId", company.getProviderId());
        itself.putObject("allowedFields")
                .put("badges", flags.getBadges())
                .put("cannabinoidOverrides", flags.getCannabinoidOverrides())
                .put("displayNameOverrides", flags.getDisplayNameOverrides())
                .put("labels", flags.getLabels());
        for (AllowedLocation location : company.getLocations()) {
            settings.putObject(name + ".locations[" + location.getId() + "]")
                    .put("name", location.getName())
                    .put("providerId", location.getProviderId());
        }
    }
}
