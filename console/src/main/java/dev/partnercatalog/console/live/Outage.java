package dev.partnercatalog.console.live;

import java.time.Instant;

/**
 * The brokers don't answer.
 *
 * @param brokers their addresses, as configured
 * @param since when they last answered, or were first asked
 */
public record Outage(String brokers, Instant since) {}
