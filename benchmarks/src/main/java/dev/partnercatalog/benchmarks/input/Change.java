package dev.partnercatalog.benchmarks.input;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Events, and what comes of them.
 *
 * @param entries those that change, by key, as they are in the end; empty for one that is gone
 */
public record Change(List<InputEvent> events, Map<String, Optional<Markers>> entries) {}
