package dev.partnercatalog.console.page;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.partnercatalog.console.access.Visitor;
import dev.partnercatalog.operations.deadletter.DeadLetter;
import dev.partnercatalog.operations.deadletter.DeadLetter.Source;
import dev.partnercatalog.operations.deadletter.Payload;
import dev.partnercatalog.runtime.PrintableText;
import dev.partnercatalog.runtime.html.Forms;
import dev.partnercatalog.runtime.html.Html;
import dev.partnercatalog.runtime.html.Place;
import dev.partnercatalog.runtime.html.Shown;
import dev.partnercatalog.runtime.html.Table;
import dev.partnercatalog.runtime.html.Tag;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One dead letter with everything that is known about it.
 *
 * @param payload null if the letter has no value
 */
public record DeadLetterPage(DeadLetter letter, @Nullable Payload payload) {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int MAX_KEY = 1_000;
    private static final int MAX_HEADER = 300;
    private static final int MAX_HEADERS = 50;
    private static final int MAX_TEXT = 64 << 10;
    private static final int MAX_DUMP = 4 << 10;

    public Page page(Visitor visitor) {
        return Page.of(
                Section.DEAD_LETTERS,
                "Dead letter " + letter.id(),
                Shown.facts(
                        Shown.fact("Reason", Html.text(letter.reason())),
                        Shown.fact("Rejected", Shown.time(letter.time())),
                        source(),
                        Shown.fact("Key", Tag.CODE.of(key()))),
                actions(visitor),
                Tag.SECTION.of(Tag.H2.of("Value"), value()),
                Tag.SECTION.of(Tag.H2.of("Headers"), headers()),
                Tag.P.of(Tag.A.to(Section.DEAD_LETTERS.place()).of("All dead letters")));
    }

    private Html source() {
        Source source = letter.source();
        if (source == null) {
            return Shown.fact("From", Html.text("unknown: the record doesn't say"));
        }
        return Html.of(
                Shown.fact("From", Html.text(source.topic() + " " + source.position())),
                Shown.fact("Published", Shown.time(Instant.ofEpochMilli(source.timestamp()))),
                source.isReplay()
                        ? Shown.fact("Replayed", Html.text("yes; first published at " + source.origin()))
                        : Html.nothing());
    }

    private String key() {
        byte[] key = letter.key();
        return key == null ? "(no key)" : PrintableText.of(key, MAX_KEY);
    }

    private Html actions(Visitor visitor) {
        VisitorForms forms = new VisitorForms(visitor);
        Html id = Forms.hidden(DeadLettersPage.ID_FIELD, letter.id().toString());
        return Html.of(
                forms.act(DeadLettersPage.replayPlace(), "Replay", id),
                forms.minor(Place.of("dead-letters", "dismiss"), "Dismiss", id));
    }

    private Html value() {
        byte[] value = letter.value();
        if (value == null || payload == null) {
            return Tag.P.of(
                    letter.omittedBytes() > 0
                            ? "Its " + Shown.number(letter.omittedBytes())
                                    + " bytes were too large to be kept; they are still at the source."
                            : "None: the event deletes its record.");
        }
        String size = Shown.number(value.length) + " bytes";
        if (payload instanceof Payload.Decoded decoded) {
            return Html.of(
                    Tag.P.of(size + ", " + decoded.schema() + ", schema with content id " + decoded.contentId()),
                    Shown.pre("Value", cut(indented(decoded.json()))));
        }
        String why = ((Payload.Undecodable) payload).why();
        return Html.of(
                Tag.P.of(size + ", not decodable: " + why), Shown.pre("Value", PrintableText.dump(value, MAX_DUMP)));
    }

    private static String indented(String json) {
        try {
            return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(JSON.readTree(json));
        } catch (JsonProcessingException e) {
            // Avro's own text form of a record may not be valid JSON; it is just as readable.
            return json;
        }
    }

    private static String cut(String text) {
        return text.length() <= MAX_TEXT
                ? text
                : text.substring(0, MAX_TEXT) + "\n… " + Shown.number(text.length() - MAX_TEXT) + " more characters";
    }

    private Html headers() {
        Table table = new Table("Headers of the event", "Header", "Value");
        int shown = 0;
        for (var header : letter.headers()) {
            if (shown++ == MAX_HEADERS) {
                break;
            }
            byte[] value = header.value();
            table.row(
                    Html.text(header.key()), Tag.CODE.of(value == null ? "null" : PrintableText.of(value, MAX_HEADER)));
        }
        return table.orWhereEmpty("None.");
    }
}
