package dev.partnercatalog.operations.partitions;

import dev.partnercatalog.schemas.topic.CatalogTopic;

/**
 * A topic beside its copy.
 *
 * @param keys that the topic has
 * @param copiedKeys that the copy has
 * @param same whether each key has the same value in both
 * @param digest of all keys and values of the topic
 */
public record ComparedTopic(CatalogTopic topic, long keys, long copiedKeys, boolean same, long digest) {}
