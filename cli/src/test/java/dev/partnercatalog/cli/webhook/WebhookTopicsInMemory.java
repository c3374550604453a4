package dev.partnercatalog.cli.webhook;

import dev.partnercatalog.cli.CommandRun;
import dev.partnercatalog.cli.topic.TopicsInMemory;
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
import dev.partnercatalog.runtime.webhook.WebhookRequests;
import dev.partnercatalog.schemas.registry.RecordDeserializer;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/** The topics that the commands for webhooks use; each change of a partner is made as soon as it is sent. */
final class WebhookTopicsInMemory implements AutoCloseable {

    /** The URL of every partner's webhook. */
    static final String URL = "https://partner.example/hook?key=secret";

    static final long NOON = 1_767_268_800_000L;

    private final TopicsInMemory topics = new TopicsInMemory();
    private final List<PartnerCommand> commands = new ArrayList<>();
    private final Map<String, PartnerConfig> configs = new HashMap<>();
    private boolean anotherFirst;

    WebhookTopicsInMemory() {
        topics.onSend(this::answer);
    }

    CommandRun run(Object command, String... arguments) {
        return topics.run(command, arguments);
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
        topics.write(
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
        topics.write(CatalogTopic.PARTNER_CONFIGS, id, config);
    }

    void endpoint(String id, String url, EndpointStatus status) {
        boolean suspended = status == EndpointStatus.SUSPENDED;
        topics.write(
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
        topics.write(
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
        topics.write(CatalogTopic.WEBHOOK_BACKLOGS, backlog.getPartnerId() + "/" + backlog.getPartition(), backlog);
    }

    /** Writes something that is not a valid record of the topic. */
    void spoil(CatalogTopic topic, String key) {
        topics.spoil(topic, key);
    }

    @Override
    public void close() {
        topics.close();
    }

    /** As the registry of partners does. */
    private void answer(ProducerRecord<byte[], byte[]> record) {
        if (!record.topic().equals(CatalogTopic.PARTNER_COMMANDS.name("catalog."))) {
            return;
        }
        try (RecordDeserializer<PartnerCommand> deserializer =
                new RecordDeserializer<>(topics.registry(), PartnerCommand.class)) {
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
