package dev.partnercatalog.cli.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partnercatalog.cli.output.OperatorFault;
import dev.partnercatalog.cli.topic.OpenTopics;
import dev.partnercatalog.cli.topic.TopicsInMemory;
import dev.partnercatalog.records.Client;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Base64;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class ClientAccountsTest {

    @AutoClose
    private final TopicsInMemory memory = new TopicsInMemory();

    private final OpenTopics topics = memory.open();

    @Test
    void d17_a_secret_is_256_random_bits_and_stored_as_its_hash_alone() throws NoSuchAlgorithmException {
        Credentials made = create("p", null);
        assertThat(Base64.getUrlDecoder().decode(made.clientSecret())).hasSize(32);
        Client stored = stored(made.clientId());
        byte[] hash =
                MessageDigest.getInstance("SHA-256").digest(made.clientSecret().getBytes(StandardCharsets.UTF_8));
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
        ClientAccounts.enable(topics, made.clientId(), false);
        assertThat(stored(made.clientId()))
                .isEqualTo(Client.newBuilder(before).setEnabled(false).build());
        ClientAccounts.enable(topics, made.clientId(), true);
        assertThat(stored(made.clientId())).isEqualTo(before);
    }

    @Test
    void rotating_replaces_the_secret_alone() {
        Credentials made = create("p", null);
        ClientAccounts.enable(topics, made.clientId(), false);
        Client before = stored(made.clientId());
        Credentials rotated = ClientAccounts.rotateSecret(topics, made.clientId());
        String secret = rotated.clientSecret();
        assertThat(secret).isNotEqualTo(made.clientSecret());
        assertThat(rotated.partnerId()).isEqualTo("p");
        ByteBuffer hash = ByteBuffer.wrap(ClientAccounts.hash(secret));
        assertThat(stored(made.clientId()))
                .isEqualTo(Client.newBuilder(before).setSecretHash(hash).build());
    }

    @Test
    void a_client_that_is_not_there_is_told() {
        assertThatThrownBy(() -> ClientAccounts.enable(topics, "ghost", false))
                .hasMessageContaining("there is no client ghost");
        assertThatThrownBy(() -> ClientAccounts.rotateSecret(topics, "ghost"))
                .hasMessageContaining("there is no client ghost");
    }

    private Credentials create(String partnerId, @Nullable String clientId) {
        return ClientAccounts.create(topics, partnerId, clientId);
    }

    private Client stored(String clientId) {
        return Objects.requireNonNull(
                topics.read(CatalogTopic.CLIENTS, Client.class).get(clientId));
    }
}
