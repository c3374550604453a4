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
 * @param letters one more than a page shows, where there are so many
 * @param topic that they are to come from, without its prefix; empty for any
 */
public record DeadLettersPage(List<LetterRow> letters, String topic) {

    /** How many a page shows. */
    public static final int LENGTH = 50;

    /** The field that names letters to replay. */
    public static final String ID_FIELD = "id";

    public Page page(Visitor visitor) {
        List<LetterRow> shown = shown();
        return Page.of(
                Section.DEAD_LETTERS,
                "Dead letters",
                Tag.P.of("Events that were not taken, the newest first. Mend the fault before you replay one: what"
                        + " fails again becomes a new dead letter, and what a newer event of its key supersedes"
                        + " stays where it is."),
                question(),
                list(shown, visitor),
                older(shown));
    }

    /**
     * What fits. Letters of one millisecond stay together, since the next page begins at a time; so where there are more
     * of one than fit, they are shown as far as they fit.
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
        topics.put("", "every topic");
        Arrays.stream(CatalogTopic.values())
                .filter(candidate -> candidate.isInput() || candidate == CatalogTopic.PARTNER_COMMANDS)
                .forEach(candidate -> topics.put(candidate.baseName(), candidate.baseName()));
        return Forms.get(Section.DEAD_LETTERS.place(), "Show", Forms.choice("topic", "From", topic, topics));
    }

    private static Html list(List<LetterRow> shown, Visitor visitor) {
        List<String> headers = new ArrayList<>(List.of("Id", "Rejected", "From", "Key", "Why"));
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
        Html html = table.orWhereEmpty("There are none here.");
        return visitor.mayAct() && !shown.isEmpty()
                ? new Forms(visitor).act(replayPlace(), "Replay what is ticked", html)
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
                .of("Older ones"));
    }

    private static @Nullable String emptyAsNull(String text) {
        return text.isEmpty() ? null : text;
    }
}
