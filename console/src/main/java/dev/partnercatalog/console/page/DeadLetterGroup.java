package dev.partnercatalog.console.page;

import dev.partnercatalog.schemas.topic.CatalogTopic;
import org.jspecify.annotations.Nullable;

/**
 * Dead letters with the same cause.
 *
 * @param topic the topic that they came from, without its prefix; null if it is none of the catalog's topics
 * @param reason the reason without what is specific to one event
 */
public record DeadLetterGroup(@Nullable String topic, String reason, long letters) {

    /** Whether they are upstream events; everything else was answered to its sender, who sends it again. */
    boolean canBeReplayed() {
        return topic != null
                && CatalogTopic.ofBaseName(topic).map(CatalogTopic::isInput).orElse(false);
    }
}
