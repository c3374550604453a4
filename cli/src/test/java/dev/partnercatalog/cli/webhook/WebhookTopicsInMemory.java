package dev.partnercatalog.cli.webhook;

import dev.partnercatalog.cli.topic.LogConsumer;
import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.events.Partner;
import dev.partnercatalog.events.WebhookSetting;
import dev.partnercatalog.records.AttemptKind;
import dev.partnercatalog.records.AttemptOutcome;
import dev.partnercatalog.records.Client;
import dev.partnercatalog.records.EndpointStatus;
import dev.partnercatalog.records.IsolatedRecord;
import dev.partnercatalog.records.PartnerCommand;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.WebhookAttempt;
import dev.partnercatalog.records.WebhookBacklog;
import dev.partnercatalog.records.WebhookControl;
import dev.partnercatalog.records.WebhookEndpoint;
import dev.partnercatalog.runtime.configuration.WebhookRequests;
import dev.partnercatalog.schemas.key.Partitioning;
import dev.partnercatalog.schemas.registry.RecordDeserializer;
import dev.partnercatalog.schemas.registry.RecordSerializer;
import dev.partnercatalog.schemas.registry.RegistryDouble;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Future;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/** The topics that the commands for webhooks use; each change of a partner is made as soon as it is sent. */
final class WebhookTopicsInMemory implements AutoCloseable {

    /** The URL of every partner's webhook. */
    static final String URL = "https://partner.example/hook?key=secret";

    static final long NOON = 1_767_268_800_000L;

    private static final String PREFIX = "catalog.";
    private static final int PARTITIONS = 4;

    private final RegistryDouble registryServer = new RegistryDouble();
    private final SchemaRegistry registry = new SchemaRegistry(registryServer.url(), Duration.ofSeconds(5));
    private final LogConsumer log = new LogConsumer();
    private final List<PartnerCommand> commands = new ArrayList<>();
    private final Map<String, PartnerConfig> configs = new HashMap<>();
    private boolean anotherFirst;

    Webhooks webhooks() {
        return new Webhooks(PREFIX, registry, (topic, consumer) -> PARTITIONS, log::another, Answering::new);
    }

    /** The changes that were sent. */
    List<PartnerCommand> commands() {
        return commands;
    }

    /** Before the next change, another one is made. */
    void comeFirst() {
        anotherFirst = true;
    }

    /** A partner with an API client and a webhook, of which nothing was chosen. */
    void partner(String id) {
        partner(id, true, WebhookControl.newBuilder().build());
    }

    /** A partner that may see a company. */
    void partner(String id, AllowedCompany company) {
        partner(id);
        PartnerConfig config = known(id);
        config.getPartner().setAllowedCompanies(List.of(company));
        put(config);
    }

    private PartnerConfig known(String id) {
        return Objects.requireNonNull(configs.get(id));
    }

    /** A partner with an API client. */
    void partner(String id, boolean webhook, WebhookControl control) {
        write(
                CatalogTopic.CLIENTS,
                "client-" + id,
                Client.newBuilder()
                        .setClientId("client-" + id)
                        .setPartnerId(id)
                        .setSecretHash(ByteBuffer.allocate(32))
                        .setEnabled(false)
                        .setCreatedAt(Instant.ofEpochMilli(NOON))
                        .build());
        partnerWithoutClient(id, webhook, control);
    }

    void partnerWithoutClient(String id, boolean webhook, WebhookControl control) {
        put(PartnerConfig.newBuilder()
                .setRevision(1)
                .setPartner(new Partner(id, "Name", true, new WebhookSetting(webhook, URL), List.of()))
                .setWebhookControl(control)
                .build());
    }

    private void put(PartnerConfig config) {
        String id = config.getPartner().getPartnerId();
        configs.put(id, config);
        write(CatalogTopic.PARTNER_CONFIGS, id, config);
    }

