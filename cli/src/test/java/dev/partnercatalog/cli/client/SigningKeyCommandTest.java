package dev.partnercatalog.cli.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.partnercatalog.cli.CommandRun;
import dev.partnercatalog.cli.output.LoggedChanges;
import dev.partnercatalog.cli.output.OperatorFault;
import dev.partnercatalog.cli.topic.TopicsInMemory;
import dev.partnercatalog.records.SigningKey;
import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SigningKeyCommandTest {

    private static final Instant START = Instant.parse("2026-01-02T03:04:05.678Z");

    @TempDir
    private Path folder = Path.of("");

    @AutoClose
    private final TopicsInMemory topics = new TopicsInMemory();

    @Test
    void D17_rotating_adds_a_key_that_signs_and_keeps_the_one_before() {
        String first = added(rotateAfter(Duration.ZERO));
        JsonNode rotation = rotateAfter(Duration.ofMinutes(5));
        assertThat(removed(rotation)).isEmpty();
        assertThat(listed()).containsExactly(added(rotation), first);
    }

    @Test
    void D17_a_key_goes_once_no_token_that_it_signed_can_be_alive() {
        String first = added(rotateAfter(Duration.ZERO));
        // The first one signed until now, so its last token is valid for an hour from now, however old the key is.
        String second = added(rotateAfter(Duration.ofDays(30)));
        Duration lastTokenDies = Duration.ofDays(30).plusHours(1);
        assertThat(removed(rotateAfter(lastTokenDies))).isEmpty();
        assertThat(removed(rotateAfter(lastTokenDies.plusMinutes(10)))).isEmpty();
        assertThat(removed(rotateAfter(lastTokenDies.plusMinutes(11)))).containsExactly(first);
        assertThat(listed()).contains(second).doesNotContain(first);
    }

    @Test
    void however_often_keys_are_rotated_the_number_of_keys_stays_small() {
        for (int hour = 0; hour < 10; hour++) {
            rotateAfter(Duration.ofHours(hour));
        }
        assertThat(listed()).hasSizeLessThanOrEqualTo(4);
    }

    @Test
    void a_key_that_others_changed_neither_hinders_rotating_nor_makes_a_key_spent_that_signs() {
        String first = added(rotateAfter(Duration.ZERO));
        SigningKey signs = Objects.requireNonNull(keys().get(first));
        SigningKey forged = SigningKey.newBuilder(signs)
                .setKeyId("forged")
                .setCreatedAt(START.plus(Duration.ofSeconds(1)))
                .build();
        topics.write(CatalogTopic.SIGNING_KEYS, forged.getKeyId(), forged);
        SigningKey ahead = SigningKey.newBuilder(signs)
                .setKeyId("ahead")
                .setCreatedAt(START.plus(Duration.ofDays(9999)))
                .build();
        topics.write(CatalogTopic.SIGNING_KEYS, ahead.getKeyId(), ahead);
        JsonNode rotation = rotateAfter(Duration.ofDays(1));
        assertThat(removed(rotation)).isEmpty();
        assertThat(listed()).contains(signs.getKeyId(), added(rotation), "forged", "ahead");
    }

    @Test
    void removing_takes_any_key_but_the_last() throws Exception {
        String first = added(rotateAfter(Duration.ZERO));
        assertThatThrownBy(() -> remove(first, false))
                .isInstanceOf(OperatorFault.class)
                .hasMessageContainingAll("signing-key rotate", "--force");
        String second = added(rotateAfter(Duration.ofMinutes(1)));
        remove(first, false);
        assertThat(listed()).containsExactly(second);
    }

    @Test
    void the_last_key_goes_by_force_so_that_a_lost_master_key_can_be_replaced() throws Exception {
        String last = added(rotateAfter(Duration.ZERO));
        remove(last, true);
        assertThat(listed()).isEmpty();
        run(START, "forget-master-key");
        rotate(START, "other");
        assertThat(listed()).hasSize(1).doesNotContain(last);
    }

    @Test
    void a_key_that_is_not_there_is_told_and_so_is_a_list_of_none() {
        assertThat(run(START, "list").err()).contains("catalog: there is no signing key");
        assertThatThrownBy(() -> remove("ghost", true))
                .isInstanceOf(OperatorFault.class)
                .hasMessageContaining("there is no signing key ghost");
    }

    @Test
    void what_is_printed_is_not_secret_and_each_change_is_logged_with_the_key_s_id() throws Exception {
        try (LoggedChanges changes = new LoggedChanges()) {
            JsonNode rotation = rotateAfter(Duration.ZERO);
            assertThat(rotation.fieldNames()).toIterable().containsExactly("keyId", "createdAt", "removed");
            JsonNode listed = run(START, "list").json();
            assertThat(listed.fieldNames()).toIterable().containsExactly("keyId", "createdAt", "signs");
            assertThat(listed.path("signs").asBoolean()).isTrue();
            String id = added(rotation);
            assertThat(run(START, "remove", "--force", id).out().strip())
                    .isEqualTo("{\"removed\":\"" + id + "\"}");
            assertThat(changes.lines())
                    .containsExactly("signing-key rotate: " + id + ", removed: []", "signing-key remove: " + id);
        }
    }

    @Test
    void a_record_that_is_no_key_is_named_beside_the_keys_and_can_be_removed() throws Exception {
        String good = added(rotateAfter(Duration.ZERO));
        topics.spoil(CatalogTopic.SIGNING_KEYS, "ghost");
        CommandRun listed = run(START, "list");
        assertThat(listed.out()).hasLineCount(1).contains(good);
        assertThat(listed.err())
                .containsPattern("signing-keys \\d-\\d, key ghost: ")
                .contains("a deletion of its key removes it");
        remove("ghost", false);
        assertThat(run(START, "list").err()).isEmpty();
        assertThat(keys()).hasSize(1);
    }

    @Test
    void without_a_master_key_nothing_is_rotated_and_the_remedy_is_told() {
        CommandRun run = run(START, "rotate", "--secrets", "/nowhere/master.key");
        assertThat(run.out()).isEmpty();
        assertThat(run.fault())
                .isInstanceOf(OperatorFault.class)
                .hasMessageContainingAll("/nowhere/master.key", "--secrets");
        assertThat(keys()).isEmpty();
    }

    private JsonNode rotateAfter(Duration since) {
        return rotate(START.plus(since), "master.key");
    }

    private JsonNode rotate(Instant now, String masterKey) {
        Path file = folder.resolve(masterKey);
        MasterKey.loadOrCreate(file);
        return read(run(now, "rotate", "--secrets=" + file));
    }

    private void remove(String keyId, boolean evenTheLast) throws Exception {
        CommandRun run = evenTheLast ? run(START, "remove", keyId, "--force") : run(START, "remove", keyId);
        if (run.fault() != null) {
            throw run.fault();
        }
    }

    private CommandRun run(Instant now, String... arguments) {
        return topics.run(new SigningKeyCommand(Clock.fixed(now, ZoneOffset.UTC)), arguments);
    }

    private Map<String, SigningKey> keys() {
        return topics.open().read(CatalogTopic.SIGNING_KEYS, SigningKey.class).records();
    }

    private static JsonNode read(CommandRun run) {
        try {
            return run.json();
        } catch (JsonProcessingException e) {
            throw new AssertionError(e);
        }
    }

    private static String added(JsonNode rotation) {
        return rotation.path("keyId").asText();
    }

    private static List<String> removed(JsonNode rotation) {
        List<String> removed = new ArrayList<>();
        rotation.path("removed").forEach(keyId -> removed.add(keyId.asText()));
        return removed;
    }

    private List<String> listed() {
        return run(START, "list")
                .out()
                .lines()
                .map(line -> line.replaceAll(".*\"keyId\":\"([^\"]*)\".*", "$1"))
                .toList();
    }
}
