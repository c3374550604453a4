package dev.partnercatalog.cli.webhook;

import dev.partnercatalog.cli.output.OperatorFault;
import dev.partnercatalog.cli.topic.Brokers;
import dev.partnercatalog.cli.topic.RecentRecords;
import dev.partnercatalog.cli.topic.TableContents;
import dev.partnercatalog.cli.topic.TopicReading;
import dev.partnercatalog.cli.topic.TopicTable;
import dev.partnercatalog.records.Client;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.ResyncScope;
import dev.partnercatalog.records.WebhookAttempt;
import dev.partnercatalog.records.WebhookBacklog;
import dev.partnercatalog.records.WebhookControl;
import dev.partnercatalog.records.WebhookEndpoint;
import dev.partnercatalog.records.WebhookHeader;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.configuration.EndpointHealth;
import dev.partnercatalog.runtime.configuration.LastSuccess;
import dev.partnercatalog.runtime.configuration.ResyncParts;
import dev.partnercatalog.runtime.configuration.WebhookRequests;
import dev.partnercatalog.runtime.unreadable.OwnRecords;
import dev.partnercatalog.runtime.unreadable.UnreadableRecord;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToIntBiFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;
import org.jspecify.annotations.Nullable;

/** The partners' webhooks as recorded in the topics, and the means to change them. Not thread-safe. */
public final class Webhooks {

    /** The number of attempts per partition that are read to find out what was accepted last. */
    public static final long LATEST_ATTEMPTS = 2_000;

    private static final Duration ANSWER_TIME = Duration.ofSeconds(20);
    private static final Duration PAUSE = Duration.ofMillis(200);

    private final String topicPrefix;
    private final SchemaRegistry registry;
    private final ToIntBiFunction<CatalogTopic, Consumer<?, ?>> partitions;
    private final Supplier<? extends Consumer<String, byte[]>> consumers;
    private final Supplier<? extends Producer<String, byte[]>> producers;

    /** @param partitions returns the number of partitions of a topic; a consumer of its brokers can look it up */
    public Webhooks(
            String topicPrefix,
            SchemaRegistry registry,
            ToIntBiFunction<CatalogTopic, Consumer<?, ?>> partitions,
            Supplier<? extends Consumer<String, byte[]>> consumers,
            Supplier<? extends Producer<String, byte[]>> producers) {
        this.topicPrefix = topicPrefix;
        this.registry = registry;
        this.partitions = partitions;
        this.consumers = consumers;
        this.producers = producers;
    }

    /** The webhooks of these brokers' catalog. */
    public static Webhooks of(KafkaSettings kafka, SchemaRegistry registry) {
        Brokers brokers = new Brokers(kafka);
        return new Webhooks(
                kafka.topics().prefix(), registry, brokers::partitionsOf, brokers::consumer, brokers::producer);
    }

    /**
     * The status of webhooks.
     *
     * @param statuses in order of the partners' ids
     * @param unreadable records that may say more, but can't be read
     */
    public record Report(List<WebhookStatus> statuses, List<UnreadableRecord> unreadable) {

        public Report {
            statuses = List.copyOf(statuses);
            unreadable = List.copyOf(unreadable);
        }
    }

