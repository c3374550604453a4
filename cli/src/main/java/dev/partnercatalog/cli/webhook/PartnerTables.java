package dev.partnercatalog.cli.webhook;

import dev.partnercatalog.cli.topic.OpenTopics;
import dev.partnercatalog.cli.topic.OpenTopics.TopicReceiver;
import dev.partnercatalog.cli.topic.TopicTable;
import dev.partnercatalog.records.Client;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.WebhookAttempt;
import dev.partnercatalog.records.WebhookBacklog;
import dev.partnercatalog.records.WebhookEndpoint;
import dev.partnercatalog.runtime.unreadable.OwnRecords;
import dev.partnercatalog.runtime.unreadable.UnreadableRecord;
import dev.partnercatalog.runtime.webhook.EndpointHealth;
import dev.partnercatalog.runtime.webhook.LatestAttempts;
import dev.partnercatalog.schemas.registry.UnreadableRecordException;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the topics say of partners, their clients and their webhooks: read once for a command, followed by the console.
 * Filled by one thread, read by any.
 */
public final class PartnerTables {

    private static final Logger LOG = LoggerFactory.getLogger(PartnerTables.class);
    private static final int MOST_ATTEMPTS = 20_000;

    /** How many attempts of each partition are read, to find out what was accepted last. */
    private static final long LATEST_ATTEMPTS = 2_000;

    /** A partner in a list, and how many companies it may see. */
    public record Entry(String name, int companies, WebhookStatus status) {}

    private final TopicTable<PartnerConfig> configs;
    private final TopicTable<Client> clients;
    private final TopicTable<WebhookEndpoint> endpoints;
    private final TopicTable<WebhookBacklog> backlogs;
    private final Attempts attempts;

    /** Those that can't be read are left out; the log of the applications reports them. */
    private record Attempts(OwnRecords<WebhookAttempt> reader, LatestAttempts kept) implements TopicReceiver {

        @Override
        public long latest() {
            return LATEST_ATTEMPTS;
        }

        @Override
        public void accept(ConsumerRecord<byte[], byte[]> record) {
            try {
                if (record.value() != null) {
                    kept.add(reader.value(reader.key(record.key(), record.partition()), record.value()));
                }
            } catch (UnreadableRecordException e) {
                LOG.debug("can't read the attempt at {}-{}", record.partition(), record.offset(), e);
            }
        }
    }

    /** Creates tables without content, which {@link #receivers} fill, for the partners with these ids. */
    public PartnerTables(OpenTopics topics, Predicate<String> partner) {
        Predicate<String> ofPartition = key -> partner.test(key.substring(0, Math.max(0, key.lastIndexOf('/'))));
        configs = topics.table(CatalogTopic.PARTNER_CONFIGS, PartnerConfig.class, partner);
        clients = topics.table(CatalogTopic.CLIENTS, Client.class, client -> true);
        endpoints = topics.table(CatalogTopic.WEBHOOK_ENDPOINTS, WebhookEndpoint.class, ofPartition);
        backlogs = topics.table(CatalogTopic.WEBHOOK_BACKLOGS, WebhookBacklog.class, ofPartition);
        attempts = new Attempts(
                topics.records(CatalogTopic.WEBHOOK_ATTEMPTS, WebhookAttempt.class), new LatestAttempts(MOST_ATTEMPTS));
    }

    /** What receives each topic. */
    public Map<CatalogTopic, TopicReceiver> receivers() {
        return Map.of(
                CatalogTopic.PARTNER_CONFIGS, configs,
                CatalogTopic.CLIENTS, clients,
                CatalogTopic.WEBHOOK_ENDPOINTS, endpoints,
                CatalogTopic.WEBHOOK_BACKLOGS, backlogs,
                CatalogTopic.WEBHOOK_ATTEMPTS, attempts);
    }

    /** The records that can't be read and are left out. */
    public List<UnreadableRecord> unreadable() {
        return Stream.of(configs, clients, endpoints, backlogs)
                .flatMap(table -> table.unreadable().stream())
                .toList();
    }

    /** Each partner, ordered by id. */
    public List<Entry> all() {
        Set<String> withClient = records(clients).map(Client::getPartnerId).collect(Collectors.toSet());
        Map<String, List<WebhookEndpoint>> health =
                records(endpoints).collect(Collectors.groupingBy(WebhookEndpoint::getPartnerId));
        Map<String, List<WebhookBacklog>> due =
                records(backlogs).collect(Collectors.groupingBy(WebhookBacklog::getPartnerId));
        return configs.records().entrySet().stream()
                .map(config -> new Entry(
                        config.getValue().getPartner().getPartnerName(),
                        config.getValue().getPartner().getAllowedCompanies().size(),
                        WebhookStatus.of(
                                config.getValue(),
                                withClient.contains(config.getKey()),
                                health.getOrDefault(config.getKey(), List.of()),
                                due.getOrDefault(config.getKey(), List.of()),
                                attempts.kept)))
                .toList();
    }

    private static <R extends SpecificRecord> Stream<R> records(TopicTable<R> table) {
        return table.records().values().stream();
    }

    boolean isResumed(PartnerConfig config) {
        return EndpointHealth.isResumed(config, endpoints.records().values());
    }

    /** The partner's API clients, oldest first. */
    public List<Client> clients(String partnerId) {
        return records(clients)
                .filter(client -> client.getPartnerId().equals(partnerId))
                .sorted(Comparator.comparing(Client::getCreatedAt))
                .toList();
    }

    /** The latest attempts to deliver to the partner, newest first. */
    public List<WebhookAttempt> attempts(String partnerId) {
        return attempts.kept.of(partnerId);
    }
}
