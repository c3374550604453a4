package dev.partnercatalog.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.partnercatalog.cli.Catalog;
import dev.partnercatalog.cli.options.AuditOptions;
import dev.partnercatalog.console.Console;
import dev.partnercatalog.console.ConsoleSettings;
import dev.partnercatalog.operations.topic.Brokers;
import dev.partnercatalog.schemas.registry.RegistrySettings;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Operators with their own tokens at a running catalog, and what the audit log records about them and every command. */
@ExtendWith(CatalogExtension.class)
class OperatorsTest {

    private static final Duration SOON = Duration.ofMinutes(3);

    /** What the guide promises. */
    private static final Duration SECONDS = Duration.ofSeconds(10);

    /** An address may try ten unknown tokens. */
    private static final Duration NOT_TOO_OFTEN = Duration.ofSeconds(1);

    private static final String TOKEN = "a token for the tests of operators";

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    Path folder;

    @Test
    void operators_sign_in_with_their_roles_and_a_revoked_one_is_out_within_seconds(CatalogAddresses catalog)
            throws Exception {
        Path token = Files.writeString(folder.resolve("token"), TOKEN);
        String looks = token(run(catalog, 0, "operator", "create", "op.looks@example.com", "--role=look"));
        String acts = token(run(catalog, 0, "operator", "create", "op.acts@example.com", "--role=act"));
        try (Console console = Console.start(new ConsoleSettings(
                catalog.kafka(),
                RegistrySettings.at(catalog.registry()),
                "127.0.0.1",
                0,
                token,
                false,
                false,
                List.of()))) {
            ConsoleClient stranger = new ConsoleClient(console.address());
            await().atMost(SOON)
                    .pollInterval(NOT_TOO_OFTEN)
                    .untilAsserted(() ->
                            assertThat(stranger.signIn(TOKEN).statusCode()).isEqualTo(403));
            assertThat(stranger.get("/").statusCode()).isEqualTo(303);

            ConsoleClient looking = signedIn(console, looks);
            assertThat(looking.page("/")).contains("op.looks@example.com (read-only)");
            assertThat(looking.page("/dead-letters")).doesNotContain("Replay selected");
            assertThat(looking.postSigned("/dead-letters/replay", "id", "0-999999999")
                            .statusCode())
                    .isEqualTo(403);

            ConsoleClient acting = signedIn(console, acts);
            assertThat(acting.submit("/dead-letters/replay", "id", "0-999999998", "id", "0-999999999"))
                    .contains("Dead letter 0-999999998 doesn&#39;t exist", "Dead letter 0-999999999 doesn&#39;t exist");
            assertThat(looking.page("/audit?operator=op.acts@example.com"))
                    .containsSubsequence("dead-letters replay", "0-999999998, 0-999999999", "failed</span>")
                    .contains("signed in")
                    .doesNotContain(acts);

            run(catalog, 0, "operator", "revoke", "op.acts@example.com");
            await().atMost(SECONDS)
                    .untilAsserted(
                            () -> assertThat(acting.get("/").statusCode()).isEqualTo(303));
            assertThat(acting.signIn(acts).statusCode()).isEqualTo(403);
            assertThat(looking.page("/")).contains("op.looks@example.com");
        }
        assertThat(run(catalog, 0, "audit", "list", "--operator=op.acts@example.com", "--since=1h"))
                .containsPattern("console 127.0.0.1, signed in +sign-in .*done")
                .containsPattern("dead-letters replay +0-999999998, 0-999999999 +failed");
        assertThat(run(catalog, 0, "audit", "list", "--operator=op.looks@example.com"))
                .containsPattern("POST /dead-letters/replay .*refused +the role doesn't allow it");
        assertThat(run(catalog, 0, "operator", "list", "--json"))
                .contains("\"name\":\"op.acts@example.com\",\"role\":\"act\"");
    }

    /** Waits until the console has read the operator. */
    private static ConsoleClient signedIn(Console console, String token) {
        ConsoleClient client = new ConsoleClient(console.address());
        await().atMost(SOON)
                .pollInterval(NOT_TOO_OFTEN)
                .untilAsserted(
                        () -> assertThat(client.signIn(token).statusCode()).isEqualTo(303));
        return client;
    }

