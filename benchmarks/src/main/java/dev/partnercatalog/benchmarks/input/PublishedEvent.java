package dev.partnercatalog.benchmarks.input;

import dev.partnercatalog.schemas.topic.CatalogTopic;
import org.apache.avro.specific.SpecificRecord;

/** What an upstream system publishes. */
public record PublishedEvent(CatalogTopic topic, String key, SpecificRecord value) {}
