package dev.partnercatalog.webhook.catalog;

import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a task keeps of the catalog. Confined to its thread. */
public record SinkCatalog(EntryStore entries, ListingStore listings) {

    /** The store of a topic. */
    public CatalogStore of(CatalogTopic topic) {
        return topic == listings.topic() ? listings : entries;
    }

    /** Whether a scope's own entry shows a product that isn't here. */
    public boolean isAwaited(ScopedVariant variant) {
        byte[] image = entries.image(variant);
        return image != null && EntryStore.isAwaited(image);
    }

    /**
     * The images of the entries that apply at some scopes: a location's own, otherwise its company's. What doesn't resolve
     * has none. A page is read at once: a look-up costs much less so.
     */
    public Map<ScopedVariant, byte[]> images(List<ScopedVariant> listed) {
        Map<ScopedVariant, byte[]> images = new HashMap<>(entries.images(listed));
        Map<ScopedVariant, ScopedVariant> without = new LinkedHashMap<>();
        for (ScopedVariant variant : listed) {
            if (!variant.scope().isCompany() && !images.containsKey(variant)) {
                without.put(variant, variant.atCompany());
            }
        }
        List<ScopedVariant> companies = without.values().stream()
                .filter(company -> !images.containsKey(company))
                .distinct()
                .toList();
        Map<ScopedVariant, byte[]> ofCompanies = entries.images(companies);
        without.forEach((variant, company) -> {
            byte[] listedThere = images.get(company);
            byte[] image = listedThere == null ? ofCompanies.get(company) : listedThere;
            if (image != null) {
                images.put(variant, image);
            }
        });
        return images;
    }
}
