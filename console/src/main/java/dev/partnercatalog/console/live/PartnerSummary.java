package dev.partnercatalog.console.live;

import dev.partnercatalog.operations.webhooks.WebhookStatus;

/** A partner in a list. */
public record PartnerSummary(String name, WebhookStatus status) {}
