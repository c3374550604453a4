package dev.partnercatalog.webhook.document;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.partnercatalog.webhook.delivery.Message;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the documentation's code exactly as it is printed. */
@DisplayName("D25, D27: the code in docs/partners/signatures.md accepts what we send, and nothing else")
class VerificationCodeTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String BODY = "{\"name\":\"Limón ½ 🌿\",\"n\": 1}";
    private static final String SECRET = secret(1);
    private static final String NEWER = secret(2);
    private static final String STRANGER = secret(3);

    /** A request as a receiver gets it, the secret that the receiver knows, and whether it must accept the request. */
    private record Case(String what, String known, Map<String, String> headers, String body, boolean taken) {}

    @TempDir
    private Path folder = Path.of("");

    @Test
    void python() throws Exception {
        assumeTrue(isThere("python3"), "python3 is not installed");
        Matcher block = Pattern.compile("```python\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(Path.of("..", "docs", "partners", "signatures.md")));
        assertThat(block.find()).isTrue();
        Files.writeString(folder.resolve("verify.py"), block.group(1));
        Path main = Files.writeString(folder.resolve("main.py"), """
            import base64, json, sys
            from verify import verify
            cases = json.load(open(sys.argv[1], encoding="utf-8"))
            print(json.dumps([verify(c["secret"], c["headers"], base64.b64decode(c["body"])) for c in cases]))
            """);
        List<Case> cases = cases();
        ArrayNode written = JSON.createArrayNode();
        for (Case one : cases) {
            written.addObject()
                    .put("body", Base64.getEncoder().encodeToString(one.body().getBytes(UTF_8)))
                    .put("secret", one.known())
                    .set("headers", JSON.valueToTree(one.headers()));
        }
        Path file = Files.writeString(folder.resolve("cases.json"), written.toString());
        JsonNode taken = run("python3", main.toString(), file.toString());
        assertThat(taken).hasSameSizeAs(cases);
        assertThat(IntStream.range(0, cases.size())
                        .filter(i -> cases.get(i).taken() != taken.get(i).booleanValue())
                        .mapToObj(i -> cases.get(i).what()))
                .isEmpty();
    }

    private static boolean isThere(String program) {
        return Stream.of(System.getenv("PATH").split(Pattern.quote(System.getProperty("path.separator"))))
                .anyMatch(of -> Files.isExecutable(Path.of(of, program)));
    }

    private static JsonNode run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String told = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(told).isZero();
        return JSON.readTree(told);
    }

    private static List<Case> cases() {
        long now = Instant.now().getEpochSecond();
        Map<String, String> sent = headers(now, List.of(SECRET));
        Map<String, String> rotating = headers(now, List.of(NEWER, SECRET));
        String changed = BODY.replace('1', '2');
        return List.of(
                new Case("a message as we send it", SECRET, sent, BODY, true),
                new Case("with the earlier secret during a rotation", SECRET, rotating, BODY, true),
                new Case("with the new secret during a rotation", NEWER, rotating, BODY, true),
                new Case("with an unknown version before it", SECRET, signed(sent, "v2,x", true), BODY, true),
                new Case("four minutes old", SECRET, headers(now - 240, List.of(SECRET)), BODY, true),
                new Case("with a stranger's secret", STRANGER, rotating, BODY, false),
                new Case("with a changed body", SECRET, sent, changed, false),
                new Case("with another id", SECRET, with(sent, "webhook-id", "msg_2"), BODY, false),
                new Case(
                        "with another timestamp", SECRET, with(sent, "webhook-timestamp", "" + (now - 1)), BODY, false),
                new Case("six minutes old", SECRET, headers(now - 360, List.of(SECRET)), BODY, false),
                new Case("six minutes too early", SECRET, headers(now + 360, List.of(SECRET)), BODY, false),
                new Case("with a malformed timestamp", SECRET, with(sent, "webhook-timestamp", "now"), BODY, false),
                new Case(
                        "with a timestamp that is huge",
                        SECRET,
                        with(sent, "webhook-timestamp", "9".repeat(6_000)),
                        BODY,
                        false),
                new Case("with a signature of strange characters", SECRET, signed(sent, "v1,ü€🌿", false), BODY, false),
                new Case("with an empty signature", SECRET, signed(sent, "", false), BODY, false),
                new Case("without headers", SECRET, Map.of(), BODY, false));
    }

    private static Map<String, String> headers(long timestamp, List<String> secrets) {
        Message message = new Message("msg_1", BODY.getBytes(UTF_8), Message.Contents.ping(1));
        return Map.of(
                "webhook-id", message.id(),
                "webhook-timestamp", Long.toString(timestamp),
                "webhook-signature", message.signature(secrets, timestamp));
    }

    private static Map<String, String> signed(Map<String, String> headers, String signature, boolean andOurs) {
        String value = andOurs ? signature + " " + headers.get("webhook-signature") : signature;
        return with(headers, "webhook-signature", value);
    }

    private static Map<String, String> with(Map<String, String> headers, String name, String value) {
        Map<String, String> changed = new LinkedHashMap<>(headers);
        changed.put(name, value);
        return changed;
    }

    private static String secret(int fill) {
        byte[] key = new byte[32];
        key[0] = (byte) fill;
        return "whsec_" + Base64.getEncoder().encodeToString(key);
    }
}
