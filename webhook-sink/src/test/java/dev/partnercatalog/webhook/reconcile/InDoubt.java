package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.webhook.state.SinkState;
import java.util.Collection;
import java.util.function.BiConsumer;

/**
 * What partners may have received, though nobody saw it: an attempt that was recorded and then cut off can't be
 * distinguished from one that was sent, unless its end was recorded too.
 */
final class InDoubt {

    private InDoubt() {}

    /** @param partnersMayKnow receives the partner's id and the variant */
    static void forEach(
            World world, Collection<ScopedVariant> variants, BiConsumer<String, ScopedVariant> partnersMayKnow) {
        SinkState state = new SinkState(world.store(), world.kept.catalog());
        for (String id : world.partners.keySet()) {
            variants.stream()
                    .filter(variant -> state.acknowledged(id, variant).inDoubt())
                    .forEach(variant -> partnersMayKnow.accept(id, variant));
        }
    }
}
