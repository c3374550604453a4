package dev.partnercatalog.webhook.subscription;

import dev.partnercatalog.resolution.ResolvedConfiguration;
import dev.partnercatalog.webhook.state.Hash;
import java.util.HashMap;
import java.util.Map;

/**
 * Keeps each of equal configurations once: most scopes share a few. Not thread-safe.
 *
 * <p>They are told apart by their fingerprints. Their hash codes are of the upstream's choosing, and configurations have no
 * order, so a map of very many that share one would take quadratic time.
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