    void endpoint(String id, String url, EndpointStatus status) {
        boolean suspended = status == EndpointStatus.SUSPENDED;
        write(
                CatalogTopic.WEBHOOK_ENDPOINTS,
                id + "/1",
                WebhookEndpoint.newBuilder()
                        .setPartnerId(id)
                        .setPartition(1)
                        .setUrl(url)
                        .setUpdatedAt(NOON)
                        .setStatus(status)
                        .setFailures(4)
                        .setSince(NOON - 1_800_000)
                        .setFailingSince(NOON - 3_600_000)
                        .setSuspendsAt(suspended ? null : NOON + 428_400_000)
                        .setLastAccepted(NOON - 3_601_000)
                        .setBackingOffUntil(suspended ? null : NOON + 600_000)
                        .setSuspension(suspended ? "gone (status 410)" : null)
                        .setLastFailure("failed (status 500)")
                        .build());
    }

    /** A message with variants that the partner accepted. */
    void accepted(String id, String url, long at) {
        write(
                CatalogTopic.WEBHOOK_ATTEMPTS,
                id,
                WebhookAttempt.newBuilder()
                        .setPartnerId(id)
                        .setUrl(url)
                        .setAt(at)
                        .setWebhookId("msg_1")
                        .setKind(AttemptKind.CHANGES)
                        .setOutcome(AttemptOutcome.ACCEPTED)
                        .setDurationMs(1_000)
                        .setRecords(1)
                        .build());
    }

    void backlog(String id, int partition, long due, @Nullable Long oldest) {
        backlog(id, partition, due, oldest, 0, List.of(), 0);
    }

    void backlog(
            String id,
            int partition,
            long due,
            @Nullable Long oldest,
            long isolated,
            List<IsolatedRecord> isolatedRecords,
            long heldRemovals) {
        write(new WebhookBacklog(id, partition, due, oldest, NOON, isolated, isolatedRecords, heldRemovals, false));
    }

    /** Reports that a part of the catalog has yet to be compared. */
    void comparing(String id, int partition) {
        write(new WebhookBacklog(id, partition, 1L, NOON, NOON, 0L, List.of(), 0L, true));
    }

    private void write(WebhookBacklog backlog) {
        write(CatalogTopic.WEBHOOK_BACKLOGS, backlog.getPartnerId() + "/" + backlog.getPartition(), backlog);
    }

    /** Writes something that is not a valid record of the topic. */
    void spoil(CatalogTopic topic, String key) {
        log.write(topic.name(PREFIX), Partitioning.byKey(key, PARTITIONS), key, new byte[] {9});
    }

    @Override
    public void close() {
        registryServer.close();
    }

    private <T extends SpecificRecord> void write(CatalogTopic topic, String key, T value) {
        String name = topic.name(PREFIX);
        log.write(
                name,
                Partitioning.byKey(key, PARTITIONS),
                key,
                new RecordSerializer<T>(registry, topic).serialize(name, value));
    }

    /** The registry of partners. */
    private final class Answering extends MockProducer<String, byte[]> {

        Answering() {
            super(true, null, new StringSerializer(), new ByteArraySerializer());
        }

        @Override
        public synchronized Future<RecordMetadata> send(ProducerRecord<String, byte[]> record) {
            try (RecordDeserializer<PartnerCommand> deserializer =
                    new RecordDeserializer<>(registry, PartnerCommand.class)) {
                PartnerCommand command = deserializer.deserialize(record.topic(), record.value());
                commands.add(command);
                if (anotherFirst) {
                    anotherFirst = false;
                    PartnerConfig before = known(command.getPartnerId());
                    carryOut(new PartnerCommand(
                            "another",
                            command.getPartnerId(),
                            before.getRevision(),
                            before.getPartner(),
                            WebhookRequests.ping(before.getWebhookControl()),
                            0L));
                }
                carryOut(command);
            }
            return super.send(record);
        }

        private void carryOut(PartnerCommand command) {
            PartnerConfig before = known(command.getPartnerId());
            if (before.getRevision() == command.getMadeFrom()) {
                put(PartnerConfig.newBuilder(before)
                        .setRevision(before.getRevision() + 1)
                        .setWebhookControl(command.getWebhookControl())
                        .setCommandId(command.getCommandId())
                        .build());
            }
        }
    }
}
