package dev.partnercatalog.cli.webhook;

import dev.partnercatalog.cli.output.OperatorFault;
import dev.partnercatalog.cli.topic.BrokerAnswer;
import dev.partnercatalog.cli.topic.Brokers;
import dev.partnercatalog.cli.topic.TopicReading;
import dev.partnercatalog.cli.topic.TopicReceiver;
import dev.partnercatalog.cli.topic.TopicTable;
import dev.partnercatalog.records.PartnerCommand;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.ResyncScope;
import dev.partnercatalog.records.WebhookControl;
import dev.partnercatalog.records.WebhookHeader;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.configuration.WebhookRequests;
import dev.partnercatalog.schemas.fault.FaultWords;
import dev.partnercatalog.schemas.key.Partitioning;
import dev.partnercatalog.schemas.registry.RecordSerializer;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToIntBiFunction;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/** The partners' webhooks as recorded in the topics, and the means to change them. Not thread-safe. */
public final class Webhooks {

    private static final Duration ANSWER_TIME = Duration.ofSeconds(20);
    private static final Duration POLL = Duration.ofMillis(200);

    /** No configuration has this revision. */
    private static final long UNKNOWN = -1;

    private final String topicPrefix;
    private final SchemaRegistry registry;
    private final ToIntBiFunction<String, Consumer<?, ?>> partitions;
    private final Supplier<? extends Consumer<String, byte[]>> consumers;
    private final Supplier<? extends Producer<String, byte[]>> producers;

    /** @param partitions returns the number of partitions of a topic, using a consumer of its brokers */
    public Webhooks(
            String topicPrefix,
            SchemaRegistry registry,
            ToIntBiFunction<String, Consumer<?, ?>> partitions,
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

    /** What the topics say at present of the wanted partners. */
    public PartnerTables status(Predicate<String> partner) {
        PartnerTables tables = new PartnerTables(registry, topicPrefix);
        try (Consumer<String, byte[]> consumer = consumers.get()) {
            tables.receivers(partner).forEach((topic, receiver) -> read(topic, receiver, consumer));
        }
        return tables;
    }

    /** The status of a partner's webhook; throws {@link OperatorFault} if there is no such partner. */
    public WebhookStatus status(String partnerId) {
        return status(partnerId, status(partnerId::equals));
    }

    private static WebhookStatus status(String partnerId, PartnerTables tables) {
        return tables.all().stream()
                .findFirst()
                .orElseThrow(() -> noPartner(partnerId))
                .status();
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
        long deadline = System.nanoTime() + ANSWER_TIME.toNanos();
        PartnerTables now = status(partnerId::equals);
        while (!now.isResumed(config) && System.nanoTime() < deadline) {
            BrokerAnswer.pause();
            now = status(partnerId::equals);
        }
        return new Resumed(status(partnerId, now), now.isResumed(config));
    }

    /**
     * Sends everything or a part to a partner again; returns once the request is recorded.
     *
     * @param scope null for everything
     * @throws OperatorFault if the request is refused, or no answer arrives in time
     */
    public void resync(String partnerId, @Nullable ResyncScope scope) {
        change(partnerId, config -> {
            WebhookRequests.foreign(config.getPartner(), scope).ifPresent(foreign -> {
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
        PartnerConfig config = status(partnerId::equals).config(partnerId);
        if (config == null) {
            throw noPartner(partnerId);
        }
        return config.getWebhookControl();
    }

    /**
     * Sends the partner registry a command, whose outcome is the partner's next configuration; once more, made from that
     * one, if another change came first.
     */
    private PartnerConfig change(String partnerId, Function<PartnerConfig, WebhookControl> change) {
        TopicTable<PartnerConfig> configs =
                new TopicTable<>(CatalogTopic.PARTNER_CONFIGS, PartnerConfig.class, registry, topicPrefix);
        try (Consumer<String, byte[]> consumer = consumers.get();
                Producer<String, byte[]> producer = producers.get()) {
            int count = partitions.applyAsInt(CatalogTopic.PARTNER_COMMANDS.name(topicPrefix), consumer);
            read(CatalogTopic.PARTNER_CONFIGS, configs.only(partnerId::equals), consumer);
            if (!configs.holds(partnerId)) {
                throw noPartner(partnerId);
            }
            long deadline = System.nanoTime() + ANSWER_TIME.toNanos();
            while (true) {
                PartnerCommand command = command(partnerId, configs.get(partnerId), change);
                send(command, Partitioning.byKey(partnerId, count), producer);
                awaitNext(command, configs, consumer, deadline);
                PartnerConfig after = configs.get(partnerId);
                if (after == null) {
                    throw noPartner(partnerId);
                }
                if (command.getCommandId().equals(after.getCommandId())) {
                    return after;
                }
            }
        } catch (KafkaException e) {
            throw new OperatorFault("the command could not be exchanged with the brokers: " + FaultWords.of(e), e);
        }
    }

    /**
     * A command to make a change from a configuration. If that can't be read, one that changes nothing: the registry
     * answers a command that was made from another configuration with the one that it has.
     */
    private static PartnerCommand command(
            String partnerId, @Nullable PartnerConfig before, Function<PartnerConfig, WebhookControl> change) {
        return PartnerCommand.newBuilder()
                .setCommandId(UUID.randomUUID().toString())
                .setPartnerId(partnerId)
                .setMadeFrom(before == null ? UNKNOWN : before.getRevision())
                .setPartner(before == null ? null : before.getPartner())
                .setWebhookControl(before == null ? WebhookControl.newBuilder().build() : change.apply(before))
                .build();
    }

    private void send(PartnerCommand command, int partition, Producer<String, byte[]> producer) {
        String topic = CatalogTopic.PARTNER_COMMANDS.name(topicPrefix);
        byte[] value =
                new RecordSerializer<PartnerCommand>(registry, CatalogTopic.PARTNER_COMMANDS).serialize(topic, command);
        BrokerAnswer.await(
                "the command was not stored",
                () -> producer.send(new ProducerRecord<>(topic, partition, command.getPartnerId(), value))
                        .get());
    }

    /** Reads the configuration that the command has made; if another change came first, the newest one. */
    private static void awaitNext(
            PartnerCommand command,
            TopicTable<PartnerConfig> configs,
            Consumer<String, byte[]> consumer,
            long deadline) {
        boolean isChanged = false;
        while (!isChanged) {
            if (System.nanoTime() > deadline) {
                throw new OperatorFault("no answer within " + ANSWER_TIME.toSeconds()
                        + " s: is './catalog streams-app' running? The command is kept and carried out once it is");
            }
            for (ConsumerRecord<String, byte[]> record : consumer.poll(POLL)) {
                if (command.getPartnerId().equals(record.key())) {
                    isChanged = true;
                    configs.accept(record);
                    PartnerConfig now = configs.get(record.key());
                    if (now != null && command.getCommandId().equals(now.getCommandId())) {
                        return;
                    }
                }
            }
        }
    }

    static OperatorFault noPartner(String partnerId) {
        return new OperatorFault("there is no partner " + partnerId + ": see './catalog webhooks status'");
    }

    private void read(CatalogTopic topic, TopicReceiver receiver, Consumer<String, byte[]> consumer) {
        String name = topic.name(topicPrefix);
        TopicReading.toEnds(consumer, name, partitions.applyAsInt(name, consumer), receiver);
    }
}
