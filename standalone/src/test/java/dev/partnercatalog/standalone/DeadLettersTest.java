package dev.partnercatalog.standalone;

import static dev.partnercatalog.standalone.Poison.wire;
import static dev.partnercatalog.standalone.RejectedEvents.awaitName;
import static dev.partnercatalog.standalone.RejectedEvents.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.partnercatalog.standalone.RejectedEvents.Letters;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What becomes of events that can't be accepted, and what the program's own commands say about them. */
@ExtendWith(CatalogExtension.class)
class DeadLettersTest {

    private final RejectedEvents events;

    DeadLettersTest(CatalogAddresses catalog) {
        events = new RejectedEvents(catalog);
    }

    @Test
    void every_kind_of_poison_is_listed_with_its_reason_and_shown_and_the_pipeline_goes_on() throws Exception {
        Map<String, RecordMetadata> sent = new HashMap<>();
        byte[] fit = events.bpd("poison-fit", "fit");
        sent.put("begin with a zero byte", events.publish("poison-garbage", new byte[] {9, 27, '[', '2', 'J'}));
        sent.put(
                "content id 1999999 is not a version of catalog.bpd-variants-value",
                events.publish("poison-schema", wire(1_999_999, new byte[] {2})));
        sent.put(
                "the value is not a valid BpdVariant",
                events.publish("poison-cut", Arrays.copyOf(fit, fit.length - 3)));
        sent.put("bytes are left over", events.publish("poison-fit", Arrays.copyOf(fit, fit.length + 1)));
        sent.put("the key and the value disagree", events.publish("poison-other", fit));
        sent.put("is invalid", events.publish("poison \u001b[2J", fit));
        sent.put("the key is not UTF-8 text", events.publish(new byte[] {'k', (byte) 0xff}, fit, null));
        sent.put("the event is 2097164 bytes long", events.publish("poison-large", new byte[2 << 20]));
        sent.put("the event is 20971533 bytes long", events.publish("poison-larger", new byte[20 << 20]));
        events.publish("poison-fit", fit);

        Letters letters = events.awaitLetters(sent);
        PartnerClient partner = events.partner();
        awaitName(partner, "poison-fit", "fit");

        JsonNode garbage = events.show(letters.of("begin with a zero byte"));
        assertThat(garbage.path("valueBase64").asText()).isEqualTo("CRtbMko=");
        assertThat(garbage.path("headers")).hasToString("[{\"name\":\"trace\",\"value\":\"of upstream\"}]");
        assertThat(events.show(letters.of("the key and the value disagree"))
                        .path("value")
                        .path("name")
                        .asText())
                .isEqualTo("fit");
        assertThat(events.show(letters.of("the event is 2097164 bytes long"))
                        .path("bytes")
                        .asInt())
                .isEqualTo(2 << 20);
        assertThat(events.show(letters.of("the event is 20971533 bytes long"))
                        .path("omittedBytes")
                        .asInt())
                .isEqualTo(20 << 20);
        assertThat(letters.of("the key is not UTF-8 text").path("keyBase64").asText())
                .isEqualTo("a/8=");
        assertThat(events.run(0, "list")).doesNotContain("\u001b");
        assertThat(events.run(0, "show", letters.id("is invalid")))
                .contains("poison \\u001B[2J")
                .doesNotContain("\u001b");
        assertThat(events.run(0, "show", letters.id("begin with a zero byte")))
                .contains("\"undecodable\" : ", "\"valueBase64\" : \"CRtbMko=\"");
        String larger = letters.id("the event is 20971533 bytes long");
        assertThat(events.run(1, "replay", larger)).contains("too large to be kept");
    }

    @Test
    void an_event_of_1970_is_served_and_its_dead_letter_is_as_old_as_its_rejection() throws Exception {
        Instant before = Instant.now();
        events.publish(bytes("letters-1970"), events.bpd("letters-1970", "of 1970"), 1L);
        RecordMetadata broken = events.publish(bytes("letters-1970-broken"), new byte[] {1}, 1L);
        PartnerClient partner = events.partner();
        awaitName(partner, "letters-1970", "of 1970");
        JsonNode letter = events.awaitLetters(Map.of("", broken)).of("");
        assertThat(Instant.parse(letter.path("time").asText())).isAfter(before.minusSeconds(1));
        assertThat(letter.path("publishedAt").asText()).isEqualTo("1970-01-01T00:00:00.001Z");
    }

    @Test
    void a_letter_that_is_not_there_is_told() {
        CommandRun show = events.run("show", "0-999999999");
        CommandRun replay = events.run("replay", "0-999999999", "3-1");
        assertThat(show.status()).isEqualTo(1);
        assertThat(replay.status()).isEqualTo(1);
        assertThat(show.err() + replay.err())
                .contains("dead letter 0-999999999 doesn't exist")
                .contains("dead letter 3-1 doesn't exist");
    }

    @Test
    void a_list_of_none_says_so_where_no_program_reads_it() {
        CommandRun list = events.run("list", "--key", "none");
        assertThat(list.endedWith(0)).isEmpty();
        assertThat(list.err()).isEqualTo("catalog: no dead letter matches" + System.lineSeparator());
    }
}
