package dev.partnercatalog.operations.preview;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.events.AllowedFields;
import dev.partnercatalog.events.AllowedLocation;
import dev.partnercatalog.events.Partner;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A partner's configuration as settings that can be compared one by one. A company and a location are one setting each,
 * named by their ids, so that their order doesn't matter.
 */
record PartnerSettings(SortedMap<String, JsonNode> settings) {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    static PartnerSettings of(@Nullable Partner partner) {
        SortedMap<String, JsonNode> settings = new TreeMap<>();
        if (partner != null) {
            settings.put("partnerName", JSON.textNode(partner.getPartnerName()));
            settings.put("enabled", JSON.booleanNode(partner.getEnabled()));
            settings.put(
                    "webhook.enabled", JSON.booleanNode(partner.getWebhook().getEnabled()));
            settings.put("webhook.url", JSON.textNode(partner.getWebhook().getUrl()));
            partner.getAllowedCompanies().forEach(company -> add(company, settings));
        }
        return new PartnerSettings(settings);
    }

    private static void add(AllowedCompany company, Map<String, JsonNode> settings) {
        String name = "allowedCompanies[" + company.getId() + "]";
        AllowedFields flags = company.getAllowedFields();
        ObjectNode itself = JSON.objectNode()
                .put("name", company.getName())
                .put("provider", company.getProvider())
                .put("providerId", company.getProviderId());
        itself.putObject("allowedFields")
                .put("badges", flags.getBadges())
                .put("cannabinoidOverrides", flags.getCannabinoidOverrides())
                .put("displayNameOverrides", flags.getDisplayNameOverrides())
                .put("labels", flags.getLabels());
        settings.put(name, itself);
        for (AllowedLocation location : company.getLocations()) {
            settings.put(
                    name + ".locations[" + location.getId() + "]",
                    JSON.objectNode().put("name", location.getName()).put("providerId", location.getProviderId()));
        }
    }

    /** The settings that differ, ordered by name. */
    List<MemberDifference> changesTo(PartnerSettings after) {
        TreeSet<String> names = new TreeSet<>(settings.keySet());
        names.addAll(after.settings.keySet());
        return names.stream()
                .map(name -> new MemberDifference(name, settings.get(name), after.settings.get(name)))
                .filter(difference -> !Objects.equals(difference.before(), difference.after()))
                .toList();
    }

    /** The names of the settings that differ, ordered. */
    TreeSet<String> namesOfChangesTo(PartnerSettings after) {
        TreeSet<String> names = new TreeSet<>();
        changesTo(after).forEach(difference -> names.add(difference.field()));
        return names;
    }
}
