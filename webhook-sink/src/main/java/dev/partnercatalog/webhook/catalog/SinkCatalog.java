package dev.partnercatalog.webhook.catalog;

import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import org.jspecify.annotations.Nullable;

/** What a task keeps of the catalog. Confined to its thread. */
public record SinkCatalog(EntryStore entries, ListingStore listings) {

    /** The store of a topic. */
    public CatalogStore of(CatalogTopic topic) {
        return topic == listings.topic() ? listings : entries;
    }

    /** Whether one of the stores was made anew, and has yet to reach the end of its topic. */
    public boolean isNew() {
        return entries.isNew() || listings.isNew();
    }

    /** Whether a scope's own entry shows a product that isn't here. */
    public boolean isAwaited(ScopedVariant variant) {
        byte[] image = entries.image(variant);
        return image != null && EntryStore.isAwaited(image);
    }

    /** The images that apply at listed scopes, for a row of lookups during which nothing changes. */
    public Images images() {
        return new Images(entries);
    }

    /** Remembers the last company's image: its locations come one after the other. */
    public static final class Images {

        private final EntryStore entries;
        private @Nullable ScopedVariant company;
        private byte @Nullable [] ofCompany;

        private Images(EntryStore entries) {
            this.entries = entries;
        }

        /** The image of the entry that applies at a scope: the location's own, otherwise the company's. */
        public byte @Nullable [] at(ScopedVariant variant) {
            return variant.scope()
                    .mostSpecific(scope -> scope.isCompany() ? ofCompany(variant.at(scope)) : entries.image(variant));
        }

        private byte @Nullable [] ofCompany(ScopedVariant variant) {
            if (!variant.equals(company)) {
                company = variant;
                ofCompany = entries.image(variant);
            }
            return ofCompany;
        }
    }
}
