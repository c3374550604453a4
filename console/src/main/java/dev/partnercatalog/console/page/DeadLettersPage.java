package dev.partnercatalog.console.page;

import static dev.partnercatalog.console.html.Attribute.ARIA_LABEL;
import static dev.partnercatalog.console.html.Attribute.NAME;
import static dev.partnercatalog.console.html.Attribute.TYPE;
import static dev.partnercatalog.console.html.Attribute.VALUE;

import dev.partnercatalog.console.access.Visitor;
import dev.partnercatalog.console.html.Html;
import dev.partnercatalog.console.html.Place;
import dev.partnercatalog.console.html.Table;
import dev.partnercatalog.console.html.Tag;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The newest dead letters.
 *
 * @param letters one more than a page shows, if there are that many
 * @param topic the topic that they came from, without its prefix; empty for any
 */
public record DeadLettersPage(List<LetterRow> letters, String topic) {

    /** The number of letters on a page. */
    public static final int LENGTH = 50;

    /** The field with the ids of the letters to replay. */
    public static final String ID_FIELD = "id";

    public Page page(Visitor visitor) {
        List<LetterRow> shown = shown();
        return Page.of(
                Section.DEAD_LETTERS,
                "Dead letters",
                Tag.P.of("Rejected events, newest first. Fix the fault before you replay one: an event that"
                        + " fails again becomes a new dead letter, and one that a newer event of its key supersedes"
                        + " is not replayed."),
                question(),
                list(shown, visitor),
                older(shown));
    }

    /**
     * The letters that fit. Letters of the same millisecond stay together, since the next page begins at a time; if
     * there are more of them than fit, as many as fit are shown.
     */
    private List<LetterRow> shown() {
        if (letters.size() <= LENGTH) {
            return letters;
        }
        Instant cut = letters.get(LENGTH).time();
        List<LetterRow> whole = letters.stream()
                .limit(LENGTH)
                .filter(letter -> letter.time().isAfter(cut))
                .toList();
        return whole.isEmpty() ? letters.subList(0, LENGTH) : whole;
    }

    private Html question() {
        Map<String, String> topics = new LinkedHashMap<>();
        topics.put("", "all topics");
        Arrays.stream(CatalogTopic.values())
                .filter(candidate -> candidate.isInput() || candidate == CatalogTopic.PARTNER_COMMANDS)
                .forEach(candidate -> topics.put(candidate.baseName(), candidate.baseName()));
        return Forms.get(Section.DEAD_LETTERS.place(), "Show", Forms.choice("topic", "From", topic, topics));
    }

    private static Html list(List<LetterRow> shown, Visitor visitor) {
        List<String> headers = new ArrayList<>(List.of("Id", "Rejected", "From", "Key", "Reason"));
        if (visitor.mayAct()) {
            headers.add("Replay");
        }
        Table table = new Table("Dead letters", headers.toArray(String[]::new));
        for (LetterRow letter : shown) {
            List<Html> row = new ArrayList<>(List.of(
                    Tag.A
                            .to(Place.of("dead-letters", letter.id().toString()))
                            .of(letter.id().toString()),
                    Shown.time(letter.time()),
                    Html.text(letter.topic() == null ? "unknown" : letter.topic()),
                    Tag.CODE.of(letter.key()),
                    Html.text(letter.reason())));
            if (visitor.mayAct()) {
                row.add(Tag.INPUT
                        .with(TYPE, "checkbox")
                        .with(NAME, ID_FIELD)
                        .with(VALUE, letter.id())
                        .with(ARIA_LABEL, "replay " + letter.id())
                        .of());
            }
            table.row(row);
        }
        Html html = table.orWhereEmpty("No dead letters.");
        return visitor.mayAct() && !shown.isEmpty()
                ? new Forms(visitor).act(replayPlace(), "Replay selected", html)
                : html;
    }

    static Place replayPlace() {
        return Place.of("dead-letters", "replay");
    }

    private Html older(List<LetterRow> shown) {
        if (letters.size() <= LENGTH) {
            return Html.nothing();
        }
        Instant last = shown.get(shown.size() - 1).time();
        return Tag.P.of(Tag.A
                .to(Section.DEAD_LETTERS
                        .place()
                        .with("topic", emptyAsNull(topic))
                        .with("until", last))
                .of("Older"));
    }

    private static @Nullable String emptyAsNull(String text) {
        return text.isEmpty() ? null : text;
    }
}
