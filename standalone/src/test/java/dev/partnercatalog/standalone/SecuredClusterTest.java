package dev.partnercatalog.standalone;

import static dev.partnercatalog.standalone.CompanyEvents.listing;
import static dev.partnercatalog.standalone.CompanyEvents.partner;
import static dev.partnercatalog.standalone.CompanyEvents.product;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.partnercatalog.cli.client.ClientAccounts.Credentials;
import dev.partnercatalog.query.QueryApi;
import dev.partnercatalog.query.QueryApiSettings;
import dev.partnercatalog.query.QueryApiSettings.AddressSettings;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.schemas.topic.TopicSettings;
import dev.partnercatalog.streams.StreamsApp;
import dev.partnercatalog.streams.StreamsAppSettings;
import dev.partnercatalog.webhook.WebhookSink;
import dev.partnercatalog.webhook.WebhookSinkSettings;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * The whole system on a cluster that authenticates everyone and allows no more than docs/operators/deploy.md says must be
 * allowed.
 */
@Tag("processes")
@ExtendWith(CatalogExtension.class)
class SecuredClusterTest {

    private static final Path DOCUMENT = Path.of("..", "docs", "operators", "deploy.md");
    private static final Pattern RULE = Pattern.compile(
            "(?m)^\\| `([a-z-]+)` \\| (topic|group|transactional-id) \\| ((?:`[^`]+`(?:, )?)+) \\| ([A-Za-z, ]+) \\|$");
    private static final String PREFIX = "secured.";
    private static final int PARTITIONS = 2;

    @TempDir
    static Path folder;

    private static SecuredBroker broker;
    private static URI registry;

    @BeforeAll
    static void start(CatalogAddresses catalog) throws Exception {
        broker = SecuredBroker.start(folder);
        registry = catalog.registry();
        List<AclBinding> rules = rules();
        Set<String> users = new TreeSet<>();
        rules.forEach(rule -> users.add(rule.entry().principal().substring("User:".length())));
        assertThat(users)
                .containsExactly("operator", "query-api", "recovery", "streams-app", "upstream", "webhook-sink");
        for (String user : users) {
            broker.addUser(user, password(user));
        }
        try (Admin admin = broker.admin()) {
            admin.createAcls(rules).all().get();
        }
    }

    @AfterAll
    static void stop() {
        broker.close();
    }

    /** The document's table, for a different prefix than the one it is written for. */
    private static List<AclBinding> rules() throws IOException {
        List<AclBinding> rules = new ArrayList<>();
        Matcher row = RULE.matcher(Files.readString(DOCUMENT));
        while (row.find()) {
            ResourceType type =
                    ResourceType.valueOf(row.group(2).toUpperCase(Locale.ROOT).replace('-', '_'));
            for (String name : row.group(3).replace("`", "").split(", ", -1)) {
                for (String operation : row.group(4).split(", ", -1)) {
                    rules.add(rule(row.group(1), type, name, operation));
                }
            }
        }
        return rules;
    }

    private static AclBinding rule(String user, ResourceType type, String name, String operation) {
        return new AclBinding(
                new ResourcePattern(
                        type,
                        name.replace("*", "").replaceFirst("^catalog\\.", PREFIX),
                        name.endsWith("*") ? PatternType.PREFIXED : PatternType.LITERAL),
                new AccessControlEntry(
                        "User:" + user,
                        "*",
                        AclOperation.fromString(operation.replaceAll("(?<=[a-z])(?=[A-Z])", "_")),
                        AclPermissionType.ALLOW));
    }

    private static String password(String user) {
        return user + "'s-password";
    }

    private static KafkaSettings kafka(String user) {
        return new KafkaSettings(
                broker.bootstrapServers(),
                new TopicSettings(PREFIX, PARTITIONS, (short) 1),
                broker.clientProperties(user, password(user)));
    }

