package dev.partnercatalog.webhook.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class MessageTest {

    private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    private static final long TIME = Instant.parse("2026-02-03T04:05:06.070Z").toEpochMilli();
    private static final byte[] SMALL = "{\"barcode\":\"1\"}".getBytes(StandardCharsets.UTF_8);

    private final VariantsChanged body = new VariantsChanged(VariantsChanged.MAX_RECORDS, VariantsChanged.MAX_BYTES);

    @Test
    @DisplayName("D25: the envelope holds type, timestamp, the records as they are and the ids of those removed")
    void the_envelope_holds_records_and_removals() throws Exception {
        body.add("{\"barcode\":\"1\",\"name\":\"é\"}".getBytes(StandardCharsets.UTF_8));
        body.add(SMALL);
        body.addRemoved(12, 34, "5");

        assertThat(new String(body.json(TIME), StandardCharsets.UTF_8))
                .isEqualTo("{\"type\":\"variants.changed\",\"timestamp\":\"2026-02-03T04:05:06.070Z\",\"data\":{"
                        + "\"variants\":[{\"barcode\":\"1\",\"name\":\"é\"},{\"barcode\":\"1\"}],"
                        + "\"removed\":[{\"companyId\":12,\"locationId\":34,\"barcode\":\"5\"}]}}");
    }

    @Test
    void a_barcode_that_needs_escaping_is_still_json() throws Exception {
        body.addRemoved(1, 2, "a\"b\\c");

        JsonNode removed = new ObjectMapper().readTree(body.json(TIME)).at("/data/removed/0");
        assertThat(removed.get("barcode").asText()).isEqualTo("a\"b\\c");
    }

    @Test
    @DisplayName("D25: one message carries up to 100 records, removals included")
    void one_message_carries_up_to_100_records() {
        for (int i = 0; i < 60; i++) {
            assertThat(body.add(SMALL)).isTrue();
        }
        for (int i = 0; i < 40; i++) {
            assertThat(body.addRemoved(1, 1, "b" + i)).isTrue();
        }

        assertThat(body.isFull()).isTrue();
        assertThat(body.add(SMALL)).isFalse();
        assertThat(body.addRemoved(1, 1, "c")).isFalse();
        assertThat(body.records()).isEqualTo(100);
    }

    @Test
    @DisplayName("D25: one message carries up to 512 KiB, envelope included")
    void one_message_carries_up_to_512_kib() {
        byte[] large = filled(100_000);
        int added = 0;
        while (body.add(large)) {
            added++;
        }

        assertThat(added).isEqualTo(5);
        int room = VariantsChanged.MAX_BYTES - body.json(TIME).length;
        assertThat(body.add(filled(room + 1))).isFalse();
        assertThat(body.add(filled(room - 10))).isTrue();
        assertThat(body.json(TIME).length).isBetween(VariantsChanged.MAX_BYTES - 20, VariantsChanged.MAX_BYTES);
    }

    @Test
    @DisplayName("D25: a single larger record goes alone")
    void a_single_larger_record_goes_alone() {
        assertThat(body.add(filled(VariantsChanged.MAX_BYTES + 1))).isTrue();
        assertThat(body.add(SMALL)).isFalse();

        VariantsChanged begun = new VariantsChanged(VariantsChanged.MAX_RECORDS, VariantsChanged.MAX_BYTES);
        begun.add(SMALL);
        assertThat(begun.add(filled(VariantsChanged.MAX_BYTES + 1))).isFalse();
        assertThat(begun.records()).isEqualTo(1);
    }

    private static byte[] filled(int length) {
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, (byte) ' ');
        bytes[0] = '"';
        bytes[length - 1] = '"';
        return bytes;
    }

    @Test
    @DisplayName("D25: the signature of the published Standard Webhooks example is reproduced")
    void the_published_example_comes_out() {
        Message message = message("msg_p5jXN8AQM9LWM0D4loKWxJek", "{\"test\": 2432232314}");

        assertThat(message.signature(List.of(SECRET), 1614265330))
                .isEqualTo("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }

    @Test
    void a_secret_in_another_form_is_refused() {
        assertThatThrownBy(() -> message("msg_3", "{}").signature(List.of("MfKQ9r8G"), 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageNotContaining("MfKQ9r8G");
    }

    private static Message message(String id, String body) {
        return new Message(id, body.getBytes(StandardCharsets.UTF_8), Message.Contents.ping(0));
    }
}
