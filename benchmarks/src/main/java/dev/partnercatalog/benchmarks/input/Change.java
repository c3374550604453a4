package dev.partnercatalog.benchmarks.input;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Events and their results.
 *
 * @param entries the entries that change, by key, as they finally are; empty for one that is gone
 */
public record Change(List<PublishedEvent> events, Map<String, Optional<Markers>> entries) {}
