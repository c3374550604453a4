package dev.partnercatalog.query.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.openapitools.openapidiff.core.OpenApiCompare;
import org.openapitools.openapidiff.core.model.ChangedOpenApi;
import org.openapitools.openapidiff.core.output.ConsoleRender;

/**
 * The OpenAPI document has nothing that would break a client of a release (D33). To release, its document is copied to the
 * folder of released ones; there is none before the first release.
 */
class ReleasedContractTest {

    private static final Path RELEASED = Path.of("src", "test", "released");

    private final JsonNode document = Contract.DOCUMENT.tree();

    /** What breaks a client of the first document at a service with the second, in words; empty if nothing does. */
    private static String breaking(String before, String after) {
        ChangedOpenApi changes = OpenApiCompare.fromContents(before, after);
        if (changes.isCompatible()) {
            return "";
        }
        ByteArrayOutputStream words = new ByteArrayOutputStream();
        new ConsoleRender().render(changes, new OutputStreamWriter(words, StandardCharsets.UTF_8));
        return words.toString(StandardCharsets.UTF_8);
    }

    @Test
    void D33_a_client_of_any_release_can_use_this_version() throws IOException {
        if (!Files.isDirectory(RELEASED)) {
            return;
        }
        try (DirectoryStream<Path> released = Files.newDirectoryStream(RELEASED, "*.yaml")) {
            for (Path each : released) {
                assertThat(breaking(Files.readString(each), document.toString()))
                        .as(each.getFileName().toString())
                        .isEmpty();
            }
        }
    }

    @Test
    void what_would_break_a_client_is_noticed_and_named() {
        assertThat(changed(tree -> at(tree, "/paths").remove("/v1/partner"))).contains("/v1/partner");
        assertThat(changed(tree ->
                        at(tree, "/components/schemas/Variant/properties").remove("barcode")))
                .contains("batch-get");
        assertThat(changed(tree -> at(tree, "/components/schemas/Variant/properties/packagedQuantity")
                        .put("type", "string")))
                .contains("batch-get");
        assertThat(changed(
                        tree -> ((ArrayNode) tree.at("/components/schemas/BatchGetRequest/required")).add("stateCode")))
                .contains("batch-get");
    }

    @Test
    void what_may_change_at_any_time_is_no_break() {
        assertThat(changed(tree -> {})).isEmpty();
        assertThat(changed(tree -> at(tree, "/components/schemas/Variant/properties")
                        .putObject("fragrance")
                        .put("type", "string")))
                .isEmpty();
        assertThat(changed(tree -> ((ArrayNode)
                                tree.at("/components/schemas/ErrorBody/properties/errorCode/x-extensible-enum"))
                        .add("NOT_YET_KNOWN")))
                .isEmpty();
        assertThat(changed(tree -> at(tree, "/components/schemas/BatchGetRequest/properties")
                        .putObject("more")
                        .put("type", "string")))
                .isEmpty();
    }

    private String changed(Consumer<ObjectNode> change) {
        ObjectNode after = document.deepCopy();
        change.accept(after);
        return breaking(document.toString(), after.toString());
    }

    private static ObjectNode at(ObjectNode tree, String pointer) {
        return (ObjectNode) tree.at(pointer);
    }
}
