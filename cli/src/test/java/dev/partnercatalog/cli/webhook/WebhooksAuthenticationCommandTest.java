package dev.partnercatalog.cli.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.cli.output.LoggedChanges;
import dev.partnercatalog.cli.CommandRun;
import dev.partnercatalog.operations.OperatorFault;
import dev.partnercatalog.records.AuthenticationPart;
import dev.partnercatalog.records.ConfigureAuthentication;
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
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WebhooksAuthenticationCommandTest {

    private final WebhookTopicsInMemory topics = new WebhookTopicsInMemory();
    private final Path folder;
    private final MasterKey masterKey;

    WebhooksAuthenticationCommandTest(@TempDir Path folder) {
        this.folder = folder;
        masterKey = MasterKey.loadOrCreate(folder.resolve("master.key"));
    }

    @AfterEach
    void stop() {
        topics.close();
    }

    @Test
    void each_change_is_logged_without_what_was_set() {
        try (LoggedChanges changes = new LoggedChanges()) {
            run("rotate-key", "p");
            run("clear", "p", "--headers");
            run("show", "p");
            assertThat(changes.lines())
                    .containsExactly("webhooks authentication rotate-key: p", "webhooks authentication clear: p");
        }
    }

    @Test
    void what_is_set_leaves_encrypted_and_is_printed_without_secrets() throws IOException {
        CommandRun run = run(
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
                "--client-authentication",
                "body",
                "--token-parameter",
                "audience=https://api.example/?a=b",
                "--secrets",
                folder.resolve("master.key").toString());

        assertThat(run.out().strip())
                .isEqualTo(
                        "{\"partnerId\":\"p\",\"ed25519\":true,\"keyRotatedAt\":null,\"headers\":[{\"name\":\"X-Api-Key\"}],"
                                + "\"oauth2\":{\"tokenUrl\":\"https://login.example/token\",\"clientId\":\"id\",\"scope\":null,"
                                + "\"clientAuthentication\":\"body\",\"parameters\":{\"audience\":\"https://api.example/?a=b\"}},"
                                + "\"clientCertificate\":null}");
        ConfigureAuthentication change =
                (ConfigureAuthentication) topics.commands().get(0).getChange();
        assertThat(topics.commands().get(0).toString()).doesNotContain("s3cret");
        assertThat(change.getDrop()).isEmpty();
        assertThat(new CredentialSeal(masterKey).open("p", change.getSet()))
                .isEqualTo(new WebhookCredentials(
                        true,
                        List.of(new StaticHeader("X-Api-Key", "s3cret=header")),
                        new OAuth2Client(
                                "https://login.example/token",
                                "id",
                                "s3cret-client",
                                null,
                                OAuth2Client.Method.BODY,
                                Map.of("audience", "https://api.example/?a=b")),
                        null));
    }

    @Test
    void clear_takes_back_what_it_names_or_everything() {
        run("clear", "p", "--headers", "--oauth2");
        run("clear", "p");

        assertThat(topics.commands())
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

        assertThat(topics.commands().get(0).getChange())
                .isEqualTo(new ConfigureAuthentication(
                        List.of(), WebhookAuthentication.newBuilder().build(), true));
    }

    @Test
    void show_prints_what_is_set() {
        topics.partnerWithoutClient(
                "p",
                false,
                WebhookControl.newBuilder()
                        .setAuthentication(WebhookAuthentication.newBuilder()
                                .setEd25519(true)
                                .build())
                        .build());

        assertThat(run("show", "p").out()).startsWith("{\"partnerId\":\"p\",\"ed25519\":true,");
        assertThat(run("show", "q").fault())
                .isInstanceOf(OperatorFault.class)
                .hasMessageStartingWith("there is no partner q");
    }

    @Test
    void what_cannot_be_used_changes_nothing_and_is_not_shown() throws IOException {
        CommandRun run = run(
                "set",
                "p",
                "--header",
                "Host=" + file("host", "s3cret"),
                "--header",
                "X-A=" + file("a", "s3cret\ntwo lines"),
                "--secrets",
                folder.resolve("master.key").toString());

        assertThat(run.fault())
                .isInstanceOf(OperatorFault.class)
                .hasMessage(
                        "nothing was changed: headers: a name is reserved: only the sender itself may set this header;"
                                + " headers: a header must have a value of 1 to 4096 visible ASCII characters with"
                                + " spaces only between them");
        assertThat(topics.commands()).isEmpty();
    }

    @Test
    void a_refusal_says_why() throws IOException {
        topics.refuse(new Refusal(
                RefusalCode.INVALID_REQUEST, List.of(new Violation("headers", "can't have Authorization"))));

        CommandRun run = run(
                "set",
                "p",
                "--ed25519",
                "--secrets",
                folder.resolve("master.key").toString());

        assertThat(run.fault())
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
        CommandRun run = run((arguments + " --secrets " + folder.resolve("master.key")).split(" "));

        assertThat(run.err()).contains("Usage:");
        assertThat(topics.commands()).isEmpty();
    }

    private String file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    private CommandRun run(String... arguments) {
        return CommandRun.of(
                new WebhooksAuthenticationCommand(
                        connection -> topics.webhooks(), (secrets, connection) -> secrets.read()),
                arguments);
    }
}
