package dev.partnercatalog.cli.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.partnercatalog.cli.CommandRun;
import dev.partnercatalog.cli.output.LoggedChanges;
import dev.partnercatalog.cli.output.OperatorFault;
import dev.partnercatalog.cli.topic.TableInMemory;
import dev.partnercatalog.records.SigningKey;
import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SigningKeyCommandTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private Path folder = Path.of("");

    private final TableInMemory<SigningKey> keys = new TableInMemory<>(CatalogTopic.SIGNING_KEYS);
    private String secrets = "";

    @BeforeEach
    void makeMasterKey() {
        Path file = folder.resolve("master.key");
        MasterKey.loadOrCreate(file);
        secrets = file.toString();
    }

    @Test
    void rotate_list_and_remove_print_ids_and_nothing_secret() throws JsonProcessingException {
        JsonNode first = run("rotate", "--secrets", secrets).json();
        assertThat(first.fieldNames()).toIterable().containsExactly("keyId", "createdAt", "removed");
        assertThat(first.get("removed")).isEmpty();
        assertThat(Instant.parse(first.get("createdAt").textValue())).isBeforeOrEqualTo(Instant.now());
        JsonNode second = run("rotate", "--secrets", secrets).json();
        List<JsonNode> listed = new ArrayList<>();
        for (String line : run("list").out().lines().toList()) {
            listed.add(JSON.readTree(line));
        }
        assertThat(listed)
                .extracting(key -> key.get("keyId").textValue() + " " + key.get("signs"))
                .containsExactlyInAnyOrder(
                        second.get("keyId").textValue() + " true",
                        first.get("keyId").textValue() + " false");
        assertThat(listed.get(0).fieldNames()).toIterable().containsExactly("keyId", "createdAt", "signs");
        assertThat(run("remove", first.get("keyId").textValue()).json().get("removed"))
                .isEqualTo(first.get("keyId"));
        assertThat(run("list").out())
                .hasLineCount(1)
                .contains(second.get("keyId").textValue());
        assertThat(run("remove", "--force", second.get("keyId").textValue())
                        .json()
                        .get("removed"))
                .isEqualTo(second.get("keyId"));
        CommandRun none = run("list");
        assertThat(none.out()).isEmpty();
        assertThat(none.err()).contains("catalog: there is no signing key");
    }

    @Test
    void each_change_is_logged_with_the_key_s_id() throws JsonProcessingException {
        try (LoggedChanges changes = new LoggedChanges()) {
            String first =
                    run("rotate", "--secrets", secrets).json().get("keyId").textValue();
            run("remove", first);
            run("remove", "--force", first);
            assertThat(changes.lines())
                    .containsExactly("signing-key rotate: " + first + ", removed: []", "signing-key remove: " + first);
        }
    }

    @Test
    void a_record_that_is_no_key_is_named_beside_the_keys_and_can_be_removed() throws JsonProcessingException {
        JsonNode good = run("rotate", "--secrets", secrets).json();
        keys.spoil("ghost");
        CommandRun listed = run("list");
        assertThat(listed.out()).hasLineCount(1).contains(good.get("keyId").textValue());
        assertThat(listed.err())
                .contains("signing-keys 3-88, key ghost: it has no bytes")
                .contains("a deletion of its key removes it");
        assertThat(run("remove", "ghost").json().get("removed").textValue()).isEqualTo("ghost");
        assertThat(run("list").err()).isEmpty();
        assertThat(keys.contents().records()).hasSize(1);
    }

    @Test
    void without_a_master_key_nothing_is_rotated_and_the_remedy_is_told() {
        CommandRun run = run("rotate", "--secrets", "/nowhere/master.key");
        assertThat(run.out()).isEmpty();
        assertThat(run.fault())
                .isInstanceOf(OperatorFault.class)
                .hasMessageContainingAll("/nowhere/master.key", "--secrets");
        assertThat(keys.contents().records()).isEmpty();
    }

    private CommandRun run(String... arguments) {
        return CommandRun.of(
                new SigningKeyCommand(connection -> keys, (secrets, connection) -> secrets.read(), Clock.systemUTC()),
                arguments);
    }
}
