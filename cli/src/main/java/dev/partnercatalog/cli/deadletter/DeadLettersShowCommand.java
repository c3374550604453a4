package dev.partnercatalog.cli.deadletter;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.partnercatalog.cli.options.ConnectionOptions;
import dev.partnercatalog.cli.options.Range;
import dev.partnercatalog.cli.output.CommandOutput;
import dev.partnercatalog.cli.output.OperatorFault;
import dev.partnercatalog.cli.output.Quantity;
import dev.partnercatalog.cli.output.TextTable;
import dev.partnercatalog.runtime.text.PrintableText;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./catalog dead-letters show}. */
@Command(
        name = "show",
        description = {
            "Print one rejected event: the reason, where it came from, its key, headers and value.",
            "The value is decoded with the schema it was written with; if that fails, its bytes are shown."
        })
final class DeadLettersShowCommand implements Runnable {

    private static final int HEADER = 300;
    private static final int HEADERS = 50;
    private static final ObjectMapper JSON = new ObjectMapper();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Parameters(
            paramLabel = "ID",
            converter = DeadLetterForm.Id.class,
            description = "Id, as shown by 'dead-letters list'.")
    private LogPosition id = new LogPosition(0, 0);

    @Option(
            names = "--max",
            paramLabel = "N",
            defaultValue = "4096",
            description =
                    "Most characters of a decoded value, or bytes of another, to print, default" + " ${DEFAULT-VALUE}.")
    @Range(min = 0)
    private int max;

    @Mixin
    private CommandOutput output = new CommandOutput();

    @Override
    public void run() {
        DeadLetter letter = DeadLetterLog.read(connection.kafka(), log -> log.find(id))
                .orElseThrow(() -> new OperatorFault("dead letter " + id
                        + " doesn't exist, or no longer exists: see './catalog dead-letters list'"));
        byte[] value = letter.value();
        Payload payload = value == null ? null : Payload.of(letter, value, connection.registry());
        output.print(json(letter, payload), DeadLetterTable.one(letter));
        if (!output.isJson()) {
            PrintWriter out = spec.commandLine().getOut();
            out.println();
            printValue(letter, payload, out);
            printHeaders(headers(letter), out);
        }
    }

    private static List<Header> headers(DeadLetter letter) {
        return List.of(letter.headers().toArray());
    }

    /** @param payload the decoded value; null if there is none */
    static Map<String, @Nullable Object> json(DeadLetter letter, @Nullable Payload payload) {
        Map<String, @Nullable Object> json = DeadLetterTable.json(letter);
        if (payload instanceof Payload.Decoded decoded) {
            json.put("contentId", decoded.contentId());
            json.put("schema", decoded.schema());
            json.put("value", tree(decoded.json()));
        } else if (payload instanceof Payload.Undecodable undecodable) {
            json.put("undecodable", undecodable.why());
            json.put("valueBase64", letter.value());
        }
        List<Header> headers = headers(letter);
        json.put("headersLeftOut", headers.size() > HEADERS ? headers.size() - HEADERS : null);
        // Several may have the same name.
        json.put(
                "headers",
                headers.stream()
                        .limit(HEADERS)
                        .map(DeadLettersShowCommand::json)
                        .toList());
        return json;
    }

    private static Map<String, @Nullable Object> json(Header header) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("name", header.key());
        if (header.value() == null) {
            json.put("value", "null");
        } else {
            DeadLetterTable.put(json, "value", header.value());
        }
        return json;
    }

    private void printHeaders(List<Header> headers, PrintWriter out) {
        TextTable table = new TextTable("header", "value");
        headers.stream()
                .limit(HEADERS)
                .forEach(header -> table.row(
                        header.key(), header.value() == null ? "null" : PrintableText.of(header.value(), HEADER)));
        output.printPart("Headers of the event", table, headers.isEmpty());
        if (headers.size() > HEADERS) {
            out.println("  and " + (headers.size() - HEADERS) + " more");
        }
    }

    private void printValue(DeadLetter letter, @Nullable Payload payload, PrintWriter out) {
        byte[] value = letter.value();
        if (value == null || payload == null) {
            out.println(
                    letter.omittedBytes() > 0
                            ? "Value: its " + letter.omittedBytes()
                                    + " bytes were too large to be kept; they are still at the source."
                            : "Value: none, the event takes its record back.");
            return;
        }
        String size = "Value: " + Quantity.of(value.length, "byte") + ", ";
        if (payload instanceof Payload.Decoded decoded) {
            out.println(size + decoded.schema() + ", schema with content id " + decoded.contentId());
            Object tree = tree(decoded.json());
            out.println(cut(tree instanceof JsonNode json ? json.toPrettyString() : decoded.json()));
        } else if (payload instanceof Payload.Undecodable undecodable) {
            out.println(size + "not decodable: " + undecodable.why());
            out.println(PrintableText.dump(value, max).stripTrailing());
        }
    }

    private static Object tree(String json) {
        try {
            return JSON.readTree(json);
        } catch (JsonProcessingException e) {
            // Avro's own text of a record needn't be valid JSON.
            return json;
        }
    }

    private String cut(String text) {
        int length = text.codePointCount(0, text.length());
        return length <= max
                ? text
                : text.substring(0, text.offsetByCodePoints(0, max)) + "\n… " + Quantity.of(length - max, "character")
                        + " more";
    }
}
