package dev.partnercatalog.console.live;

import java.time.Instant;

/**
 * The brokers don't answer.
 *
 * @param brokers their addresses, as the console knows them
 * @param since when they answered last, or were asked first
 */
public record Outage(String brokers, Instant since) {}
