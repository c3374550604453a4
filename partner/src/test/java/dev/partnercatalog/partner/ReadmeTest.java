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
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

/** The code in README.md, which is repeated in this file, does what it says. */
class ReadmeTest {

    private static final Path HERE = Path.of("src/test/java/dev/partnercatalog/partner/ReadmeTest.java");

    private static final byte[] SECRET = new byte[32];
    private static final String RECORD =
            "{\"barcode\":\"1\",\"companyId\":7,\"locationId\":70,\"name\":\"Harbor Fog\"}";

    private final Copy copy = new Copy();

    @Test
    void it_keeps_a_copy_by_company_location_and_barcode() throws Exception {
        receive("2026-01-01T00:00:00.000Z", RECORD + "," + RECORD.replace("70", "71"), "");
        receive("2026-01-01T00:00:01.000Z", "", "{\"companyId\": 7, \"locationId\": 71, \"barcode\": \"1\"}");

        assertThat(copy.records(7, 70)).containsExactly(RECORD);
        assertThat(copy.records(7, 71)).isEmpty();
        assertThat(differing("{\"ranges\":[" + "{\"digest\":\"\"},".repeat(255) + "{\"digest\":\"\"}]}", 7, 70))
                .hasSize(256);
    }

    @Test
    void what_is_older_than_the_copy_changes_nothing() throws Exception {
        String newer = RECORD.replace("Fog", "Mist");
        receive("2026-01-01T00:00:01.000Z", newer, "");
        receive("2026-01-01T00:00:00.000Z", RECORD, "");

        assertThat(copy.records(7, 70)).containsExactly(newer);
        receive("2026-01-01T00:00:03.000Z", "", "{\"companyId\": 7, \"locationId\": 70, \"barcode\": \"1\"}");
        receive("2026-01-01T00:00:02.000Z", newer, "");
        assertThat(copy.records(7, 70)).isEmpty();
    }

    private void receive(String timestamp, String variants, String removed) throws Exception {
        byte[] body = ("{\"type\": \"variants.changed\", \"timestamp\": \"" + timestamp
                        + "\", \"data\": {\"variants\": [" + variants + "], \"removed\": [" + removed + "]}}")
                .getBytes(UTF_8);
        String now = Long.toString(Instant.now().getEpochSecond());
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(SECRET, "HmacSHA256"));
        mac.update(("msg_1." + now + ".").getBytes(UTF_8));
        receive(
                "whsec_" + Base64.getEncoder().encodeToString(SECRET),
                Map.of(
                        "webhook-id",
                        "msg_1",
                        "webhook-timestamp",
                        now,
                        "webhook-signature",
                        "v1," + Base64.getEncoder().encodeToString(mac.doFinal(body))),
                body);
    }

    private void receive(String secret, Map<String, String> headers, byte[] body) throws UnverifiedWebhookException {
        var verifier = new WebhookVerifier(WebhookKey.secret(secret));
        WebhookMessage message = verifier.receive(headers::get, body);
        for (var changed : message.variants()) {
            var variant = changed.variant();
            var key = new Key(variant.companyId(), variant.locationId(), variant.barcode());
            copy.put(key, message.timestamp(), changed.json());
        }
        for (var removed : message.removed()) {
            var key = new Key(removed.companyId(), removed.locationId(), removed.barcode());
            copy.remove(key, message.timestamp());
        }
    }

    record Key(long companyId, long locationId, String barcode) {}

    record Entry(Instant timestamp, String json) {}

    static final class Copy {

        private final Map<Key, Entry> entries = new HashMap<>();

        void put(Key key, Instant timestamp, String json) {
            entries.merge(
                    key,
                    new Entry(timestamp, json),
                    (old, given) -> given.timestamp().isBefore(old.timestamp()) ? old : given);
        }

        /** The text of a removed record is empty. */
        void remove(Key key, Instant timestamp) {
            put(key, timestamp, "");
        }

        Stream<String> records(long companyId, long locationId) {
            return entries.entrySet().stream()
                    .filter(entry -> entry.getKey().companyId() == companyId)
                    .filter(entry -> entry.getKey().locationId() == locationId)
                    .map(entry -> entry.getValue().json())
                    .filter(json -> !json.isEmpty());
        }
    }

    private List<Integer> differing(String digestResponse, long companyId, long locationId) {
        var proof = new CopyProof();
        copy.records(companyId, locationId).forEach(proof::add);
        List<Integer> ranges = proof.differing(digestResponse);
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
        assertThat(blocks).isEqualTo(3);
    }

    private static String unindented(String text) {
        return text.replaceAll("(?m)^ +", "");
    }
}
