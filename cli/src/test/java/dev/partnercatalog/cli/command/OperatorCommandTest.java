package dev.partnercatalog.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.partnercatalog.cli.CommandRun;
import dev.partnercatalog.cli.options.ConnectionOptions;
import dev.partnercatalog.cli.options.MasterKeyOption;
import dev.partnercatalog.operations.OperatorFault;
import dev.partnercatalog.operations.audit.AuditTrailInMemory;
import dev.partnercatalog.operations.operation.InMemoryMeans;
import dev.partnercatalog.operations.operation.Means;
import dev.partnercatalog.operations.operation.RandomSecret;
import dev.partnercatalog.operations.topic.TableInMemory;
import dev.partnercatalog.records.Operator;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OperatorCommandTest {

    private static final Clock NOON = Clock.fixed(Instant.parse("2026-01-31T12:00:00Z"), ZoneOffset.UTC);

    private final TableInMemory<Operator> table = new TableInMemory<>(CatalogTopic.OPERATORS);
    private final Map<String, Operator> operators = table.records();
    private final AuditTrailInMemory trail = new AuditTrailInMemory();

    @Test
    void a_token_is_shown_once_and_only_its_hash_is_kept() throws JsonProcessingException {
        JsonNode created = run("create", "alice", "--role", "look").json();
        assertThat(created.fieldNames()).toIterable().containsExactly("name", "role", "token");
        String token = created.path("token").asText();
        assertThat(token).hasSize(43);
        Operator kept = Objects.requireNonNull(operators.get("alice"));
        assertThat(kept.getTokenHash()).isEqualTo(ByteBuffer.wrap(new RandomSecret(token).hash()));
        assertThat(kept.toString()).doesNotContain(token);
        assertThat(run("list", "--json").out().strip())
                .isEqualTo(
                        "{\"name\":\"alice\",\"role\":\"look\",\"createdAt\":\"2026-01-31T12:00:00Z\",\"revokedAt\":null}");
        assertThat(trail.records().toString()).doesNotContain(token);
    }

    @Test
    void a_revoked_operator_stays_known_and_can_get_another_token() throws JsonProcessingException {
        String first = run("create", "bob@example.com", "--role=ACT")
                .json()
                .path("token")
                .asText();
        CommandRun refused = run("create", "bob@example.com", "--role=act");
        assertThat(refused.out()).isEmpty();
        assertThat(refused.fault())
                .isInstanceOf(OperatorFault.class)
                .hasMessageContaining("operator revoke bob@example.com");
        String revoked =
                "\"role\":\"act\",\"createdAt\":\"2026-01-31T12:00:00Z\",\"revokedAt\":\"2026-01-31T12:00:00Z\"}";
        assertThat(run("revoke", "bob@example.com").out().strip()).endsWith(revoked);
        assertThat(run("revoke", "bob@example.com").out().strip()).endsWith(revoked);
        assertThat(run("create", "bob@example.com", "--role=look")
                        .json()
                        .path("token")
                        .asText())
                .isNotEmpty()
                .isNotEqualTo(first);
        assertThat(run("list", "--json").out()).contains("\"role\":\"look\"", "\"revokedAt\":null");
    }

    @Test
    void each_change_has_a_record_and_each_refusal_too() {
        run("create", "alice", "--role=look", "--operator=chief");
        run("create", "alice", "--role=act", "--operator=chief");
        run("revoke", "alice", "--operator=chief");
        run("revoke", "nobody", "--operator=chief");
        run("list");
        assertThat(trail.lines())
                .satisfiesExactly(
                        created -> assertThat(created).isEqualTo("chief operator create [alice, role look] DONE: null"),
                        again -> assertThat(again)
                                .startsWith(
                                        "chief operator create [alice, role act] FAILED: operator alice already has"),
                        revoked -> assertThat(revoked).isEqualTo("chief operator revoke [alice] DONE: null"),
                        missing -> assertThat(missing)
                                .startsWith("chief operator revoke [nobody] FAILED: there is no operator nobody"));
    }

    @Test
    void without_the_audit_log_nobody_is_let_in() {
        trail.failBefore(new OperatorFault("no broker answers"));
        CommandRun run = run("create", "alice", "--role=look");
        assertThat(run.out()).isEmpty();
        assertThat(run.fault()).hasMessageContaining("nothing was done");
        assertThat(operators).isEmpty();
    }

    @Test
    void the_token_is_shown_even_if_no_record_of_it_can_be_written() {
        trail.failAfter(new OperatorFault("the broker went away"));
        CommandRun run = run("create", "alice", "--role=look");
        assertThat(run.out()).contains("\"token\":\"");
        assertThat(run.fault()).hasMessageContaining("not recorded in the audit log");
        assertThat(run.status()).isEqualTo(1);
    }

    @Test
    void a_token_that_can_not_be_printed_is_told_with_the_way_to_another() {
        CommandRun run = CommandRun.withoutOutput(
                new OperatorCommand(), this::means, trail, "create", "alice", "--role=look", "--operator=chief");
        assertThat(run.status()).isEqualTo(1);
        assertThat(run.err()).contains("this was done", "operator revoke alice", "operator create alice --role look");
        assertThat(trail.lines())
                .containsExactly("chief operator create [alice, role look] DONE: the result could not be printed");
    }

    @Test
    void an_operator_whose_record_can_not_be_read_is_named_and_not_replaced_by_chance() {
        table.spoil("eve");
        for (String[] change : new String[][] {{"create", "eve", "--role=look"}, {"revoke", "eve"}}) {
            assertThat(run(change).fault())
                    .isInstanceOf(OperatorFault.class)
                    .hasMessageContainingAll("eve can't sign in", "./catalog topic remove operators", "again");
        }
        assertThat(run("list").err()).contains("operators 3-88, key eve");
    }

    @Test
    void the_name_of_who_signs_in_with_the_token_file_is_nobody_s() {
        assertThat(run("create", "console", "--role=act").fault())
                .isInstanceOf(OperatorFault.class)
                .hasMessageContaining("token file");
        assertThat(run("revoke", "console").fault())
                .isInstanceOf(OperatorFault.class)
                .hasMessageContaining("--token-sign-in=false");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "a b",
                "a/b",
                "ä",
                "\u001b",
                "a:b",
                "aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeeeeeeeeffffffffffggggg"
            })
    void a_name_out_of_form_is_wrong_usage(String name) {
        CommandRun run = run("create", name, "--role=look");
        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).contains("is invalid");
        assertThat(run("create", "alice", "--role=look", "--operator=" + name).status())
                .isEqualTo(2);
        assertThat(operators).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"admin", "", "unknown"})
    void there_is_no_third_role(String role) {
        assertThat(run("create", "alice", "--role=" + role).status()).isEqualTo(2);
        assertThat(operators).isEmpty();
    }

    private CommandRun run(String... arguments) {
        return CommandRun.of(new OperatorCommand(), this::means, trail, arguments);
    }

    private Means means(ConnectionOptions options, MasterKeyOption masterKey) {
        return InMemoryMeans.ofOperators(table, NOON);
    }
}
