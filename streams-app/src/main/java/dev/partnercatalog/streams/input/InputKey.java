package dev.partnercatalog.streams.input;

import dev.partnercatalog.schemas.topic.CatalogTopic;

/** The key of a record of an input topic. */
public record InputKey(CatalogTopic topic, String key) {}
