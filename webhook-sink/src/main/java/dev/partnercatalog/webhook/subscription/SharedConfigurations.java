package dev.partnercatalog.webhook.subscription;

import dev.partnercatalog.resolution.ResolvedConfiguration;
import dev.partnercatalog.webhook.state.Hash;
import java.util.HashMap;
import java.util.Map;

/**
 * Keeps equal configurations only once: most scopes share a few. Not thread-safe.
 *
 * <p>They are distinguished by their fingerprints. Upstream systems can choose their hash codes, and configurations
 * have no order, so a map with very many that share one hash code would take quadratic time.
 */
final class SharedConfigurations {

    private final Map<Hash, ResolvedConfiguration> known = new HashMap<>();

    /** A configuration that equal ones share, with its fingerprint. */
    record Shared(ResolvedConfiguration configuration, Hash fingerprint) {}

    Shared of(ResolvedConfiguration configuration) {
        Hash fingerprint = new Fingerprint().add(configuration).hash();
        return new Shared(known.computeIfAbsent(fingerprint, first -> configuration), fingerprint);
    }
}
