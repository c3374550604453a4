package dev.partnercatalog.webhook.subscription;

import dev.partnercatalog.webhook.delivery.Endpoint;
import org.jspecify.annotations.Nullable;

/**
 * A partner's request for pings of its endpoint.
 *
 * @param pings total number of requests; only grows
 * @param obstacle why nothing may be sent there, as text; null if a ping may
 */
public record PingRequest(
        Endpoint endpoint, long pings, @Nullable String obstacle) {}
