package dev.partnercatalog.cli.webhooks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.cli.audit.RecordingFactory;
import dev.partnercatalog.events.Partner;
import dev.partnercatalog.events.WebhookSetting;
import dev.partnercatalog.operations.OperatorFault;
import dev.partnercatalog.operations.audit.AuditTrailInMemory;
import dev.partnercatalog.operations.topic.LogConsumer;
import dev.partnercatalog.operations.webhooks.Webhooks;
import dev.partnercatalog.records.AuthenticationPart;
import dev.partnercatalog.records.ConfigureAuthentication;
import dev.partnercatalog.records.PartnerCommand;
import dev.partnercatalog.records.PartnerCommandResult;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.Refusal;
import dev.partnercatalog.records.RefusalCode;
import dev.partnercatalog.records.Violation;
import dev.partnercatalog.records.WebhookAuthentication;
import dev.partnercatalog.records.WebhookControl;
import dev.partnercatalog.runtime.credential.CredentialSeal;
import dev.partnercatalog.runtime.credential.OAuth2Client;
import dev.partnercatalog.runtime.credential.StaticHeader;
import dev.partnercatalog.runtime.credential.WebhookCredentials;
import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.schemas.key.Partitioning;
import dev.partnercatalog.schemas.registry.RecordDeserializer;
import dev.partnercatalog.schemas.registry.RecordSerializer;
import dev.partnercatalog.schemas.registry.RegistryDouble;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
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
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class WebhooksAuthenticationCommandTest {

    private static final String PREFIX = "catalog.";
    private static final int PARTITIONS = 4;

    private final RegistryDouble registryServer = new RegistryDouble();
    private final SchemaRegistry registry = new SchemaRegistry(registryServer.url(), Duration.ofSeconds(5));
    private final LogConsumer log = new LogConsumer();
    private final List<PartnerCommand> commands = new ArrayList<>();
    private final StringWriter out = new StringWriter();
    private final AuditTrailInMemory trail = new AuditTrailInMemory();
    private final StringWriter err = new StringWriter();
    private final Path folder;
    private final MasterKey masterKey;
    private @Nullable Refusal refusal;
    private @Nullable Exception fault;

    WebhooksAuthenticationCommandTest(@TempDir Path folder) {
        this.folder = folder;
        masterKey = MasterKey.loadOrCreate(folder.resolve("master.key"));
    }

    @AfterEach
    void stop() {
        registryServer.close();
    }

    @Test
    void each_change_has_a_record_without_what_was_set() {
        run("rotate-key", "p", "--operator=o");
        run("clear", "p", "--headers", "--operator=o");
        run("show", "p");
        assertThat(trail.lines())
                .containsExactly(
                        "o webhooks authentication rotate-key [p] DONE: null",
                        "o webhooks authentication clear [p] DONE: cleared: [HEADERS]");
    }

    @Test
    void what_is_set_leaves_encrypted_and_is_printed_without_secrets() throws IOException {
        run(
                "set",
                "p",
                "--ed25519",
                "--header",
                "X-Api-Key=" + file("key", "s3cret=header\n"),
                "--token-url",
                "https://login.example/token",
                "--client-id",
                "id",
                "--client-secret",
                file("client", "s3cret-client\r\n"),
                "--secrets",
                folder.resolve("master.key").toString());

        assertThat(out.toString().strip())
                .isEqualTo(
                        "{\"partnerId\":\"p\",\"ed25519\":true,\"keyRotatedAt\":null,\"headers\":[{\"name\":\"X-Api-Key\"}],"
                                + "\"oauth2\":{\"tokenUrl\":\"https://login.example/token\",\"clientId\":\"id\",\"scope\":null},"
                                + "\"clientCertificate\":null}");
        ConfigureAuthentication change =
                (ConfigureAuthentication) commands.get(0).getChange();
        assertThat(commands.get(0).toString()).doesNotContain("s3cret");
        assertThat(change.getDrop()).isEmpty();
        assertThat(new CredentialSeal(masterKey).open("p", change.getSet()))
                .isEqualTo(new WebhookCredentials(
                        true,
                        List.of(new StaticHeader("X-Api-Key", "s3cret=header")),
                        new OAuth2Client("https://login.example/token", "id", "s3cret-client", null),
                        null));
    }

    @Test
    void clear_takes_back_what_it_names_or_everything() {
        run("clear", "p", "--headers", "--oauth2");
        run("clear", "p");

        assertThat(commands)
                .extracting(command -> ((ConfigureAuthentication) command.getChange()).getDrop())
                .containsExactly(
                        List.of(AuthenticationPart.HEADERS, AuthenticationPart.OAUTH2),
                        List.of(
                                AuthenticationPart.ED25519,
                                AuthenticationPart.HEADERS,
                                AuthenticationPart.OAUTH2,
                                AuthenticationPart.CLIENT_CERTIFICATE));
    }

    @Test
    void rotate_key_asks_for_a_new_key_and_changes_nothing_else() {
        run("rotate-key", "p");

        assertThat(commands.get(0).getChange())
                .isEqualTo(new ConfigureAuthentication(
                        List.of(), WebhookAuthentication.newBuilder().build(), true));
    }

    @Test
    void show_prints_what_is_set() {
        write(
                CatalogTopic.PARTNER_CONFIGS,
                "p",
                config(WebhookAuthentication.newBuilder().setEd25519(true).build()));

        run("show", "p");

        assertThat(out.toString()).startsWith("{\"partnerId\":\"p\",\"ed25519\":true,");
        run("show", "q");
        assertThat(fault).isInstanceOf(OperatorFault.class).hasMessageStartingWith("there is no partner q");
    }

    @Test
    void what_cannot_be_used_changes_nothing_and_is_not_shown() throws IOException {
        run(
                "set",
                "p",
                "--header",
                "Host=" + file("host", "s3cret"),
                "--header",
                "X-A=" + file("a", "s3cret\ntwo lines"),
                "--secrets",
                folder.resolve("master.key").toString());

        assertThat(fault)
                .isInstanceOf(OperatorFault.class)
                .hasMessage(
                        "nothing was changed: headers: a name is reserved: only the sender itself may set this header;"
                                + " headers: a header must have a value of 1 to 4096 visible ASCII characters with"
                                + " spaces only between them");
        assertThat(commands).isEmpty();
    }

    @Test
    void a_refusal_says_why() throws IOException {
        refusal =
                new Refusal(RefusalCode.INVALID_REQUEST, List.of(new Violation("headers", "can't have Authorization")));

        run("set", "p", "--ed25519", "--secrets", folder.resolve("master.key").toString());

        assertThat(fault)
                .hasMessage("nothing was changed of partner p: INVALID_REQUEST, headers can't have Authorization");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "set p",
                "set p --header X-Api-Key",
                "set p --header =file",
                "set p --client-id id",
                "set p --certificates file",
                "set p --header X-A=- --header X-B=-"
            })
    void options_that_do_not_go_together_are_wrong_usage(String arguments) {
        run((arguments + " --secrets " + folder.resolve("master.key")).split(" "));

        assertThat(err.toString()).contains("Usage:");
        assertThat(commands).isEmpty();
    }

    private String file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    private static PartnerConfig config(WebhookAuthentication authentication) {
        return PartnerConfig.newBuilder()
                .setRevision(1)
                .setPartner(new Partner("p", "P", true, new WebhookSetting(false, ""), List.of()))
                .setWebhookControl(WebhookControl.newBuilder()
                        .setAuthentication(authentication)
                        .build())
                .build();
    }

    private <T extends SpecificRecord> void write(CatalogTopic topic, String key, T value) {
        String name = topic.name(PREFIX);
        log.write(
                name,
                Partitioning.byKey(key, PARTITIONS),
                key,
                new RecordSerializer<T>(registry, topic).serialize(name, value));
    }

    /** The registry of partners, with nothing set before. */
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
                write(
                        CatalogTopic.PARTNER_COMMAND_RESULTS,
                        command.getPartnerId(),
                        PartnerCommandResult.newBuilder()
                                .setCommandId(command.getCommandId())
                                .setPartnerId(command.getPartnerId())
                                .setRefusal(refusal)
                                .setConfig(config(((ConfigureAuthentication) command.getChange()).getSet()))
                                .build());
            }
            return super.send(record);
        }
    }

    private void run(String... arguments) {
        CommandLine program = new CommandLine(
                new WebhooksAuthenticationCommand(options ->
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
    }
}
