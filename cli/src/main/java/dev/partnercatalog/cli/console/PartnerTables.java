package dev.partnercatalog.cli.console;

import dev.partnercatalog.cli.topic.Brokers;
import dev.partnercatalog.cli.topic.FollowedTopics;
import dev.partnercatalog.cli.topic.RecentRecords;
import dev.partnercatalog.cli.topic.TopicTable;
import dev.partnercatalog.cli.webhook.WebhookStatus;
import dev.partnercatalog.cli.webhook.Webhooks;
import dev.partnercatalog.query.webhook.WebhookReports.LatestAttempts;
import dev.partnercatalog.records.Client;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.WebhookAttempt;
import dev.partnercatalog.records.WebhookBacklog;
import dev.partnercatalog.records.WebhookEndpoint;
import dev.partnercatalog.runtime.configuration.LastSuccess;
import dev.partnercatalog.runtime.unreadable.OwnRecords;
import dev.partnercatalog.runtime.unreadable.UnreadableRecord;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The partners, their clients and their webhooks, as currently recorded in the topics. Thread-safe. */
final class PartnerTables implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(PartnerTables.class);
    private static final int ATTEMPTS = 20_000;

    /** A partner in a list. */
    record Entry(String name, WebhookStatus status) {}

    private final SchemaRegistry registry;
    private final String topicPrefix;
    private final TopicTable<PartnerConfig> configs;
    private final TopicTable<Client> clients;
    private final TopicTable<WebhookEndpoint> endpoints;
    private final TopicTable<WebhookBacklog> backlogs;
    private final LastSuccess successes = new LastSuccess();
    private volatile LatestAttempts attempts = new LatestAttempts(ATTEMPTS);
    private final FollowedTopics followed;

    /** Starts reading. */
    PartnerTables(Brokers brokers, SchemaRegistry registry, String topicPrefix) {
        this.registry = registry;
        this.topicPrefix = topicPrefix;
        configs = table(CatalogTopic.PARTNER_CONFIGS, PartnerConfig.class);
        clients = table(CatalogTopic.CLIENTS, Client.class);
        endpoints = table(CatalogTopic.WEBHOOK_ENDPOINTS, WebhookEndpoint.class);
        backlogs = table(CatalogTopic.WEBHOOK_BACKLOGS, WebhookBacklog.class);
        RecentRecords<WebhookAttempt> latest = new RecentRecords<>(
                reader(CatalogTopic.WEBHOOK_ATTEMPTS, WebhookAttempt.class),
                Webhooks.LATEST_ATTEMPTS,
                () -> attempts = new LatestAttempts(ATTEMPTS),
                this::attempted);
        followed = brokers.follow(Map.of(
                CatalogTopic.PARTNER_CONFIGS, configs,
                CatalogTopic.CLIENTS, clients,
                CatalogTopic.WEBHOOK_ENDPOINTS, endpoints,
                CatalogTopic.WEBHOOK_BACKLOGS, backlogs,
                CatalogTopic.WEBHOOK_ATTEMPTS, latest));
    }

    private <R extends SpecificRecord> TopicTable<R> table(CatalogTopic topic, Class<R> type) {
        return new TopicTable<>(
                reader(topic, type),
                left -> LOG.warn("a record can't be read and isn't shown: {}; {}", left.text(), left.remedy()));
    }

    private <R extends SpecificRecord> IntFunction<OwnRecords<R>> reader(CatalogTopic topic, Class<R> type) {
        return partitions -> new OwnRecords<>(topic, type, registry, topicPrefix, partitions);
    }

    private void attempted(WebhookAttempt attempt) {
        attempts.add(attempt);
        successes.add(attempt);
    }

    /** Why this may be incomplete, as text; null if it is complete. */
    @Nullable
    String fault() {
        return followed.fault();
    }

    /** The records that can't be read and are left out. */
    List<UnreadableRecord> unreadable() {
        return Stream.of(configs, clients, endpoints, backlogs)
                .flatMap(table -> table.unreadable().stream())
                .toList();
    }

    /** Each partner, ordered by id. */
    List<Entry> all() {
        Set<String> withClient =
                clients.all().stream().map(Client::getPartnerId).collect(Collectors.toSet());
        return configs.all().stream()
                .map(config ->
                        entry(config, withClient.contains(config.getPartner().getPartnerId())))
                .toList();
    }

    @Nullable
    PartnerConfig config(String partnerId) {
        return configs.get(partnerId);
    }

    Entry entry(PartnerConfig config, boolean hasClient) {
        String partnerId = config.getPartner().getPartnerId();
        return new Entry(
                config.getPartner().getPartnerName(),
                WebhookStatus.of(
                        config,
                        hasClient,
                        endpoints.under(partnerId + "/"),
                        backlogs.under(partnerId + "/"),
                        successes));
    }

    /** The partner's API clients, oldest first. */
    List<Client> clients(String partnerId) {
        return clients.all().stream()
                .filter(client -> client.getPartnerId().equals(partnerId))
                .sorted(Comparator.comparing(Client::getCreatedAt))
                .toList();
    }

    /** The latest attempts to deliver to the partner, newest first. */
    List<WebhookAttempt> attempts(String partnerId) {
        return attempts.of(partnerId);
    }

    @Override
    public void close() {
        followed.close();
    }
}
