package dev.partnercatalog.operations.partitions;

import dev.partnercatalog.schemas.topic.CatalogTopic;

/**
 * A topic compared with its copy.
 *
 * @param keys number of keys in the topic
 * @param copiedKeys number of keys in the copy
 * @param same whether each key has the same value in both
 * @param digest digest of all keys and values of the topic
 */
public record ComparedTopic(CatalogTopic topic, long keys, long copiedKeys, boolean same, long digest) {}
