package dev.partnercatalog.cli.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.partnercatalog.cli.CommandRun;
import dev.partnercatalog.cli.client.ClientAccounts.Credentials;
import dev.partnercatalog.cli.output.LoggedChanges;
import dev.partnercatalog.cli.output.OperatorFault;
import dev.partnercatalog.cli.topic.OpenTopics;
import dev.partnercatalog.cli.topic.TopicsInMemory;
import dev.partnercatalog.events.Partner;
import dev.partnercatalog.events.WebhookSetting;
import dev.partnercatalog.records.Client;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.WebhookControl;
import dev.partnercatalog.runtime.secret.Hashes;
import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClientCommandTest {

    @TempDir
    private Path folder = Path.of("");

    @AutoClose
    private final TopicsInMemory topics = new TopicsInMemory();

    @AutoClose
    private final OpenTopics open = topics.open();

    private String secrets = "";

    @BeforeEach
    void makeMasterKey() {
        Path file = folder.resolve("master.key");
        MasterKey.loadOrCreate(file);
        secrets = file.toString();
    }

    @Test
    void create_prints_the_four_fields_of_a_client() throws JsonProcessingException {
        JsonNode created =
                run("create", "--partner-id", "p", "--secrets", secrets).json();
        assertThat(created.fieldNames())
                .toIterable()
                .containsExactly("clientId", "clientSecret", "partnerId", "webhookSecret");
        assertThat(created.get("partnerId").textValue()).isEqualTo("p");
        assertThat(created.get("webhookSecret").textValue())
                .isEqualTo(MasterKey.load(Path.of(secrets)).webhookSecret("p", 0));
        assertThat(clients()).containsOnlyKeys(created.get("clientId").textValue());
    }

    @Test
    void d27_a_client_that_is_made_after_the_webhook_secret_was_rotated_gets_the_new_one()
            throws JsonProcessingException {
        topics.write(
                CatalogTopic.PARTNER_CONFIGS,
                "p",
                PartnerConfig.newBuilder()
                        .setRevision(1)
                        .setPartner(new Partner("p", "", true, new WebhookSetting(false, ""), List.of()))
                        .setWebhookControl(WebhookControl.newBuilder()
                                .setSecretGeneration(2)
                                .build())
                        .build());
        JsonNode created =
                run("create", "--partner-id", "p", "--secrets", secrets).json();
        assertThat(created.get("webhookSecret").textValue())
                .isEqualTo(MasterKey.load(Path.of(secrets)).webhookSecret("p", 2));
    }

    @Test
    void d27_a_second_client_of_the_partner_gets_the_same_webhook_secret() throws JsonProcessingException {
        JsonNode first =
                run("create", "--partner-id", "p", "--secrets", secrets).json();
        JsonNode second = run("create", "--partner-id", "p", "--secrets", secrets, "--client-id", "second")
                .json();
        JsonNode other =
                run("create", "--partner-id", "q", "--secrets", secrets).json();
        assertThat(second.get("clientId").textValue()).isEqualTo("second");
        assertThat(second.get("webhookSecret")).isEqualTo(first.get("webhookSecret"));
        assertThat(second.get("clientSecret")).isNotEqualTo(first.get("clientSecret"));
        assertThat(other.get("webhookSecret")).isNotEqualTo(first.get("webhookSecret"));
    }

    @Test
    void without_a_master_key_no_client_is_made_and_the_remedy_is_told() {
        CommandRun run = run("create", "--partner-id", "p", "--secrets", "/nowhere/master.key");
        assertThat(run.out()).isEmpty();
        assertThat(run.fault())
                .isInstanceOf(OperatorFault.class)
                .hasMessageContainingAll("/nowhere/master.key", "--secrets");
        assertThat(clients()).isEmpty();
    }

    @Test
    void ids_out_of_form_are_wrong_usage() {
        CommandRun run = run("create", "--partner-id", "p/q", "--secrets", secrets);
        assertThat(run.err()).contains("--partner-id", "'p/q' is invalid");
        assertThat(clients()).isEmpty();
    }

    @Test
    void list_disable_and_rotate_show_no_hash_and_no_old_secret() throws JsonProcessingException {
        JsonNode created = run("create", "--partner-id", "p", "--client-id", "c", "--secrets", secrets)
                .json();
        run("create", "--partner-id", "p", "--client-id", "a", "--secrets", secrets);
        assertThat(run("disable", "c").json().get("enabled").booleanValue()).isFalse();
        assertThat(run("enable", "c").json().get("enabled").booleanValue()).isTrue();
        assertThat(run("disable", "c").json().get("enabled").booleanValue()).isFalse();
        JsonNode rotated = run("rotate-secret", "c").json();
        assertThat(rotated.get("clientSecret")).isNotEqualTo(created.get("clientSecret"));
        assertThat(run("list").out().replaceAll("\\d+-\\d+-\\d+T[0-9:.]+Z", "TIME"))
                .as("not on a terminal")
                .isEqualToNormalizingNewlines("""
            {"clientId":"a","partnerId":"p","enabled":true,"createdAt":"TIME"}
            {"clientId":"c","partnerId":"p","enabled":false,"createdAt":"TIME"}
            """);
    }

    @Test
    void each_change_is_logged_without_a_secret() throws JsonProcessingException {
        try (LoggedChanges changes = new LoggedChanges()) {
            JsonNode random =
                    run("create", "--partner-id", "p", "--secrets", secrets).json();
            JsonNode created = run("create", "--partner-id", "p", "--client-id", "c", "--secrets", secrets)
                    .json();
            JsonNode rotated = run("rotate-secret", "c").json();
            run("disable", "c");
            run("enable", "c");
            run("disable", "none");
            run("list");
            assertThat(changes.lines())
                    .containsExactly(
                            "client create: " + random.get("clientId").textValue() + " of partner p",
                            "client create: c of partner p",
                            "client rotate-secret: c of partner p",
                            "client disable: c of partner p",
                            "client enable: c of partner p");
            assertThat(changes.lines().toString())
                    .doesNotContain(created.get("clientSecret").textValue())
                    .doesNotContain(created.get("webhookSecret").textValue())
                    .doesNotContain(rotated.get("clientSecret").textValue());
        }
    }

    @Test
    void a_client_whose_record_can_not_be_read_is_named_and_the_others_are_listed() throws JsonProcessingException {
        run("create", "--partner-id", "p", "--client-id", "good", "--secrets", secrets)
                .json();
        run("create", "--partner-id", "p", "--client-id", "broken", "--secrets", secrets)
                .json();
        topics.spoil(CatalogTopic.CLIENTS, "broken");
        CommandRun listed = run("list", "--json");
        assertThat(listed.out()).hasLineCount(1).contains("good");
        assertThat(listed.err())
                .containsPattern("clients \\d-\\d, key broken: ")
                .contains("a deletion of its key removes it");
        for (String[] change : new String[][] {
            {"disable", "broken"},
            {"enable", "broken"},
            {"rotate-secret", "broken"},
            {"create", "--partner-id", "p", "--client-id", "broken", "--secrets", secrets}
        }) {
            CommandRun refused = run(change);
            assertThat(refused.out()).isEmpty();
            assertThat(refused.fault())
                    .isInstanceOf(OperatorFault.class)
                    .hasMessageContainingAll(
                            "client broken has no access", "a deletion of its key removes it", "again");
        }
        assertThat(run("disable", "good").json().get("enabled").booleanValue()).isFalse();
    }

    @Test
    void d17_a_secret_is_256_random_bits_and_stored_as_its_hash_alone() throws NoSuchAlgorithmException {
        Credentials made = create("p", null);
        assertThat(Base64.getUrlDecoder().decode(made.clientSecret())).hasSize(32);
        Client stored = stored(made.clientId());
        byte[] hash = Hashes.sha256(made.clientSecret());
        assertThat(stored.getSecretHash()).isEqualTo(ByteBuffer.wrap(hash));
        assertThat(stored.getPartnerId()).isEqualTo("p");
        assertThat(stored.getEnabled()).isTrue();
        assertThat(stored.getCreatedAt()).isBetween(Instant.now().minusSeconds(60), Instant.now());
        assertThat(made.toString()).doesNotContain(made.clientSecret());
    }

    @Test
    void random_ids_and_secrets_are_in_form_and_never_repeat() {
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < 100; i++) {
            Credentials made = create("p", null);
            assertThat(made.clientId()).matches("[A-Za-z0-9_][A-Za-z0-9_-]{0,63}");
            assertThat(seen.add(made.clientId()) && seen.add(made.clientSecret()))
                    .isTrue();
        }
    }

    @Test
    void a_given_id_is_used_once() {
        assertThat(create("p", "kiosk").clientId()).isEqualTo("kiosk");
        Client first = stored("kiosk");
        assertThatThrownBy(() -> create("q", "kiosk"))
                .isInstanceOf(OperatorFault.class)
                .hasMessageContaining("kiosk already exists, for partner p");
        assertThat(stored("kiosk")).isEqualTo(first);
    }

    @Test
    void disabling_changes_nothing_else() {
        Credentials made = create("p", null);
        Client before = stored(made.clientId());
        ClientAccounts.enable(open, made.clientId(), false);
        assertThat(stored(made.clientId()))
                .isEqualTo(Client.newBuilder(before).setEnabled(false).build());
        ClientAccounts.enable(open, made.clientId(), true);
        assertThat(stored(made.clientId())).isEqualTo(before);
    }

    @Test
    void rotating_replaces_the_secret_alone() {
        Credentials made = create("p", null);
        ClientAccounts.enable(open, made.clientId(), false);
        Client before = stored(made.clientId());
        Credentials rotated = ClientAccounts.rotateSecret(open, made.clientId());
        String secret = rotated.clientSecret();
        assertThat(secret).isNotEqualTo(made.clientSecret());
        assertThat(rotated.partnerId()).isEqualTo("p");
        ByteBuffer hash = ByteBuffer.wrap(Hashes.sha256(secret));
        assertThat(stored(made.clientId()))
                .isEqualTo(Client.newBuilder(before).setSecretHash(hash).build());
    }

    @Test
    void a_client_that_is_not_there_is_told() {
        assertThatThrownBy(() -> ClientAccounts.enable(open, "ghost", false))
                .hasMessageContaining("there is no client ghost");
        assertThatThrownBy(() -> ClientAccounts.rotateSecret(open, "ghost"))
                .hasMessageContaining("there is no client ghost");
    }

    private Map<String, Client> clients() {
        return open.read(CatalogTopic.CLIENTS, Client.class).records();
    }

    private CommandRun run(String... arguments) {
        return topics.run(new ClientCommand(), arguments);
    }

    private Credentials create(String partnerId, @Nullable String clientId) {
        return ClientAccounts.create(open, partnerId, clientId);
    }

    private Client stored(String clientId) {
        return Objects.requireNonNull(clients().get(clientId));
    }
}
