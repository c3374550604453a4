package dev.partnercatalog.webhook.document;

import static dev.partnercatalog.webhook.document.DocumentedCode.BODY;
import static dev.partnercatalog.webhook.document.DocumentedCode.check;
import static dev.partnercatalog.webhook.document.DocumentedCode.with;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.partnercatalog.webhook.document.DocumentedCode.Case;
import dev.partnercatalog.webhook.message.Message;
import dev.partnercatalog.webhook.message.WebhookSignature;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the documentation's code exactly as it is printed, in each language that is installed. */
@DisplayName("D25, D27: the code in docs/partners/signatures.md accepts what we send, and nothing else")
class VerificationCodeTest {

    private static final String SECRET = secret(1);
    private static final String NEWER = secret(2);
    private static final String STRANGER = secret(3);

    @TempDir
    private Path folder = Path.of("");

    @Test
    void java() throws Exception {
        Path source = Files.writeString(folder.resolve("Webhooks.java"), DocumentedCode.block("java"));
        int compiled = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-d",
                        folder.toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        source.toString());
        assertThat(compiled).isZero();
        try (URLClassLoader loader = new URLClassLoader(
                new URL[] {folder.toUri().toURL()}, getClass().getClassLoader())) {
            Method verify =
                    loader.loadClass("Webhooks").getDeclaredMethod("verify", String.class, Map.class, byte[].class);
            verify.setAccessible(true);
            List<Case> cases = cases();
            List<Boolean> taken = new ArrayList<>();
            for (Case one : cases) {
                taken.add((Boolean) verify.invoke(null, one.known(), one.headers(), one.bytes()));
            }
            check(cases, taken);
        }
    }

    @Test
    void javascript() throws Exception {
        assumeTrue(DocumentedCode.isThere("node"), "node is not installed");
        Files.writeString(folder.resolve("verify.mjs"), DocumentedCode.block("js"));
        Path main = Files.writeString(folder.resolve("main.mjs"), """
            import { readFileSync } from "node:fs";
            import { verify } from "./verify.mjs";
            const cases = JSON.parse(readFileSync(process.argv[2]));
            const taken = cases.map((c) => verify(c.secret, c.headers, Buffer.from(c.body, "base64")));
            console.log(JSON.stringify(taken));
            """);
        DocumentedCode.run("node", main, folder, cases());
    }

    @Test
    void python() throws Exception {
        assumeTrue(DocumentedCode.isThere("python3"), "python3 is not installed");
        Files.writeString(folder.resolve("verify.py"), DocumentedCode.block("python"));
        Path main = Files.writeString(folder.resolve("main.py"), """
            import base64, json, sys
            from verify import verify
            cases = json.load(open(sys.argv[1], encoding="utf-8"))
            print(json.dumps([verify(c["secret"], c["headers"], base64.b64decode(c["body"])) for c in cases]))
            """);
        DocumentedCode.run("python3", main, folder, cases());
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
                "webhook-signature", WebhookSignature.header(secrets, message, timestamp));
    }

    private static Map<String, String> signed(Map<String, String> headers, String signature, boolean andOurs) {
        String value = andOurs ? signature + " " + headers.get("webhook-signature") : signature;
        return with(headers, "webhook-signature", value);
    }

    private static String secret(int fill) {
        byte[] key = new byte[32];
        key[0] = (byte) fill;
        return "whsec_" + Base64.getEncoder().encodeToString(key);
    }
}
