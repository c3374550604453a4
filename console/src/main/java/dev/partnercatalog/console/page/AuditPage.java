package dev.partnercatalog.console.page;

import dev.partnercatalog.operations.Quantity;
import dev.partnercatalog.operations.audit.AuditLog.Entry;
import dev.partnercatalog.operations.audit.AuditWords;
import dev.partnercatalog.records.AuditOutcome;
import dev.partnercatalog.records.AuditRecord;
import dev.partnercatalog.runtime.html.Forms;
import dev.partnercatalog.runtime.html.Html;
import dev.partnercatalog.runtime.html.Shown;
import dev.partnercatalog.runtime.html.Table;
import dev.partnercatalog.runtime.html.Tag;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What operators did, newest first.
 *
 * @param entries one more than a page shows, if there are that many
 * @param fields the form's fields, as filled in
 * @param unreadable number of records that can't be read
 */
public record AuditPage(List<Entry> entries, Fields fields, int unreadable) {

    /** The number of records on a page. */
    public static final int LENGTH = 100;

    /** The search; a field is empty if it isn't used. */
    public record Fields(String operator, String action) {

        public static final String OPERATOR = "operator";
        public static final String ACTION = "action";
    }

    public AuditPage {
        entries = List.copyOf(entries);
    }

    public Page page() {
        List<Entry> shown = shown();
        return Page.of(
                Section.AUDIT,
                "Audit",
                Tag.P.of("What was done at consoles and by commands. The name of a signed-in operator is proven"
                        + " by a token; a command's is only what the command was given, or the user of its machine."),
                Forms.get(
                        Section.AUDIT.place(),
                        "Show",
                        Forms.text(Fields.OPERATOR, "Operator", fields.operator(), false),
                        Forms.text(Fields.ACTION, "Action", fields.action(), false)),
                Shown.fault(
                        unreadable == 0
                                ? null
                                : Shown.number(unreadable) + " " + Quantity.noun(unreadable, "record")
                                        + " in between can't be read: something else wrote to the topic."),
                table(shown),
                older(shown));
    }

    /**
     * The records that fit. Those of the same millisecond stay together as far as they fit, since the next page begins
     * at a time.
     */
    private List<Entry> shown() {
        if (entries.size() <= LENGTH) {
            return entries;
        }
        Instant cut = entries.get(LENGTH).time();
        List<Entry> whole = entries.stream()
                .limit(LENGTH)
                .filter(entry -> entry.time().isAfter(cut))
                .toList();
        return whole.isEmpty() ? entries.subList(0, LENGTH) : whole;
    }

    private static Html table(List<Entry> shown) {
        Table table =
                new Table("Audit log", "When", "Who", "Identity", "From", "Action", "Target", "Outcome", "Detail");
        for (Entry entry : shown) {
            AuditRecord record = entry.record();
            table.row(
                    Shown.time(entry.time()),
                    Html.text(record.getOperator()),
                    Html.text(AuditWords.identity(record)),
                    Html.text(AuditWords.source(record) + " " + record.getAddress()),
                    Html.text(record.getAction()),
                    Html.text(record.getTarget()),
                    Shown.badge(mood(record.getOutcome()), AuditWords.outcome(record)),
                    Html.text(record.getDetail()));
        }
        return table.orWhereEmpty("No records.");
    }

    private static Shown.Mood mood(AuditOutcome outcome) {
        return switch (outcome) {
            case DONE -> Shown.Mood.GOOD;
            case REFUSED -> Shown.Mood.WARNING;
            case FAILED -> Shown.Mood.BAD;
            case UNKNOWN -> Shown.Mood.QUIET;
        };
    }

    private Html older(List<Entry> shown) {
        if (entries.size() <= LENGTH) {
            return Html.nothing();
        }
        return Tag.P.of(Tag.A
                .to(Section.AUDIT
                        .place()
                        .with(Fields.OPERATOR, emptyAsNull(fields.operator()))
                        .with(Fields.ACTION, emptyAsNull(fields.action()))
                        .with("until", shown.get(shown.size() - 1).time()))
                .of("Older"));
    }

    private static @Nullable String emptyAsNull(String text) {
        return text.isEmpty() ? null : text;
    }
}
