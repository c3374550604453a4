package dev.partnercatalog.cli.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.cli.CommandRun;
import dev.partnercatalog.cli.output.LoggedChanges;
import dev.partnercatalog.cli.output.OperatorFault;
import dev.partnercatalog.records.WebhookControl;
import dev.partnercatalog.records.WebhookHeader;
import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.runtime.secret.StaticHeader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WebhooksAuthenticationCommandTest {

    @AutoClose
    private final WebhookTopicsInMemory topics = new WebhookTopicsInMemory();

    private final Path folder;
    private final MasterKey masterKey;

    WebhooksAuthenticationCommandTest(@TempDir Path folder) {
        this.folder = folder;
        masterKey = MasterKey.loadOrCreate(folder.resolve("master.key"));
        topics.partner("p");
    }

    @Test
    void each_change_is_logged_without_what_was_set() {
        try (LoggedChanges changes = new LoggedChanges()) {
            run("clear", "p");
            run("show", "p");
            assertThat(changes.lines()).containsExactly("webhooks authentication clear: p");
        }
    }

    @Test
    void what_is_set_leaves_encrypted_and_is_printed_without_values() throws IOException {
        CommandRun run = set("X-Api-Key=" + file("key", "s3cret=header\n"), "X-Tenant=" + file("tenant", "7\r\n"));

        assertThat(run.out().strip())
                .isEqualTo("{\"partnerId\":\"p\",\"headers\":[{\"name\":\"X-Api-Key\"},{\"name\":\"X-Tenant\"}]}");
        WebhookControl control = topics.commands().get(0).getWebhookControl();
        assertThat(topics.commands().get(0).toString()).doesNotContain("s3cret");
        assertThat(StaticHeader.open(masterKey, "p", control.getHeaders()))
                .containsExactly(new StaticHeader("X-Api-Key", "s3cret=header"), new StaticHeader("X-Tenant", "7"));
    }

    @Test
    void clear_removes_all_headers() throws IOException {
        set("X-Api-Key=" + file("key", "s3cret"));
        run("clear", "p");

        assertThat(topics.commands().get(1).getWebhookControl().getHeaders()).isEmpty();
    }

    @Test
    void show_prints_what_is_set() {
        topics.partnerWithoutClient(
                "p",
                false,
                WebhookControl.newBuilder()
                        .setHeaders(List.of(new WebhookHeader("X-Api-Key", ByteBuffer.allocate(1))))
                        .build());

        assertThat(run("show", "p").out().strip())
                .isEqualTo("{\"partnerId\":\"p\",\"headers\":[{\"name\":\"X-Api-Key\"}]}");
        assertThat(run("show", "q").fault())
                .isInstanceOf(OperatorFault.class)
                .hasMessageStartingWith("there is no partner q");
    }

    @Test
    void what_cannot_be_used_changes_nothing_and_is_not_shown() throws IOException {
        CommandRun run = set("Host=" + file("host", "s3cret"), "X-A=" + file("a", "s3cret\ntwo lines"));

        assertThat(run.fault())
                .isInstanceOf(OperatorFault.class)
                .hasMessage(
                        "nothing was changed: headers: a name is reserved: only the sender itself may set this header;"
                                + " headers: a header must have a value of 1 to 4096 visible ASCII characters with"
                                + " spaces only between them");
        assertThat(topics.commands()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "set p",
                "set p --header X-Api-Key",
                "set p --header =file",
                "set p --header X-A=- --header X-B=-"
            })
    void options_that_do_not_go_together_are_wrong_usage(String arguments) {
        CommandRun run = run((arguments + " --secrets " + folder.resolve("master.key")).split(" "));

        assertThat(run.err()).contains("Usage:");
        assertThat(topics.commands()).isEmpty();
    }

    private CommandRun set(String... headers) {
        List<String> arguments = new ArrayList<>(List.of("set", "p", "--secrets"));
        arguments.add(folder.resolve("master.key").toString());
        for (String header : headers) {
            arguments.addAll(List.of("--header", header));
        }
        return run(arguments.toArray(String[]::new));
    }

    private String file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    private CommandRun run(String... arguments) {
        return topics.run(new WebhooksAuthenticationCommand(), arguments);
    }
}
