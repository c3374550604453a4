package dev.partnercatalog.console.live;

import dev.partnercatalog.operations.topic.Brokers;
import dev.partnercatalog.operations.topic.FollowedTopics;
import dev.partnercatalog.operations.topic.RecentRecords;
import dev.partnercatalog.operations.topic.TopicTable;
import dev.partnercatalog.operations.webhooks.WebhookStatus;
import dev.partnercatalog.operations.webhooks.Webhooks;
import dev.partnercatalog.query.webhook.LatestAttempts;
import dev.partnercatalog.query.webhook.LatestRecords;
import dev.partnercatalog.records.Client;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.WebhookAttempt;
import dev.partnercatalog.records.WebhookBacklog;
import dev.partnercatalog.records.WebhookEndpoint;
import dev.partnercatalog.records.WebhookExchange;
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
public final class PartnerTables implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(PartnerTables.class);
    private static final int ATTEMPTS = 20_000;

    private static final int EXCHANGES = 2_000;
    private static final int EXCHANGES_OF_ONE_PARTNER = 50;
    private static final long LATEST_EXCHANGES = 200;

    private final TopicTable<PartnerConfig> configs;
    private final TopicTable<Client> clients;
    private final TopicTable<WebhookEndpoint> endpoints;
    private final TopicTable<WebhookBacklog> backlogs;
    private final LastSuccess successes = new LastSuccess();
    private volatile LatestAttempts attempts = new LatestAttempts(ATTEMPTS);
    private volatile LatestRecords<WebhookExchange> exchanges = noExchanges();
    private final FollowedTopics followed;

    private PartnerTables(Brokers brokers, SchemaRegistry registry, String topicPrefix) {
        configs = table(CatalogTopic.PARTNER_CONFIGS, PartnerConfig.class, registry, topicPrefix);
        clients = table(CatalogTopic.CLIENTS, Client.class, registry, topicPrefix);
        endpoints = table(CatalogTopic.WEBHOOK_ENDPOINTS, WebhookEndpoint.class, registry, topicPrefix);
        backlogs = table(CatalogTopic.WEBHOOK_BACKLOGS, WebhookBacklog.class, registry, topicPrefix);
        followed = new FollowedTopics(
                topicPrefix,
                brokers::partitionsOf,
                brokers::follower,
                Map.of(
                        CatalogTopic.PARTNER_CONFIGS, configs,
                        CatalogTopic.CLIENTS, clients,
                        CatalogTopic.WEBHOOK_ENDPOINTS, endpoints,
                        CatalogTopic.WEBHOOK_BACKLOGS, backlogs,
                        CatalogTopic.WEBHOOK_ATTEMPTS,
                                new RecentRecords<>(
                                        reader(
                                                CatalogTopic.WEBHOOK_ATTEMPTS,
                                                WebhookAttempt.class,
                                                registry,
                                                topicPrefix),
                                        Webhooks.LATEST_ATTEMPTS,
                                        () -> attempts = new LatestAttempts(ATTEMPTS),
                                        this::attempted),
                        CatalogTopic.WEBHOOK_EXCHANGES,
                                new RecentRecords<>(
                                        reader(
                                                CatalogTopic.WEBHOOK_EXCHANGES,
                                                WebhookExchange.class,
                                                registry,
                                                topicPrefix),
                                        LATEST_EXCHANGES,
                                        () -> exchanges = noExchanges(),
                                        exchange -> exchanges.add(exchange))));
    }

    private static LatestRecords<WebhookExchange> noExchanges() {
        return new LatestRecords<>(EXCHANGES, EXCHANGES_OF_ONE_PARTNER, WebhookExchange::getPartnerId);
    }

    private static <R extends SpecificRecord> TopicTable<R> table(
            CatalogTopic topic, Class<R> type, SchemaRegistry registry, String topicPrefix) {
        return new TopicTable<>(
                reader(topic, type, registry, topicPrefix),
                left -> LOG.warn("a record can't be read and isn't shown: {}; {}", left.text(), left.remedy()));
    }

    private static <R extends SpecificRecord> IntFunction<OwnRecords<R>> reader(
            CatalogTopic topic, Class<R> type, SchemaRegistry registry, String topicPrefix) {
        return partitions -> new OwnRecords<>(topic, type, registry, topicPrefix, partitions);
    }

    /** Starts reading. */
    public static PartnerTables start(Brokers brokers, SchemaRegistry registry, String topicPrefix) {
        return new PartnerTables(brokers, registry, topicPrefix);
    }

    /** Why this may be incomplete, as text; null if it is complete. */
    public @Nullable String fault() {
        return followed.fault();
    }

    /** The records that can't be read and are left out. */
    public List<UnreadableRecord> unreadable() {
        return Stream.of(configs, clients, endpoints, backlogs)
                .flatMap(table -> table.unreadable().stream())
                .toList();
    }

    public @Nullable PartnerConfig config(String partnerId) {
        return configs.get(partnerId);
    }

    /** The status of each partner's webhook, ordered by partner id. */
    public List<WebhookStatus> statuses() {
        Set<String> withClient = withClient();
        return configs.all().stream().map(config -> status(config, withClient)).toList();
    }

    /** Each partner, ordered by id. */
    public List<PartnerSummary> summaries() {
        Set<String> withClient = withClient();
        return configs.all().stream()
                .map(config -> new PartnerSummary(config.getPartner().getPartnerName(), status(config, withClient)))
                .toList();
    }

    /** The configuration of each partner, ordered by id. */
    public List<PartnerConfig> configs() {
        return configs.all();
    }

    public WebhookStatus status(PartnerConfig config) {
        return status(config, withClient());
    }

    private WebhookStatus status(PartnerConfig config, Set<String> withClient) {
        String partnerId = config.getPartner().getPartnerId();
        return WebhookStatus.of(
                config,
                withClient.contains(partnerId),
                endpoints.get(partnerId),
                backlogs.under(partnerId + "/"),
                successes);
    }

    private Set<String> withClient() {
        return clients.all().stream().map(Client::getPartnerId).collect(Collectors.toSet());
    }

    /** The partner's API clients, oldest first. */
    public List<Client> clients(String partnerId) {
        return clients.all().stream()
                .filter(client -> client.getPartnerId().equals(partnerId))
                .sorted(Comparator.comparing(Client::getCreatedAt))
                .toList();
    }

    /** The latest attempts to deliver to the partner, newest first. */
    public List<WebhookAttempt> attempts(String partnerId) {
        return attempts.of(partnerId);
    }

    /** The latest exchanges with the partner's endpoint, oldest first. */
    public List<WebhookExchange> exchanges(String partnerId) {
        return exchanges.of(partnerId);
    }

    @Override
    public void close() {
        followed.close();
    }

    private void attempted(WebhookAttempt attempt) {
        attempts.add(attempt);
        successes.add(attempt);
    }
}