    @Test
    void everything_works_with_the_rights_that_the_guide_lists() throws Exception {
        Path key = folder.resolve("master.key");
        MasterKey.loadOrCreate(key);
        try (StreamsApp streamsApp = StreamsApp.start(
                        StreamsAppSettings.of(kafka("streams-app"), registry, folder.resolve("streams-app")));
                WebhookSink webhookSink = WebhookSink.start(
                        WebhookSinkSettings.of(kafka("webhook-sink"), registry, folder.resolve("webhook-sink"), key));
                QueryApi queryApi = QueryApi.start(
                        QueryApiSettings.of(kafka("query-api"), registry, folder.resolve("query-api"), key)
                                .at(AddressSettings.ofPorts(0, 0)))) {
            await().until(() -> streamsApp.isReady() && webhookSink.isReady() && queryApi.isReady());

            succeed("operator", "publish", "partners", file("partners", partner("secured", "", 7_300)));
            succeed("upstream", "publish", "bpd-variants", file("variants", product("1", "n")));
            succeed("upstream", "publish", "listings", file("listings", listing(7_300, "s", "1")));
            String large = "{\"barcode\": \"2\", \"name\": \"" + "x".repeat(1_400_000) + "\"}";
            CommandRun refused = run(
                    broker.clientFile("upstream", password("upstream")),
                    List.of("publish", "bpd-variants", file("large", large)));
            assertThat(refused.endedWith(1)).contains("published 0 records, 0 tombstones, 1 fault ");
            assertThat(refused.err()).contains("line 1: the event is 14");
            succeed("upstream", "dead-letters", "list", "--topic=bpd-variants");
            await().untilAsserted(() -> succeed("operator", "webhooks", "suspend", "secured"));
            JsonNode client = PartnerClient.read(
                    succeed("operator", "client", "create", "--partner-id=secured", "--secrets=" + key));
            succeed("operator", "client", "list");
            succeed("operator", "webhooks", "status");
            succeed("operator", "signing-key", "rotate", "--secrets=" + key);
            succeed("operator", "explain", "--partner-id=secured", "--company=7300", "--barcode=1");

            Path backup = folder.resolve("secured.backup");
            succeed("operator", "backup", backup.toString(), "--secrets=" + key);
            succeed("recovery", "restore", backup.toString(), "--secrets=" + key);

            PartnerClient partner = PartnerClient.authorized(
                    new CatalogAddresses(
                            kafka("operator"), registry, queryApi.api(), queryApi.auth(), queryApi.internal(), key),
                    new Credentials(
                            client.path("clientId").asText(),
                            client.path("clientSecret").asText(),
                            "secured"));
            await().untilAsserted(() -> assertThat(partner.variants(7_300, 7_301, List.of("1"), List.of())
                            .path("variants"))
                    .hasSize(1));
            String configuration = partner.get("/v1/partner").body();
            assertThat(partner.send("PUT", "/v1/partner", configuration).get().statusCode())
                    .isEqualTo(200);
        }
        for (String user : List.of("operator", "query-api", "recovery", "streams-app", "webhook-sink")) {
            // streams-app requests all transactions that it may see, and isn't shown the copy's.
            assertThat(broker.denials(user)).as(user).isEmpty();
        }
    }

    @Test
    @Timeout(240)
    void a_wrong_password_is_told_at_once_by_every_application_and_command() throws Exception {
        Path wrong = broker.clientFile("streams-app", "wrong");
        Path key = folder.resolve("other.key");
        MasterKey.loadOrCreate(key);
        List<List<String>> commands = List.of(
                List.of("streams-app"),
                List.of("query-api", "--secrets=" + key, "--http-port=0", "--auth-port=0"),
                List.of("webhook-sink", "--secrets=" + key),
                List.of("publish", "partners", file("wrong", partner("secured", "", 7_300))),
                List.of("client", "list"));
        for (List<String> command : commands) {
            CommandRun refused = run(wrong, command);
            assertThat(refused.status()).as("%s", command).isEqualTo(1);
            assertThat(refused.err())
                    .contains("SCRAM-SHA-512", "--kafka-config")
                    .doesNotContain("wrong\"");
        }
    }

    @Test
    @Timeout(300)
    void upstream_publishes_neither_partners_nor_configurations_nor_clients() throws Exception {
        Path upstream = broker.clientFile("upstream", password("upstream"));
        String location = "{\"partnerId\": \"secured\", \"companyId\": 7300, \"locationId\": 7301}";
        for (String topic : List.of("clients", "partners", "company-configs", "location-configs")) {
            String event = topic.equals("company-configs") ? location.replace(", \"locationId\": 7301", "") : location;
            String line = topic.equals("partners") ? partner("secured", "", 7_300) : event;
            assertThat(run(upstream, List.of("publish", topic, file(topic, line)))
                            .status())
                    .as(topic)
                    .isNotZero();
        }
    }

    /** What a command prints, which must succeed. */
    private static String succeed(String user, String... command) throws IOException {
        return run(broker.clientFile(user, password(user)), List.of(command)).endedWith(0);
    }

    private static CommandRun run(Path clientFile, List<String> command) {
        List<String> arguments = new ArrayList<>(command);
        arguments.addAll(List.of(
                "--kafka=" + broker.bootstrapServers(),
                "--kafka-config=" + clientFile,
                "--registry=" + registry,
                "--topic-prefix=" + PREFIX));
        return CommandRun.of(arguments);
    }

    private static String file(String name, String line) throws IOException {
        return Files.writeString(folder.resolve(name + ".ndjson"), line).toString();
    }
}
