package dev.partnercatalog.cli.webhooks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.cli.audit.RecordingFactory;
import dev.partnercatalog.events.Partner;
import dev.partnercatalog.events.WebhookSetting;
import dev.partnercatalog.operations.OperatorFault;
import dev.partnercatalog.operations.audit.AuditTrailInMemory;
import dev.partnercatalog.operations.topic.LogConsumer;
import dev.partnercatalog.operations.webhooks.Webhooks;
import dev.partnercatalog.records.Client;
import dev.partnercatalog.records.ControlWebhook;
import dev.partnercatalog.records.EndpointStatus;
import dev.partnercatalog.records.PartnerCommand;
import dev.partnercatalog.records.PartnerCommandResult;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.Refusal;
import dev.partnercatalog.records.RefusalCode;
import dev.partnercatalog.records.ResyncScope;
import dev.partnercatalog.records.WebhookAction;
import dev.partnercatalog.records.WebhookBacklog;
import dev.partnercatalog.records.WebhookControl;
import dev.partnercatalog.records.WebhookEndpoint;
import dev.partnercatalog.records.WebhookSettings;
import dev.partnercatalog.schemas.key.Partitioning;
import dev.partnercatalog.schemas.registry.RecordDeserializer;
import dev.partnercatalog.schemas.registry.RecordSerializer;
import dev.partnercatalog.schemas.registry.RegistryDouble;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class WebhooksCommandTest {

    private static final String PREFIX = "catalog.";
    private static final int PARTITIONS = 4;
    private static final String URL = "https://partner.example/hook?key=secret";
    private static final long NOON = 1_767_268_800_000L;

    private final RegistryDouble registryServer = new RegistryDouble();
    private final SchemaRegistry registry = new SchemaRegistry(registryServer.url(), Duration.ofSeconds(5));
    private final LogConsumer log = new LogConsumer();
    private final List<PartnerCommand> commands = new ArrayList<>();
    private final StringWriter err = new StringWriter();
    private final AuditTrailInMemory trail = new AuditTrailInMemory();
    private boolean spoiled;
    private @Nullable Refusal refusal;
    private @Nullable Exception fault;

    @AfterEach
    void stop() {
        registryServer.close();
    }

    @Test
    void status_tells_of_every_partner_what_goes_to_it_and_what_is_due() {
        partner("a", true, WebhookControl.newBuilder().build());
        partner("b", false, WebhookControl.newBuilder().build());
        partner("c", true, WebhookControl.newBuilder().setSuspended(true).build());
        partner("d", true, WebhookControl.newBuilder().build());
        partner("e", true, WebhookControl.newBuilder().build());
        endpoint("d", URL, EndpointStatus.SUSPENDED);
        endpoint("e", URL, EndpointStatus.BACKING_OFF);
        backlog("e", 0, 3, NOON - 5_000);
        backlog("e", 3, 4, NOON - 9_000);
        backlog("e", 2, 0, null);

        assertThat(run("status").lines())
                .containsExactly(
                        "a: healthy; 0 due",
                        "b: disabled; 0 due",
                        "c: held by the operator; 0 due",
                        "d: suspended since 2026-01-01T11:30:00Z, failing since 2026-01-01T11:00:00Z,"
                                + " last success 2026-01-01T10:59:59Z; 0 due; gone (status 410)",
                        "e: backing off until 2026-01-01T12:10:00Z, failing since 2026-01-01T11:00:00Z,"
                                + " suspends at 2026-01-06T11:00:00Z, last success 2026-01-01T10:59:59Z; 7 due,"
                                + " the oldest since 2026-01-01T11:59:51Z; failed (status 500)");
    }

    @Test
    void each_change_has_a_record_with_what_it_was_done_to() {
        run("suspend", "p", "--operator=o");
        run("resume", "p", "--operator=o");
        run("resync", "p", "--operator=o");
        run("resync", "p", "--company=7", "--location=70", "--barcode=b", "--operator=o");
        refusal = new Refusal(RefusalCode.NOT_FOUND, List.of());
        run("resume", "nobody", "--operator=o");
        run("status");
        assertThat(trail.lines())
                .containsExactly(
                        "o webhooks suspend [p] DONE: null",
                        "o webhooks resume [p] DONE: null",
                        "o webhooks resync [p, everything] DONE: null",
                        "o webhooks resync [p, company 7, location 70, barcode b] DONE: null",
                        "o webhooks resume [nobody] FAILED: there is no partner nobody: see './catalog webhooks"
                                + " status'");
    }

    @Test
    void status_of_one_partner_tells_of_it_alone() {
        partner("a", true, WebhookControl.newBuilder().build());
        partner("ab", true, WebhookControl.newBuilder().build());
        backlog("ab", 0, 3, NOON);

        assertThat(run("status", "a").lines()).containsExactly("a: healthy; 0 due");
    }

    @Test
    void D24_status_shows_what_the_partner_has_chosen_to_be_sent() {
        partner(
                "a",
                true,
                settings(WebhookSettings.newBuilder()
                        .setFields(List.of("name", "thc"))
                        .setVariantTypes(List.of("", "Flower"))
                        .setRecordsPerMessage(1)
                        .setSecondsBetweenMessages(30)
                        .setChangedFields(true)));
        partner("b", true, settings(WebhookSettings.newBuilder().setFields(List.of())));

        assertThat(run("status").lines())
                .containsExactly(
                        "a: healthy; 0 due; sends only the fields name, thc; only the variant types \"\", \"Flower\";"
                                + " at most 1 record a message; at most one message every 30 s;"
                                + " the names of changed fields",
                        "b: healthy; 0 due; sends no fields");
        assertThat(run("status", "--json").lines())
                .containsExactly(
                        "{\"partnerId\":\"a\",\"state\":\"healthy\",\"due\":0,\"settings\":{\"fields\":[\"name\",\"thc\"],"
                                + "\"variantTypes\":[\"\",\"Flower\"],\"recordsPerMessage\":1,"
                                + "\"secondsBetweenMessages\":30,\"changedFields\":true}}",
                        "{\"partnerId\":\"b\",\"state\":\"healthy\",\"due\":0,\"settings\":{\"fields\":[],"
                                + "\"variantTypes\":null,\"recordsPerMessage\":100,"
                                + "\"secondsBetweenMessages\":0,\"changedFields\":false}}");
    }

    private static WebhookControl settings(WebhookSettings.Builder settings) {
        return WebhookControl.newBuilder().setSettings(settings.build()).build();
    }

    @Test
    void json_is_one_object_a_line_and_never_shows_the_url() {
        partner("d", true, WebhookControl.newBuilder().build());
        endpoint("d", URL, EndpointStatus.SUSPENDED);
        backlog("d", 1, 2, NOON);

        assertThat(run("status", "--json").strip())
                .isEqualTo("{\"partnerId\":\"d\",\"state\":\"suspended\",\"reason\":\"gone (status 410)\","
                        + "\"since\":\"2026-01-01T11:30:00Z\",\"failingSince\":\"2026-01-01T11:00:00Z\","
                        + "\"lastSuccess\":\"2026-01-01T10:59:59Z\",\"due\":2,\"oldestDue\":\"2026-01-01T12:00:00Z\"}");
    }

    @Test
    void what_was_written_of_an_earlier_url_says_nothing_of_this_one() {
        partner("d", true, WebhookControl.newBuilder().build());
        endpoint("d", "https://earlier.example/", EndpointStatus.SUSPENDED);

        assertThat(run("status").strip()).isEqualTo("d: healthy; 0 due");
    }

    @Test
    void what_can_not_be_read_is_named_and_the_rest_is_told() {
        partner("a", true, WebhookControl.newBuilder().build());
        partner("b", true, WebhookControl.newBuilder().build());
        spoil(CatalogTopic.PARTNER_CONFIGS, "a");
        spoil(CatalogTopic.WEBHOOK_ENDPOINTS, "b");
        spoil(CatalogTopic.WEBHOOK_BACKLOGS, "b/0");
        assertThat(run("status").lines()).containsExactly("b: healthy; 0 due");
        assertThat(err.toString())
                .contains(
                        "left out 3 records that can't be read",
                        "partner-configs",
                        "key a: ",
                        "webhook-endpoints",
                        "key b/0: ")
                .contains("./catalog topic remove");
        assertThat(run("status", "b").lines()).containsExactly("b: healthy; 0 due");
    }

    @Test
    void an_answer_that_can_not_be_read_is_no_answer_and_the_right_one_is_waited_for() {
        spoiled = true;
        assertThat(run("resume", "p")).contains("partner p resumes");
        assertThat(fault).isNull();
    }

    @Test
    void D27_a_partner_without_a_client_is_shown_to_wait_for_one_and_resume_says_so_too() {
        partnerWithoutClient("a", true, WebhookControl.newBuilder().build());
        partnerWithoutClient("b", false, WebhookControl.newBuilder().build());
        backlog("a", 0, 3, NOON);

        assertThat(run("status").lines())
                .containsExactly(
                        "a: held until the partner has an API client; 3 due, the oldest since 2026-01-01T12:00:00Z;"
                                + " without a client, the partner has no secret to verify messages with: './catalog"
                                + " client create --partner-id a' creates one",
                        "b: disabled; 0 due");
        assertThat(run("status", "--json", "a"))
                .contains("\"state\":\"no-client\"", "\"reason\":\"without a client", "client create --partner-id a");
        assertThat(run("resume", "a")).startsWith("a: held until the partner has an API client; 3 due");
    }

    @Test
    void an_unknown_partner_is_told() {
        assertThat(run("status", "nobody")).isEmpty();
        assertThat(fault).isInstanceOf(OperatorFault.class).hasMessageContaining("no partner nobody");
    }

    @Test
    void suspend_and_resume_send_a_command_and_wait_for_its_result() {
        assertThat(run("suspend", "p")).contains("partner p is held", "webhooks resume p");
        assertThat(run("resume", "p")).contains("partner p resumes");

        assertThat(commands)
                .extracting(PartnerCommand::getChange)
                .containsExactly(
                        new ControlWebhook(WebhookAction.SUSPEND, null),
                        new ControlWebhook(WebhookAction.RELEASE, null));
        assertThat(commands).extracting(PartnerCommand::getCommandId).doesNotHaveDuplicates();
        assertThat(commands).extracting(PartnerCommand::getPartnerId).containsOnly("p");
        assertThat(fault).isNull();
    }

    @Test
    void D32_resync_asks_for_everything_or_for_a_part() {
        assertThat(run("resync", "p")).contains("resync of partner p was requested", "webhooks status p");
        run("resync", "p", "--company=1");
        run("resync", "p", "--company=1", "--location=11", "--barcode=b");

        assertThat(commands)
                .extracting(PartnerCommand::getChange)
                .containsExactly(
                        new ControlWebhook(WebhookAction.RESYNC, null),
                        new ControlWebhook(WebhookAction.RESYNC, new ResyncScope(1L, null, null)),
                        new ControlWebhook(WebhookAction.RESYNC, new ResyncScope(1L, 11L, "b")));
        assertThat(fault).isNull();
    }

    @Test
    void a_refusal_is_told() {
        refusal = new Refusal(RefusalCode.NOT_FOUND, List.of());

        assertThat(run("suspend", "nobody")).isEmpty();

        assertThat(fault).isInstanceOf(OperatorFault.class).hasMessageContaining("no partner nobody");
    }

    /** A partner with an API client. */
    private void partner(String id, boolean webhook, WebhookControl control) {
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

    private void partnerWithoutClient(String id, boolean webhook, WebhookControl control) {
        write(
                CatalogTopic.PARTNER_CONFIGS,
                id,
                PartnerConfig.newBuilder()
                        .setRevision(1)
                        .setPartner(new Partner(id, "Name", true, new WebhookSetting(webhook, URL), List.of()))
                        .setWebhookControl(control)
                        .build());
    }

    private void endpoint(String id, String url, EndpointStatus status) {
        boolean suspended = status == EndpointStatus.SUSPENDED;
        write(
                CatalogTopic.WEBHOOK_ENDPOINTS,
                id,
                WebhookEndpoint.newBuilder()
                        .setPartnerId(id)
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

    private void backlog(String id, int partition, long due, @Nullable Long oldest) {
        write(
                CatalogTopic.WEBHOOK_BACKLOGS,
                id + "/" + partition,
                new WebhookBacklog(id, partition, due, oldest, NOON));
    }

    /** Writes something that is not a valid record of the topic. */
    private void spoil(CatalogTopic topic, String key) {
        log.write(topic.name(PREFIX), Partitioning.byKey(key, PARTITIONS), key, new byte[] {9});
    }

    private <T extends SpecificRecord> void write(CatalogTopic topic, String key, T value) {
        String name = topic.name(PREFIX);
        log.write(
                name,
                Partitioning.byKey(key, PARTITIONS),
                key,
                new RecordSerializer<T>(registry, topic).serialize(name, value));
    }

    /** The registry of partners, which answers each command at once. */
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
                answer("somebody else's", command.getPartnerId());
                if (spoiled) {
                    spoil(CatalogTopic.PARTNER_COMMAND_RESULTS, command.getPartnerId());
                }
                answer(command.getCommandId(), command.getPartnerId());
            }
            return super.send(record);
        }

        private void answer(String commandId, String partnerId) {
            write(
                    CatalogTopic.PARTNER_COMMAND_RESULTS,
                    partnerId,
                    PartnerCommandResult.newBuilder()
                            .setCommandId(commandId)
                            .setPartnerId(partnerId)
                            .setRefusal(refusal)
                            .build());
        }
    }

    private String run(String... arguments) {
        StringWriter out = new StringWriter();
        CommandLine program = new CommandLine(
                new WebhooksCommand(options ->
                        new Webhooks(PREFIX, registry, (topic, consumer) -> PARTITIONS, log::another, Answering::new)),
                new RecordingFactory(trail));
        List<Exception> thrown = new ArrayList<>();
        program.setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .setExecutionExceptionHandler((exception, command, parsed) -> {
                    thrown.add(exception);
                    return 1;
                })
                .execute(arguments);
        fault = thrown.isEmpty() ? null : thrown.get(0);
        return out.toString();
    }
}
