package dev.partnercatalog.webhook.catalog;

import dev.partnercatalog.webhook.catalog.CatalogStore.Change;
import java.util.List;

/**
 * Some of what changed in a task's partition, in order for each source.
 *
 * @param to up to where it is known with this page what changed
 * @param isLast whether that was all when it was read
 */
public record FeedPage(List<Change> entries, List<Change> listings, FeedPosition to, boolean isLast) {

    /** The number of changes. */
    public int size() {
        return entries.size() + listings.size();
    }
}
