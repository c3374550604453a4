package dev.partnercatalog.cli.signingkey;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.partnercatalog.cli.audit.RecordingFactory;
import dev.partnercatalog.operations.OperatorFault;
import dev.partnercatalog.operations.audit.AuditTrailInMemory;
import dev.partnercatalog.runtime.secret.MasterKey;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class SigningKeyCommandTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private Path folder = Path.of("");

    private final SigningKeysInMemory keys = new SigningKeysInMemory();
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
    void rotate_list_and_remove_print_ids_and_nothing_secret() throws JsonProcessingException {
        JsonNode first = json(run("rotate", "--secrets", secrets));
        assertThat(first.fieldNames()).toIterable().containsExactly("keyId", "createdAt", "removed");
        assertThat(first.get("removed")).isEmpty();
        assertThat(Instant.parse(first.get("createdAt").textValue())).isBeforeOrEqualTo(Instant.now());
        JsonNode second = json(run("rotate", "--secrets", secrets));
        List<JsonNode> listed = new ArrayList<>();
        for (String line : run("list").lines().toList()) {
            listed.add(json(line));
        }
        assertThat(listed)
                .extracting(key -> key.get("keyId").textValue() + " " + key.get("signs"))
                .containsExactlyInAnyOrder(
                        second.get("keyId").textValue() + " true",
                        first.get("keyId").textValue() + " false");
        assertThat(listed.get(0).fieldNames()).toIterable().containsExactly("keyId", "createdAt", "signs");
        assertThat(json(run("remove", first.get("keyId").textValue())).get("removed"))
                .isEqualTo(first.get("keyId"));
        assertThat(run("list")).hasLineCount(1).contains(second.get("keyId").textValue());
        assertThat(json(run("remove", "--force", second.get("keyId").textValue()))
                        .get("removed"))
                .isEqualTo(second.get("keyId"));
        assertThat(run("list")).isEmpty();
    }

    @Test
    void each_change_has_a_record_with_the_key_s_id() throws JsonProcessingException {
        String first = json(run("rotate", "--secrets", secrets, "--operator=o"))
                .get("keyId")
                .textValue();
        run("remove", first, "--operator=o");
        run("remove", "--force", first, "--operator=o");
        assertThat(trail.lines())
                .satisfiesExactly(
                        rotated ->
                                assertThat(rotated).isEqualTo("o signing-key rotate [" + first + "] DONE: removed: []"),
                        kept -> assertThat(kept).startsWith("o signing-key remove [" + first + "] FAILED: the key"),
                        removed -> assertThat(removed).isEqualTo("o signing-key remove [" + first + "] DONE: null"));
    }

    @Test
    void a_record_that_is_no_key_is_named_beside_the_keys_and_can_be_removed() throws JsonProcessingException {
        JsonNode good = json(run("rotate", "--secrets", secrets));
        keys.spoil("ghost");
        assertThat(run("list")).hasLineCount(1).contains(good.get("keyId").textValue());
        assertThat(err.toString())
                .contains("signing-keys 3-88, key ghost: it has no bytes")
                .contains("'./catalog topic remove signing-keys --partition 3 --offset 88' removes it");
        assertThat(json(run("remove", "ghost")).get("removed").textValue()).isEqualTo("ghost");
        run("list");
        assertThat(err.toString()).isEmpty();
        assertThat(keys.contents().records()).hasSize(1);
    }

    @Test
    void without_a_master_key_nothing_is_rotated_and_the_remedy_is_told() {
        assertThat(run("rotate", "--secrets", "/nowhere/master.key")).isEmpty();
        assertThat(fault).isInstanceOf(OperatorFault.class).hasMessageContainingAll("/nowhere/master.key", "--secrets");
        assertThat(keys.contents().records()).isEmpty();
    }

    private String run(String... arguments) {
        StringWriter out = new StringWriter();
        CommandLine program = new CommandLine(
                new SigningKeyCommand(options -> new SigningKeyAdministration(keys, Clock.systemUTC())),
                new RecordingFactory(trail));
        List<Exception> thrown = new ArrayList<>();
        err.getBuffer().setLength(0);
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