    @Test
    void every_command_that_changes_something_leaves_a_record_however_it_ends(CatalogAddresses catalog)
            throws Exception {
        String me = "--operator=audited";
        String secrets = "--secrets=" + catalog.secrets();
        Path listing = Files.writeString(
                folder.resolve("listing.ndjson"),
                "{\"companyId\": 7580, \"locationId\": 7581, \"sku\": \"audited\", \"barcode\": \"audited\"}\n");
        run(catalog, 0, "publish", "listings", listing.toString(), me);
        run(catalog, 0, "client", "create", "--partner-id=audited", "--client-id=audited", secrets, me);
        run(catalog, 0, "client", "rotate-secret", "audited", me);
        run(catalog, 0, "partner", "link", "audited", secrets, me);
        run(catalog, 0, "client", "disable", "audited", me);
        run(catalog, 0, "client", "enable", "audited", me);
        run(catalog, 0, "signing-key", "forget-master-key", me);
        run(catalog, 0, "signing-key", "rotate", secrets, me);
        run(catalog, 1, "signing-key", "remove", "no-such-key", me);
        run(catalog, 1, "webhooks", "suspend", "nobody", me);
        run(catalog, 1, "webhooks", "ping", "nobody", me);
        run(catalog, 1, "webhooks", "resume", "nobody", me);
        run(catalog, 1, "webhooks", "resync", "nobody", "--company=7", me);
        run(catalog, 1, "webhooks", "authentication", "set", "nobody", "--ed25519", secrets, me);
        run(catalog, 1, "webhooks", "authentication", "clear", "nobody", me);
        run(catalog, 1, "webhooks", "authentication", "rotate-key", "nobody", me);
        run(catalog, 1, "dead-letters", "replay", "0-999999999", me);
        run(catalog, 1, "dead-letters", "dismiss", "0-999999999", me);
        run(catalog, 1, "restore", folder.resolve("no-such-backup").toString(), secrets, me);
        // A single broker can't have two copies of a topic.
        run(catalog, 1, "topic", "repartition", "--to-prefix=audited.", "--partitions=1", "--replication-factor=2", me);
        run(catalog, 1, "topic", "remove", "clients", "--key=no-such-key", me);
        run(catalog, 0, "operator", "create", "audited-one", "--role=look", me);
        run(catalog, 0, "operator", "revoke", "audited-one", me);

        List<JsonNode> records = audit(catalog, "--operator=audited");
        assertThat(records)
                .extracting(record -> record.path("action").asText() + ": "
                        + record.path("target").asText() + ": "
                        + record.path("outcome").asText())
                .containsExactly(
                        "operator revoke: audited-one: done",
                        "operator create: audited-one, role look: done",
                        "topic remove: clients key no-such-key: failed",
                        "topic repartition: to audited.* with 1 partition: failed",
                        "restore: partners, clients and keys: failed",
                        "dead-letters dismiss: 0-999999999: failed",
                        "dead-letters replay: 0-999999999: failed",
                        "webhooks authentication rotate-key: nobody: failed",
                        "webhooks authentication clear: nobody: failed",
                        "webhooks authentication set: nobody: failed",
                        "webhooks resync: nobody, company 7: failed",
                        "webhooks resume: nobody: failed",
                        "webhooks ping: nobody: failed",
                        "webhooks suspend: nobody: failed",
                        "signing-key remove: no-such-key: failed",
                        "signing-key rotate: " + records.get(15).path("target").asText() + ": done",
                        "signing-key forget-master-key: : done",
                        "client enable: audited of partner audited: done",
                        "client disable: audited of partner audited: done",
                        "partner link: audited of partner audited: done",
                        "client rotate-secret: audited of partner audited: done",
                        "client create: audited of partner audited: done",
                        "publish: listings: done");
        assertThat(records).allSatisfy(record -> {
            assertThat(record.path("identity").asText()).isEqualTo("claimed");
            assertThat(record.path("source").asText()).isEqualTo("command");
            assertThat(record.path("address").asText()).isNotEmpty();
        });
        // It would repair what other tests break: CatalogAuditTest runs it on a catalog of its own.
        Set<String> others = audited(Catalog.commandLine(), "");
        others.remove("topic audit");
        assertThat(records.stream().map(record -> record.path("action").asText()))
                .containsExactlyInAnyOrderElementsOf(others);
        assertThat(audit(catalog, "--operator=audited", "--action=client", "--limit=2"))
                .hasSize(2);
    }

    /** The names of the commands that write to the log. */
    private static Set<String> audited(CommandLine command, String name) {
        Set<String> names = new TreeSet<>();
        if (command.getCommandSpec().mixins().values().stream()
                .anyMatch(mixin -> mixin.userObject() instanceof AuditOptions)) {
            names.add(name);
        }
        command.getSubcommands().forEach((part, sub) -> names.addAll(audited(sub, (name + " " + part).strip())));
        return names;
    }

    @Test
    @Tag("processes")
    void a_command_that_is_ended_by_a_signal_leaves_a_record(CatalogAddresses catalog) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                Catalog.class.getName(),
                "publish",
                "listings",
                "-",
                "--operator=interrupted"));
        command.addAll(CommandRun.connection(catalog));
        Path err = folder.resolve("interrupted.err");
        Process process =
                new ProcessBuilder(command).redirectError(err.toFile()).start();
        try {
            process.getOutputStream().write("{}\n".getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().flush();
            // It has started once it has reported what is wrong with the first line.
            await().atMost(SOON).untilAsserted(() -> assertThat(err).content().contains("line 1:"));
            process.destroy();
            assertThat(process.waitFor(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        assertThat(audit(catalog, "--operator=interrupted"))
                .as(Files.readString(err))
                .extracting(record -> record.path("detail").asText())
                .contains("ended by a signal before it was done");
    }

    @Test
    void the_log_is_kept_for_a_year_in_one_partition(CatalogAddresses catalog) throws Exception {
        Brokers brokers = new Brokers(catalog.kafka());
        assertThat(brokers.partitionsOf(CatalogTopic.AUDIT)).isOne();
        try (Admin admin = Admin.create(catalog.kafka().properties())) {
            ConfigResource topic = new ConfigResource(ConfigResource.Type.TOPIC, brokers.nameOf(CatalogTopic.AUDIT));
            Config config = Objects.requireNonNull(
                    admin.describeConfigs(List.of(topic)).all().get().get(topic));
            assertThat(config.get("cleanup.policy").value()).isEqualTo("delete");
            assertThat(config.get("retention.ms").value())
                    .isEqualTo(Long.toString(Duration.ofDays(365).toMillis()));
        }
    }

    private static List<JsonNode> audit(CatalogAddresses catalog, String... filter) {
        String[] list = Stream.concat(Stream.of("audit", "list", "--json"), Arrays.stream(filter))
                .toArray(String[]::new);
        return run(catalog, 0, list).lines().map(PartnerClient::read).toList();
    }

    private static String token(String created) {
        return PartnerClient.read(created).path("token").asText();
    }

    private static String run(CatalogAddresses catalog, int status, String... command) {
        return CommandRun.on(catalog, command).endedWith(status);
    }
}
