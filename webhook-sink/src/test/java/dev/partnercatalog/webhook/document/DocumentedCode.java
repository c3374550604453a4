package dev.partnercatalog.webhook.document;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The code in docs/partners/signatures.md for partners, how to run it, and cases that it must decide. */
final class DocumentedCode {

    private static final Path DOCUMENT = Path.of("..", "docs", "partners", "signatures.md");

    private static final ObjectMapper JSON = new ObjectMapper();

    static final String BODY = "{\"name\":\"Limón ½ 🌿\",\"n\": 1}";

    /**
     * A request as a receiver gets it, and whether it must accept it.
     *
     * @param known the secret that the receiver knows
     */
    record Case(String what, String known, Map<String, String> headers, String body, boolean taken) {
        byte[] bytes() {
            return body.getBytes(UTF_8);
        }
    }

    private DocumentedCode() {}

    /** The block in a language. */
    static String block(String language) throws IOException {
        Matcher block =
                Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL).matcher(Files.readString(DOCUMENT));
        assertThat(block.find()).as("a block in %s", language).isTrue();
        return block.group(1);
    }

    static boolean isThere(String program) {
        return Stream.of(System.getenv("PATH").split(Pattern.quote(System.getProperty("path.separator"))))
                .anyMatch(of -> Files.isExecutable(Path.of(of, program)));
    }

    private static List<Boolean> run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String told = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(told).isZero();
        List<Boolean> answers = new ArrayList<>();
        for (JsonNode answer : JSON.readTree(told)) {
            answers.add(answer.booleanValue());
        }
        return answers;
    }

    /**
     * Runs a program that prints a JSON array of booleans, which must be the right decisions.
     *
     * @param folder where the cases are written for the program
     */
    static void run(String language, Path main, Path folder, List<Case> cases)
            throws IOException, InterruptedException {
        ArrayNode json = JSON.createArrayNode();
        for (Case one : cases) {
            ObjectNode written = json.addObject();
            written.put("body", Base64.getEncoder().encodeToString(one.bytes()));
            written.set("headers", JSON.valueToTree(one.headers()));
            written.put("secret", one.known());
        }
        Path file = Files.writeString(folder.resolve("cases.json"), json.toString());
        check(cases, run(language, main.toString(), file.toString()));
    }

    /** Fails with the cases in which the decision was wrong. */
    static void check(List<Case> cases, List<Boolean> taken) {
        assertThat(taken).hasSameSizeAs(cases);
        assertThat(IntStream.range(0, cases.size())
                        .filter(i -> cases.get(i).taken() != taken.get(i))
                        .mapToObj(i -> cases.get(i).what()))
                .isEmpty();
    }

    static Map<String, String> with(Map<String, String> headers, String name, String value) {
        Map<String, String> changed = new LinkedHashMap<>(headers);
        changed.put(name, value);
        return changed;
    }
}
