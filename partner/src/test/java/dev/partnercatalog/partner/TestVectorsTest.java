package dev.partnercatalog.partner;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The values in docs/partners/testing.md, which were computed by another program, are what this library computes. */
class TestVectorsTest {

    private static final Pattern BLOCK = Pattern.compile("(?ms)^```json\\n(.*?)^```$");

    private final List<JsonNode> blocks = blocks();

    private static List<JsonNode> blocks() {
        ObjectMapper mapper = new ObjectMapper();
        try {
            String page = Files.readString(Path.of("..", "docs", "partners", "testing.md"));
            List<String> texts =
                    BLOCK.matcher(page).results().map(found -> found.group(1)).toList();
            assertThat(texts).hasSize(3);
            return List.of(mapper.readTree(texts.get(0)), mapper.readTree(texts.get(1)), mapper.readTree(texts.get(2)));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void the_signature_verifies() throws Exception {
        JsonNode vector = blocks.get(0);
        List<WebhookKey> secret =
                List.of(WebhookKey.secret(vector.path("secret").asText()));
        WebhookVerifier verifier = new WebhookVerifier(
                secret, Duration.ofMinutes(5), Clock.fixed(Instant.parse("2026-01-01T00:00:00Z"), ZoneOffset.UTC));
        byte[] body = vector.path("body").asText().getBytes(UTF_8);
        JsonNode headers = vector.path("headers");

        WebhookMessage message = verifier.receive(name -> headers.path(name).asText(), body);

        assertThat(message.variants()).hasSize(1);
        assertThat(message.removed()).hasSize(1);
        body[body.length - 1] = ' ';
        assertThatThrownBy(() -> verifier.verify(name -> headers.path(name).asText(), body))
                .isInstanceOf(UnverifiedWebhookException.class);
    }

    @Test
    void each_record_has_its_canonical_form_its_hash_and_its_range() throws Exception {
        for (JsonNode vector : blocks.get(1)) {
            String record = vector.path("record").asText();
            assertThat(CanonicalJson.of(record)).isEqualTo(record);
            assertThat(sha256(record)).isEqualTo(vector.path("hash").asText());
            assertThat(sha256(vector.path("barcode").asText()))
                    .startsWith(HexFormat.of()
                            .toHexDigits((byte) vector.path("range").asInt()));
        }
    }

    @Test
    void the_digests_are_those_of_the_records() {
        CopyProof proof = new CopyProof();
        blocks.get(1).forEach(vector -> proof.add(vector.path("record").asText()));

        List<String> digests = proof.digests();
        int records = 0;
        for (JsonNode range : blocks.get(2)) {
            records += range.path("count").asInt();
            assertThat(digests.get(range.path("range").asInt()))
                    .isEqualTo(range.path("digest").asText());
        }
        assertThat(records).isEqualTo(4);
        assertThat(digests).filteredOn("0".repeat(64)::equals).hasSize(253);
    }

    private static String sha256(String text) throws Exception {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8)));
    }
}
