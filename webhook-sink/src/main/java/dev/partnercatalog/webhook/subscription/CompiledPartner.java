package dev.partnercatalog.webhook.subscription;

import org.jspecify.annotations.Nullable;

/**
 * One partner's configuration, compiled.
 *
 * @param subscriber null if no webhooks go to the partner
 * @param pings null if it never asked for a ping
 */
record CompiledPartner(
        String partnerId,
        @Nullable Subscriber subscriber,
        @Nullable PingRequest pings) {}
