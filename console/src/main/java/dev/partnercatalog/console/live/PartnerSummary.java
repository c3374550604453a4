package dev.partnercatalog.console.live;

import dev.partnercatalog.operations.webhooks.WebhookStatus;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A partner in a list.
 *
 * @param lastSuccess when its endpoint last accepted something, as far as the latest attempts say; null if they don't
 */
public record PartnerSummary(
        String name, WebhookStatus status, @Nullable Instant lastSuccess) {}
