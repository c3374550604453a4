package dev.partnercatalog.console.pages;

import static dev.partnercatalog.runtime.html.Attribute.ARIA_LABEL;
import static dev.partnercatalog.runtime.html.Attribute.NAME;
import static dev.partnercatalog.runtime.html.Attribute.TYPE;
import static dev.partnercatalog.runtime.html.Attribute.VALUE;

import dev.partnercatalog.console.access.Visitor;
import dev.partnercatalog.console.live.DeadLetterCounts.Count;
import dev.partnercatalog.operations.deadletter.DeadLetterReport;
import dev.partnercatalog.operations.operation.DeadLetterOperations;
import dev.partnercatalog.operations.operation.DeadLetterSelection;
import dev.partnercatalog.operations.operation.Operation;
import dev.partnercatalog.operations.report.ReportTable;
import dev.partnercatalog.runtime.html.Html;
import dev.partnercatalog.runtime.html.Place;
import dev.partnercatalog.runtime.html.Shown;
import dev.partnercatalog.runtime.html.Table;
import dev.partnercatalog.runtime.html.Tag;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The dead letters that a query selects: how many there are, by cause, and the newest of them.
 *
 * @param letters one more than a page shows, if there are that many
 * @param count number of selected dead letters, on all pages; null if they have not been counted yet
 * @param groups the largest first
 * @param now when they were read
 */
record DeadLettersPage(
        DeadLetterQuery query,
        List<DeadLetterReport.Row> letters,
        @Nullable Count count,
        List<Group> groups,
        Instant now) {

    /** The number of dead letters on a page. */
    static final int LENGTH = 50;

    private static final int MOST_GROUPS = 20;

    /**
     * Dead letters with the same cause.
     *
     * @param topic the topic that they came from, without its prefix; null if it is none of the catalog's topics
     * @param reason the reason without what is specific to one event
     */
    record Group(@Nullable String topic, String reason, long letters) {

        /** Whether they are upstream events; everything else was answered to its sender, who sends it again. */
        boolean canBeReplayed() {
            return topic != null
                    && CatalogTopic.ofBaseName(topic).map(CatalogTopic::isInput).orElse(false);
        }
    }

    /** How many dead letters there are, in words. */
    static String inWords(@Nullable Count count) {
        if (count == null) {
            return "not counted yet";
        }
        return Shown.number(count.letters()) + (count.areAll() ? "" : " or more");
    }

    Page page(Visitor visitor) {
        NewestFirst<DeadLetterReport.Row> newest = new NewestFirst<>(letters, LENGTH, DeadLetterReport.Row::time);
        return Page.of(
                Section.DEAD_LETTERS,
                "Dead letters",
                Tag.P.of(
                        Html.text("Rejected events. Fix the fault before you replay one: an event that"
                                + " fails again becomes a new dead letter, and one that a newer event of its key supersedes"
                                + " is not replayed. Dismiss the events that need no work. "),
                        Runbook.DEAD_LETTERS.link()),
                query.form(),
                count == null ? Html.nothing() : Tag.P.of(summary(count)),
                groups(visitor),
                list(newest.shown(), visitor),
                older(newest));
    }

    private String summary(Count counted) {
        boolean one = counted.letters() == 1 && counted.areAll();
        String letters = inWords(counted) + (one ? " dead letter" : " dead letters");
        if (query.isBlank()) {
            return letters + ".";
        }
        return letters + (one ? " matches." : " match.");
    }

    private Html groups(Visitor visitor) {
        List<String> headers = new ArrayList<>(List.of("Reason", "From", "Letters"));
        if (visitor.mayAct()) {
            headers.add("Replay");
            headers.add("Dismiss");
        }
        Table table = new Table("By cause", headers.toArray(String[]::new));
        groups.stream().limit(MOST_GROUPS).forEach(group -> table.row(row(group, visitor)));
        return groups.isEmpty()
                ? Html.nothing()
                : Html.of(
                        table.html(),
                        groups.size() > MOST_GROUPS
                                ? Tag.P.styled("quiet").of("and " + (groups.size() - MOST_GROUPS) + " more causes")
                                : Html.nothing());
    }

    private List<Html> row(Group group, Visitor visitor) {
        String topic = group.topic();
        DeadLetterQuery ofGroup = new DeadLetterQuery(topic == null ? "" : topic, query.within(), group.reason(), null);
        List<Html> row = new ArrayList<>(List.of(
                Tag.SPAN
                        .styled("prose")
                        .of(
                                topic == null
                                        ? Html.text(group.reason())
                                        : Tag.A.to(ofGroup.list()).of(group.reason())),
                Html.text(topic == null ? "unknown" : topic),
                Html.text(Shown.number(group.letters()))));
        if (visitor.mayAct()) {
            row.add(group.canBeReplayed() ? Tag.A.to(ofGroup.replay(now)).of("Preview replay") : Shown.none());
            row.add(
                    topic == null
                            ? Shown.none()
                            : Tag.A.to(ofGroup.dismiss(now)).of("Dismiss"));
        }
        return row;
    }

    private static Html list(List<DeadLetterReport.Row> shown, Visitor visitor) {
        ReportTable table = DeadLetterReport.list(shown).orWhereEmpty("No dead letters.");
        return visitor.mayAct() && !shown.isEmpty()
                ? new VisitorForms(visitor)
                        .act(
                                place(DeadLetterOperations.REPLAY),
                                "Replay selected",
                                ReportView.of(table, List.of("Replay"), i -> List.of(box(shown.get(i)))))
                : ReportView.of(table);
    }

    private static Html box(DeadLetterReport.Row letter) {
        return Tag.INPUT
                .with(TYPE, "checkbox")
                .with(NAME, DeadLetterSelection.ID.name())
                .with(VALUE, letter.id())
                .with(ARIA_LABEL, "replay " + letter.id())
                .of();
    }

    /** Where dead letters are sent for an operation on them. */
    static Place place(Operation operation) {
        return Place.of("dead-letters", operation.verb());
    }

    private Html older(NewestFirst<DeadLetterReport.Row> newest) {
        if (!newest.hasOlder()) {
            return Html.nothing();
        }
        Instant last = newest.last();
        return Tag.P.of(Tag.A
                .to(new DeadLetterQuery(query.topic(), query.within(), query.reason(), last).list())
                .of("Older"));
    }
}
