package dev.partnercatalog.query.operation;

import dev.partnercatalog.query.access.SharedCustomers;
import dev.partnercatalog.query.command.ConfirmedChanges;
import dev.partnercatalog.query.command.PartnerCommands;
import dev.partnercatalog.query.webhook.WebhookReports;
import java.util.Set;

/**
 * What the operations on partners need.
 *
 * @param providers the allowed providers of a shared customer (D19)
 */
public record PartnerChanges(
        PartnerCommands commands,
        ConfirmedChanges confirmed,
        SharedCustomers customers,
        Set<String> providers,
        WebhookUrlCheck urls,
        WebhookReports webhooks,
        WebhookSecrets secrets) {

    public PartnerChanges {
        providers = Set.copyOf(providers);
    }
}