    /** The status of the wanted partners' webhooks. */
    public Report status(Predicate<String> partner) {
        TableContents<PartnerConfig> configs;
        TableContents<Client> clients;
        TableContents<WebhookEndpoint> endpoints;
        TableContents<WebhookBacklog> backlogs;
        LastSuccess successes;
        try (Consumer<String, byte[]> consumer = consumers.get()) {
            configs = read(CatalogTopic.PARTNER_CONFIGS, PartnerConfig.class, partner, consumer);
            clients = read(CatalogTopic.CLIENTS, Client.class, clientId -> true, consumer);
            endpoints = read(CatalogTopic.WEBHOOK_ENDPOINTS, WebhookEndpoint.class, ofPartition(partner), consumer);
            backlogs = read(CatalogTopic.WEBHOOK_BACKLOGS, WebhookBacklog.class, ofPartition(partner), consumer);
            successes = successes(consumer);
        }
        Map<String, List<WebhookEndpoint>> health =
                endpoints.records().values().stream().collect(Collectors.groupingBy(WebhookEndpoint::getPartnerId));
        Map<String, List<WebhookBacklog>> due =
                backlogs.records().values().stream().collect(Collectors.groupingBy(WebhookBacklog::getPartnerId));
        Set<String> withClient =
                clients.records().values().stream().map(Client::getPartnerId).collect(Collectors.toSet());
        List<WebhookStatus> statuses = configs.records().entrySet().stream()
                .map(config -> WebhookStatus.of(
                        config.getValue(),
                        withClient.contains(config.getKey()),
                        health.getOrDefault(config.getKey(), List.of()),
                        due.getOrDefault(config.getKey(), List.of()),
                        successes))
                .toList();
        return new Report(
                statuses,
                Stream.of(configs, clients, endpoints, backlogs)
                        .flatMap(contents -> contents.unreadable().stream())
                        .toList());
    }

    /**
     * Holds a partner's webhook, and waits until that is done.
     *
     * @throws OperatorFault if there is no such partner, or no answer arrives in time
     */
    public void suspend(String partnerId) {
        change(partnerId, config -> WebhookRequests.suspend(config.getWebhookControl()));
    }

    /** Requests a test message; otherwise like {@link #suspend}. */
    public void ping(String partnerId) {
        change(partnerId, config -> WebhookRequests.ping(config.getWebhookControl()));
    }

    /**
     * The result of a resume.
     *
     * @param status the state that it made; the state before if {@code applied} is false
     * @param applied whether the sink has acted on it
     */
    public record Resumed(WebhookStatus status, boolean applied) {}

    /**
     * Resumes a partner's webhook, and waits until the sink has acted on it: a suspended endpoint is probed with a ping
     * first.
     *
     * @throws OperatorFault if the change is refused, or no answer arrives in time
     */
    public Resumed resume(String partnerId) {
        PartnerConfig config = change(partnerId, before -> WebhookRequests.release(before.getWebhookControl()));
        boolean applied = awaitResumed(config);
        return new Resumed(
                status(partnerId::equals).statuses().stream().findFirst().orElseThrow(() -> noPartner(partnerId)),
                applied);
    }

    private boolean awaitResumed(PartnerConfig config) {
        String partnerId = config.getPartner().getPartnerId();
        long deadline = System.nanoTime() + ANSWER_TIME.toNanos();
        try (Consumer<String, byte[]> consumer = consumers.get()) {
            while (!EndpointHealth.isResumed(
                    config,
                    read(
                                    CatalogTopic.WEBHOOK_ENDPOINTS,
                                    WebhookEndpoint.class,
                                    ofPartition(partnerId::equals),
                                    consumer)
                            .records()
                            .values())) {
                if (System.nanoTime() > deadline) {
                    return false;
                }
                TimeUnit.MILLISECONDS.sleep(PAUSE.toMillis());
            }
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new OperatorFault("interrupted before the webhook was resumed", e);
        }
    }

    /**
     * Sends everything or a part to a partner again; returns once the request is recorded.
     *
     * @param scope null for everything
     * @throws OperatorFault if the request is refused, or no answer arrives in time
     */
    public void resync(String partnerId, @Nullable ResyncScope scope) {
        change(partnerId, config -> {
            ResyncParts.foreign(config.getPartner(), scope).ifPresent(foreign -> {
                throw new OperatorFault("nothing was changed of partner " + partnerId + ": CHANGE_NOT_ALLOWED, "
                        + foreign.field() + " " + foreign.problem());
            });
            return WebhookRequests.resync(config.getWebhookControl(), scope);
        });
    }

    /** Describes a partner's resync in words. */
    public static String resyncInWords(String partnerId, @Nullable ResyncScope scope) {
        return partnerId
                + (scope == null
                        ? ", everything"
                        : ", company " + scope.getCompanyId()
                                + (scope.getLocationId() == null ? "" : ", location " + scope.getLocationId())
                                + (scope.getBarcode() == null ? "" : ", barcode " + scope.getBarcode()));
    }

