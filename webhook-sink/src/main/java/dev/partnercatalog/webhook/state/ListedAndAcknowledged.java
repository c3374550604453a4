package dev.partnercatalog.webhook.state;

import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.webhook.catalog.SinkCatalog;
import org.jspecify.annotations.Nullable;

/** A variant at a scope as it is listed, and as a partner has it. Immutable; the image must not be changed. */
public final class ListedAndAcknowledged {

    private final ScopedVariant variant;
    private final byte @Nullable [] image;
    private final Acknowledged acknowledged;

    @SuppressWarnings("ArrayIsStoredDirectly")
    ListedAndAcknowledged(ScopedVariant variant, byte @Nullable [] image, Acknowledged acknowledged) {
        this.variant = variant;
        this.image = image;
        this.acknowledged = acknowledged;
    }

    public ScopedVariant variant() {
        return variant;
    }

    /** Image of the entry that applies at the scope; null if the scope doesn't list the variant, or it doesn't resolve. */
    public byte @Nullable [] image() {
        return image;
    }

    /** Whether the scope lists the variant, but it isn't known what applies there: the partner keeps what it has. */
    public boolean isUnknown() {
        return image != null && SinkCatalog.isUnknown(image);
    }

    /** Whether the scope lists the variant, but the product that it shows isn't here: the partner keeps what it has. */
    public boolean isAwaited() {
        return image != null && SinkCatalog.isAwaited(image);
    }

    public Acknowledged acknowledged() {
        return acknowledged;
    }
}
