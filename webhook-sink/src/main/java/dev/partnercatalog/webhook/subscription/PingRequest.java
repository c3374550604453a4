package dev.partnercatalog.webhook.subscription;

import dev.partnercatalog.webhook.delivery.Endpoint;
import org.jspecify.annotations.Nullable;

/**
 * That a partner has asked for pings of its endpoint.
 *
 * @param pings how often, all told; only grows
 * @param obstacle why nothing may be sent there, in words; null where a ping may
 */
public record PingRequest(
        Endpoint endpoint, long pings, @Nullable String obstacle) {}