    /**
     * Replaces the headers of a partner's webhook, and waits until that is done.
     *
     * @param headers encrypted under the master key
     * @return the webhook's control settings after the change
     * @throws OperatorFault if the change is refused, or no answer arrives in time
     */
    public WebhookControl setHeaders(String partnerId, List<WebhookHeader> headers) {
        return change(partnerId, config -> WebhookRequests.withHeaders(config.getWebhookControl(), headers))
                .getWebhookControl();
    }

    /** The control settings of a partner's webhook; throws {@link OperatorFault} if there is no such partner. */
    public WebhookControl wanted(String partnerId) {
        try (Consumer<String, byte[]> consumer = consumers.get()) {
            return config(partnerId, consumer).getWebhookControl();
        }
    }

    private PartnerConfig config(String partnerId, Consumer<String, byte[]> consumer) {
        PartnerConfig config = read(CatalogTopic.PARTNER_CONFIGS, PartnerConfig.class, partnerId::equals, consumer)
                .records()
                .get(partnerId);
        if (config == null) {
            throw noPartner(partnerId);
        }
        return config;
    }

    private PartnerConfig change(String partnerId, Function<PartnerConfig, WebhookControl> change) {
        try (Consumer<String, byte[]> consumer = consumers.get();
                Producer<String, byte[]> producer = producers.get()) {
            int count = partitions.applyAsInt(CatalogTopic.PARTNER_COMMANDS, consumer);
            TableContents<PartnerConfig> configs =
                    read(CatalogTopic.PARTNER_CONFIGS, PartnerConfig.class, partnerId::equals, consumer);
            PartnerConfig before = configs.records().get(partnerId);
            if (before == null && configs.unreadable().isEmpty()) {
                throw noPartner(partnerId);
            }
            PartnerConfig after = new CommandExchange(topicPrefix, registry, count, consumer, producer)
                    .make(partnerId, before, change, ANSWER_TIME);
            if (after == null) {
                throw noPartner(partnerId);
            }
            return after;
        }
    }

    private static OperatorFault noPartner(String partnerId) {
        return new OperatorFault("there is no partner " + partnerId + ": see './catalog webhooks status'");
    }

    private LastSuccess successes(Consumer<String, byte[]> consumer) {
        int count = partitions.applyAsInt(CatalogTopic.WEBHOOK_ATTEMPTS, consumer);
        LastSuccess successes = new LastSuccess();
        RecentRecords<WebhookAttempt> attempts = new RecentRecords<>(
                partitionCount -> new OwnRecords<>(
                        CatalogTopic.WEBHOOK_ATTEMPTS, WebhookAttempt.class, registry, topicPrefix, partitionCount),
                LATEST_ATTEMPTS,
                () -> {},
                successes::add);
        attempts.begin(count);
        Set<Integer> all = IntStream.range(0, count).boxed().collect(Collectors.toSet());
        TopicReading.toEnds(consumer, CatalogTopic.WEBHOOK_ATTEMPTS.name(topicPrefix), all, attempts);
        return successes;
    }

    private <T extends SpecificRecord> TableContents<T> read(
            CatalogTopic topic, Class<T> type, Predicate<String> key, Consumer<String, byte[]> consumer) {
        int count = partitions.applyAsInt(topic, consumer);
        Set<Integer> all = IntStream.range(0, count).boxed().collect(Collectors.toSet());
        TopicTable<T> table = new TopicTable<>(new OwnRecords<>(topic, type, registry, topicPrefix, count));
        TopicReading.toEnds(consumer, topic.name(topicPrefix), all, table.only(key));
        return table.contents();
    }

    /** Keys of these partners in a table that has a record for each partner and partition. */
    private static Predicate<String> ofPartition(Predicate<String> partner) {
        return key -> partner.test(key.substring(0, Math.max(0, key.lastIndexOf('/'))));
    }
}
