package dev.partnercatalog.console.page;

import org.jspecify.annotations.Nullable;

/**
 * Dead letters with the same cause.
 *
 * @param topic the topic that they came from, without its prefix; null if it is none of the catalog's topics
 * @param reason the reason without what is specific to one event
 */
public record LetterGroup(@Nullable String topic, String reason, long letters) {}
