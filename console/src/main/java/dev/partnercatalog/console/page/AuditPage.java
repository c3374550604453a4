package dev.partnercatalog.console.page;

import dev.partnercatalog.operations.Quantity;
import dev.partnercatalog.operations.audit.AuditLog.Entry;
import dev.partnercatalog.operations.audit.AuditTable;
import dev.partnercatalog.runtime.html.Forms;
import dev.partnercatalog.runtime.html.Html;
import dev.partnercatalog.runtime.html.Shown;
import dev.partnercatalog.runtime.html.Tag;
import java.util.List;

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
        NewestFirst<Entry> newest = new NewestFirst<>(entries, LENGTH, Entry::time);
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
                ReportView.of(AuditTable.of(newest.shown()).orWhereEmpty("No records.")),
                older(newest));
    }

    private Html older(NewestFirst<Entry> newest) {
        if (!newest.hasOlder()) {
            return Html.nothing();
        }
        return Tag.P.of(Tag.A
                .to(Section.AUDIT
                        .place()
                        .with(Fields.OPERATOR, fields.operator())
                        .with(Fields.ACTION, fields.action())
                        .with("until", newest.last()))
                .of("Older"));
    }
}
