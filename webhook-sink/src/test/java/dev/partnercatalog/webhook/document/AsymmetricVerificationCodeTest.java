package dev.partnercatalog.webhook.document;

import static dev.partnercatalog.webhook.document.DocumentedCode.BODY;
import static dev.partnercatalog.webhook.document.DocumentedCode.check;
import static dev.partnercatalog.webhook.document.DocumentedCode.with;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.partnercatalog.runtime.credential.WebhookSigningKey;
import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.webhook.credential.MasterKeys;
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
import java.util.Objects;
import java.util.stream.Collectors;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("v1a: the code in docs/partners/signatures.md accepts what we send, and nothing else")
class AsymmetricVerificationCodeTest {

    private static final MasterKey MASTER_KEY = MasterKeys.another();
    private static final WebhookSigningKey KEY = WebhookSigningKey.of(MASTER_KEY, "p", 0);
    private static final WebhookSigningKey NEWER = WebhookSigningKey.of(MASTER_KEY, "p", 1);
    private static final WebhookSigningKey STRANGER = WebhookSigningKey.of(MASTER_KEY, "q", 0);

    @TempDir
    private Path folder = Path.of("");

    @Test
    void java() throws Exception {
        Path source = Files.writeString(folder.resolve("AsymmetricVerifier.java"), DocumentedCode.block("java", 1));
        int compiled =
                ToolProvider.getSystemJavaCompiler().run(null, null, null, "-d", folder.toString(), source.toString());
        assertThat(compiled).isZero();
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {folder.toUri().toURL()}, null)) {
            Method verify = loader.loadClass("AsymmetricVerifier")
                    .getDeclaredMethod("verify", Map.class, Map.class, byte[].class);
            verify.setAccessible(true);
            List<Case<List<WebhookSigningKey>>> cases = cases();
            List<Boolean> taken = new ArrayList<>();
            for (Case<List<WebhookSigningKey>> one : cases) {
                Map<String, String> keys = one.known().stream()
                        .collect(Collectors.toMap(WebhookSigningKey::keyId, WebhookSigningKey::publicKey));
                taken.add((Boolean) verify.invoke(null, keys, one.headers(), one.bytes()));
            }
            check(cases, taken);
        }
    }

    @Test
    void javascript() throws Exception {
        assumeTrue(DocumentedCode.isThere("node"), "node is not installed");
        Files.writeString(folder.resolve("verify.mjs"), DocumentedCode.block("js", 1));
        Path main = Files.writeString(folder.resolve("main.mjs"), """
            import { readFileSync } from "node:fs";
            import { verifyAsymmetric } from "./verify.mjs";
            const cases = JSON.parse(readFileSync(process.argv[2]));
            const taken = cases.map((c) => verifyAsymmetric(c.keys, c.headers, Buffer.from(c.body, "base64")));
            console.log(JSON.stringify(taken));
            """);
        DocumentedCode.run("node", main, folder, cases(), AsymmetricVerificationCodeTest::write);
    }

    @Test
    void python() throws Exception {
        assumeTrue(DocumentedCode.isThere("python3"), "python3 is not installed");
        assumeTrue(
                new ProcessBuilder("python3", "-c", "import cryptography")
                                .start()
                                .waitFor()
                        == 0,
                "Python's package cryptography is not installed");
        Files.writeString(folder.resolve("verify.py"), DocumentedCode.block("python", 1));
        Path main = Files.writeString(folder.resolve("main.py"), """
            import base64, json, sys
            from verify import verify_asymmetric
            cases = json.load(open(sys.argv[1], encoding="utf-8"))
            print(json.dumps([verify_asymmetric(c["keys"], c["headers"], base64.b64decode(c["body"])) for c in cases]))
            """);
        DocumentedCode.run("python3", main, folder, cases(), AsymmetricVerificationCodeTest::write);
    }

    private static void write(ObjectNode json, List<WebhookSigningKey> keys) {
        ArrayNode written = json.putArray("keys");
        for (WebhookSigningKey key : keys) {
            written.addObject()
                    .put("kty", "OKP")
                    .put("crv", "Ed25519")
                    .put("kid", key.keyId())
                    .put("x", key.publicKey())
                    .put("use", "sig")
                    .put("alg", "EdDSA");
        }
    }

    private static List<Case<List<WebhookSigningKey>>> cases() {
        long now = Instant.now().getEpochSecond();
        Map<String, String> sent = headers(now, List.of(KEY));
        Map<String, String> rotating = headers(now, List.of(NEWER, KEY));
        List<WebhookSigningKey> known = List.of(KEY);
        String signature = Objects.requireNonNull(sent.get("webhook-signature"));
        return List.of(
                new Case<>("a message as we send it", known, sent, BODY, true),
                new Case<>("with the earlier key during a rotation", known, rotating, BODY, true),
                new Case<>("with the new key during a rotation", List.of(NEWER), rotating, BODY, true),
                new Case<>("with both keys during a rotation", List.of(NEWER, KEY), rotating, BODY, true),
                new Case<>("four minutes old", known, headers(now - 240, List.of(KEY)), BODY, true),
                new Case<>("with a key that isn't known", List.of(NEWER), sent, BODY, false),
                new Case<>("without a key", List.of(), sent, BODY, false),
                new Case<>("with a stranger's signature", known, headers(now, List.of(STRANGER)), BODY, false),
                new Case<>(
                        "with a stranger's signature and our key's name",
                        known,
                        with(headers(now, List.of(STRANGER)), "webhook-key-ids", KEY.keyId()),
                        BODY,
                        false),
                new Case<>("with a changed body", known, sent, BODY.replace('1', '2'), false),
                new Case<>("with another id", known, with(sent, "webhook-id", "msg_2"), BODY, false),
                new Case<>(
                        "with another timestamp", known, with(sent, "webhook-timestamp", "" + (now - 1)), BODY, false),
                new Case<>("six minutes old", known, headers(now - 360, List.of(KEY)), BODY, false),
                new Case<>("six minutes too early", known, headers(now + 360, List.of(KEY)), BODY, false),
                new Case<>("with a malformed timestamp", known, with(sent, "webhook-timestamp", "now"), BODY, false),
                new Case<>("without key ids", known, with(sent, "webhook-key-ids", ""), BODY, false),
                new Case<>(
                        "with a signature that is cut off",
                        known,
                        with(sent, "webhook-signature", signature.substring(0, signature.length() - 8)),
                        BODY,
                        false),
                new Case<>(
                        "with a signature of strange characters",
                        known,
                        with(sent, "webhook-signature", "v1a,ü€🌿"),
                        BODY,
                        false),
                new Case<>("with an empty signature", known, with(sent, "webhook-signature", "v1a,"), BODY, false),
                new Case<>("without headers", known, Map.of(), BODY, false));
    }

    private static Map<String, String> headers(long timestamp, List<WebhookSigningKey> keys) {
        Message message = new Message("msg_1", BODY.getBytes(UTF_8), Message.Contents.ping(1));
        String secret = "whsec_" + Base64.getEncoder().encodeToString(new byte[32]);
        return Map.of(
                "webhook-id", message.id(),
                "webhook-timestamp", Long.toString(timestamp),
                "webhook-signature", WebhookSignature.header(List.of(secret), keys, message, timestamp),
                "webhook-key-ids", keys.stream().map(WebhookSigningKey::keyId).collect(Collectors.joining(" ")));
    }
}
