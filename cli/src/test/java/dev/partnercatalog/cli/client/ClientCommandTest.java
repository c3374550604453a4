package dev.partnercatalog.cli.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.partnercatalog.cli.audit.RecordingFactory;
import dev.partnercatalog.operations.OperatorFault;
import dev.partnercatalog.operations.audit.AuditTrailInMemory;
import dev.partnercatalog.operations.client.ClientsInMemory;
import dev.partnercatalog.runtime.secret.MasterKey;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class ClientCommandTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private Path folder = Path.of("");

    private final ClientsInMemory clients = new ClientsInMemory();
    private final StringWriter err = new StringWriter();
    private final AuditTrailInMemory trail = new AuditTrailInMemory();
    private String secrets = "";
    private @Nullable Exception fault;

    @BeforeEach
    void makeMasterKey() {
        Path file = folder.resolve("master.key");
        MasterKey.loadOrCreate(file);
        secrets = file.toString();
    }

    @Test
    void create_prints_the_four_fields_of_a_client() throws JsonProcessingException {
        JsonNode created = json(run("create", "--partner-id", "p", "--secrets", secrets));
        assertThat(created.fieldNames())
                .toIterable()
                .containsExactly("clientId", "clientSecret", "partnerId", "webhookSecret");
        assertThat(created.get("partnerId").textValue()).isEqualTo("p");
        assertThat(created.get("webhookSecret").textValue())
                .isEqualTo(MasterKey.load(Path.of(secrets)).webhookSecret("p", 0));
        assertThat(clients.contents().records())
                .containsOnlyKeys(created.get("clientId").textValue());
    }

    @Test
    void d27_a_client_that_is_made_after_the_webhook_secret_was_rotated_gets_the_new_one()
            throws JsonProcessingException {
        clients.webhookSecretRotated("p", 2);
        JsonNode created = json(run("create", "--partner-id", "p", "--secrets", secrets));
        assertThat(created.get("webhookSecret").textValue())
                .isEqualTo(MasterKey.load(Path.of(secrets)).webhookSecret("p", 2));
    }

    @Test
    void d27_a_second_client_of_the_partner_gets_the_same_webhook_secret() throws JsonProcessingException {
        JsonNode first = json(run("create", "--partner-id", "p", "--secrets", secrets));
        JsonNode second = json(run("create", "--partner-id", "p", "--secrets", secrets, "--client-id", "second"));
        JsonNode other = json(run("create", "--partner-id", "q", "--secrets", secrets));
        assertThat(second.get("clientId").textValue()).isEqualTo("second");
        assertThat(second.get("webhookSecret")).isEqualTo(first.get("webhookSecret"));
        assertThat(second.get("clientSecret")).isNotEqualTo(first.get("clientSecret"));
        assertThat(other.get("webhookSecret")).isNotEqualTo(first.get("webhookSecret"));
    }

    @Test
    void without_a_master_key_no_client_is_made_and_the_remedy_is_told() {
        assertThat(run("create", "--partner-id", "p", "--secrets", "/nowhere/master.key"))
                .isEmpty();
        assertThat(fault).isInstanceOf(OperatorFault.class).hasMessageContainingAll("/nowhere/master.key", "--secrets");
        assertThat(clients.contents().records()).isEmpty();
    }

    @Test
    void ids_out_of_form_are_wrong_usage() {
        run("create", "--partner-id", "p/q", "--secrets", secrets);
        assertThat(err.toString()).contains("--partner-id", "'p/q' is invalid");
        assertThat(clients.contents().records()).isEmpty();
    }

    @Test
    void list_disable_and_rotate_show_no_hash_and_no_old_secret() throws JsonProcessingException {
        JsonNode created = json(run("create", "--partner-id", "p", "--client-id", "c", "--secrets", secrets));
        run("create", "--partner-id", "p", "--client-id", "a", "--secrets", secrets);
        assertThat(json(run("disable", "c")).get("enabled").booleanValue()).isFalse();
        JsonNode rotated = json(run("rotate-secret", "c"));
        assertThat(rotated.get("clientSecret")).isNotEqualTo(created.get("clientSecret"));
        assertThat(run("list")).isEqualTo("""
            {"clientId":"a","partnerId":"p","enabled":true,"createdAt":"2026-01-02T03:04:05.678Z"}
            {"clientId":"c","partnerId":"p","enabled":false,"createdAt":"2026-01-02T03:04:05.678Z"}
            """.replace("\n", System.lineSeparator()));
    }

    @Test
    void each_change_has_a_record_without_a_secret() throws JsonProcessingException {
        JsonNode random = json(run("create", "--partner-id", "p", "--secrets", secrets, "--operator=o"));
        JsonNode created =
                json(run("create", "--partner-id", "p", "--client-id", "c", "--secrets", secrets, "--operator=o"));
        JsonNode rotated = json(run("rotate-secret", "c", "--operator=o"));
        run("disable", "c", "--operator=o");
        run("disable", "none", "--operator=o");
        run("list");
        assertThat(trail.lines())
                .containsExactly(
                        "o client create [" + random.get("clientId").textValue() + " of partner p] DONE: null",
                        "o client create [c of partner p] DONE: null",
                        "o client rotate-secret [c of partner p] DONE: null",
                        "o client disable [c of partner p] DONE: null",
                        "o client disable [none] FAILED: there is no client none: see './catalog client list'");
        assertThat(trail.records().toString())
                .doesNotContain(created.get("clientSecret").textValue())
                .doesNotContain(created.get("webhookSecret").textValue())
                .doesNotContain(rotated.get("clientSecret").textValue());
    }

    @Test
    void a_client_whose_record_can_not_be_read_is_named_and_the_others_are_listed() throws JsonProcessingException {
        json(run("create", "--partner-id", "p", "--client-id", "good", "--secrets", secrets));
        json(run("create", "--partner-id", "p", "--client-id", "broken", "--secrets", secrets));
        clients.spoil("broken");
        assertThat(run("list")).hasLineCount(1).contains("good");
        assertThat(err.toString())
                .contains("clients 3-88, key broken: it has no bytes")
                .contains("./catalog topic remove clients --partition 3 --offset 88");
        for (String[] change : new String[][] {
            {"disable", "broken"},
            {"rotate-secret", "broken"},
            {"create", "--partner-id", "p", "--client-id", "broken", "--secrets", secrets}
        }) {
            assertThat(run(change)).isEmpty();
            assertThat(fault)
                    .isInstanceOf(OperatorFault.class)
                    .hasMessageContainingAll("client broken has no access", "./catalog topic remove", "again");
        }
        assertThat(json(run("disable", "good")).get("enabled").booleanValue()).isFalse();
    }

    private String run(String... arguments) {
        StringWriter out = new StringWriter();
        CommandLine program =
                new CommandLine(new ClientCommand(options -> clients.administration()), new RecordingFactory(trail));
        List<Exception> thrown = new ArrayList<>();
        program.setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .setExecutionExceptionHandler((exception, command, parsed) -> {
                    thrown.add(exception);
                    return 1;
                })
                .execute(arguments);
        fault = thrown.isEmpty() ? null : thrown.get(0);
        return out.toString();
    }

    private static JsonNode json(String line) throws JsonProcessingException {
        assertThat(line).hasLineCount(1);
        return JSON.readTree(line);
    }
}
