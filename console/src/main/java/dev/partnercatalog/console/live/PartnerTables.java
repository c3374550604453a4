package dev.partnercatalog.console.live;

import dev.partnercatalog.operations.topic.Brokers;
import dev.partnercatalog.operations.webhooks.WebhookStatus;
import dev.partnercatalog.query.webhook.AttemptLog;
import dev.partnercatalog.records.Client;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.WebhookAttempt;
import dev.partnercatalog.records.WebhookBacklog;
import dev.partnercatalog.records.WebhookEndpoint;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The partners, their clients and their webhooks, as the topics tell of them by now. Thread-safe. */
public final class PartnerTables implements AutoCloseable {

    private static final int ATTEMPTS = 20_000;

    private final RecordTable<PartnerConfig> configs;
    private final RecordTable<Client> clients;
    private final RecordTable<WebhookEndpoint> endpoints;
    private final RecordTable<WebhookBacklog> backlogs;
    private final Attempts attempts;
    private final FollowedTopics followed;

    private PartnerTables(Brokers brokers, SchemaRegistry registry) {
        configs = new RecordTable<>(brokers.nameOf(CatalogTopic.PARTNER_CONFIGS), PartnerConfig.class, registry);
        clients = new RecordTable<>(brokers.nameOf(CatalogTopic.CLIENTS), Client.class, registry);
        endpoints = new RecordTable<>(brokers.nameOf(CatalogTopic.WEBHOOK_ENDPOINTS), WebhookEndpoint.class, registry);
        backlogs = new RecordTable<>(brokers.nameOf(CatalogTopic.WEBHOOK_BACKLOGS), WebhookBacklog.class, registry);
        attempts = new Attempts(
                new RecordReader<>(brokers.nameOf(CatalogTopic.WEBHOOK_ATTEMPTS), WebhookAttempt.class, registry));
        followed = FollowedTopics.start(
                brokers,
                Map.of(
                        CatalogTopic.PARTNER_CONFIGS, configs,
                        CatalogTopic.CLIENTS, clients,
                        CatalogTopic.WEBHOOK_ENDPOINTS, endpoints,
                        CatalogTopic.WEBHOOK_BACKLOGS, backlogs,
                        CatalogTopic.WEBHOOK_ATTEMPTS, attempts));
    }

    /** Begins to read. */
    public static PartnerTables start(Brokers brokers, SchemaRegistry registry) {
        return new PartnerTables(brokers, registry);
    }

    /** Why this may not be all there is, in words; null where it is. */
    public @Nullable String fault() {
        return followed.fault();
    }

    public @Nullable PartnerConfig config(String partnerId) {
        return configs.get(partnerId);
    }

    /** How the webhook of each partner stands, by the partners' ids in order. */
    public List<WebhookStatus> statuses() {
        return configs.all().stream().map(this::status).toList();
    }

    public WebhookStatus status(PartnerConfig config) {
        String partnerId = config.getPartner().getPartnerId();
        return WebhookStatus.of(config, endpoints.get(partnerId), backlogs.under(partnerId + "/"));
    }

    /** The partner's API clients, the oldest first. */
    public List<Client> clients(String partnerId) {
        return clients.all().stream()
                .filter(client -> client.getPartnerId().equals(partnerId))
                .sorted(Comparator.comparing(Client::getCreatedAt))
                .toList();
    }

    /** The latest attempts to deliver to the partner, the newest first. */
    public List<WebhookAttempt> attempts(String partnerId) {
        return attempts.log.of(partnerId);
    }

    @Override
    public void close() {
        followed.close();
    }

    private static final class Attempts implements FollowedTopics.Receiver {

        private final RecordReader<WebhookAttempt> reader;
        private volatile AttemptLog log = new AttemptLog(ATTEMPTS);

        Attempts(RecordReader<WebhookAttempt> reader) {
            this.reader = reader;
        }

        @Override
        public void begin() {
            log = new AttemptLog(ATTEMPTS);
        }

        @Override
        public void accept(String key, byte @Nullable [] value) {
            if (value != null) {
                reader.read(key, value).ifPresent(log::add);
            }
        }
    }
}
