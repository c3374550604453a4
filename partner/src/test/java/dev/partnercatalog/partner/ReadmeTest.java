package dev.partnercatalog.partner;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

/** The code in README.md, which is repeated in this file, does what it says. */
class ReadmeTest {

    private static final Path HERE = Path.of("src/test/java/dev/partnercatalog/partner/ReadmeTest.java");

    private final Map<String, String> copy = new HashMap<>(Map.of("2", "removed"));

    @Test
    void the_code_runs() throws Exception {
        byte[] key = new byte[32];
        byte[] body = """
                {"type": "variants.changed", "timestamp": "2026-01-01T00:00:00.000Z", "data": {
                  "variants": [{"barcode": "1", "companyId": 7, "locationId": 70, "name": "Harbor Fog"}],
                  "removed": [{"companyId": 7, "locationId": 70, "barcode": "2"}]}}""".getBytes(UTF_8);
        String now = Long.toString(Instant.now().getEpochSecond());
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        mac.update(("msg_1." + now + ".").getBytes(UTF_8));
        receive(
                "whsec_" + Base64.getEncoder().encodeToString(key),
                Map.of(
                        "webhook-id",
                        "msg_1",
                        "webhook-timestamp",
                        now,
                        "webhook-signature",
                        "v1," + Base64.getEncoder().encodeToString(mac.doFinal(body))),
                body);

        assertThat(copy)
                .containsExactly(Map.entry(
                        "1", "{\"barcode\":\"1\",\"companyId\":7,\"locationId\":70,\"name\":\"Harbor Fog\"}"));
        assertThat(differing("{\"ranges\":[" + "{\"digest\":\"\"},".repeat(255) + "{\"digest\":\"\"}]}"))
                .hasSize(256);
    }

    private void receive(String secret, Map<String, String> headers, byte[] body) throws UnverifiedWebhookException {
        var verifier = new WebhookVerifier(WebhookKey.secret(secret));
        WebhookMessage message = verifier.receive(headers::get, body);
        for (var changed : message.variants()) {
            copy.put(changed.variant().barcode(), changed.json());
        }
        message.removed().forEach(removed -> copy.remove(removed.barcode()));
    }

    private List<Integer> differing(String answerOfDigest) {
        var proof = new CopyProof();
        copy.values().forEach(proof::add);
        List<Integer> ranges = proof.differing(answerOfDigest);
        return ranges;
    }

    @Test
    void the_readme_has_the_same_code() throws Exception {
        String here = unindented(Files.readString(HERE));
        Matcher block = Pattern.compile("(?s)```java\\n(.*?)```").matcher(Files.readString(Path.of("README.md")));
        int blocks = 0;
        for (; block.find(); blocks++) {
            assertThat(here).contains(unindented(block.group(1)));
        }
        assertThat(blocks).isEqualTo(2);
    }

    private static String unindented(String text) {
        return text.replaceAll("(?m)^ +", "");
    }
}
