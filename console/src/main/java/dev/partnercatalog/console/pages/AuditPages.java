package dev.partnercatalog.console.pages;

import dev.partnercatalog.operations.Quantity;
import dev.partnercatalog.operations.audit.AuditFilter;
import dev.partnercatalog.operations.audit.AuditLog;
import dev.partnercatalog.operations.audit.AuditTable;
import dev.partnercatalog.runtime.html.Forms;
import dev.partnercatalog.runtime.html.Html;
import dev.partnercatalog.runtime.html.Shown;
import dev.partnercatalog.runtime.html.Tag;

/** The audit log, which can't be changed here: what operators did, newest first. */
public final class AuditPages implements Pages {

    /** The number of records on a page. */
    static final int LENGTH = 100;

    private static final String OPERATOR = "operator";
    private static final String ACTION = "action";

    private final AuditLog log;
    private final ReadPermits permits;

    public AuditPages(AuditLog log, ReadPermits permits) {
        this.log = log;
        this.permits = permits;
    }

    @Override
    public void addTo(Router router) {
        router.page("/audit", (context, visitor) -> {
            String operator = RequestFields.query(context, OPERATOR);
            String action = RequestFields.query(context, ACTION);
            AuditFilter filter = new AuditFilter(
                    RequestFields.emptyAsNull(operator),
                    RequestFields.emptyAsNull(action),
                    null,
                    RequestFields.until(context));
            return page(operator, action, permits.use(() -> log.newest(filter, LENGTH + 1)));
        });
    }

    /**
     * Renders what was found.
     *
     * @param operator the form's field, as filled in; empty if it isn't used, as {@code action}
     * @param found one more than a page shows, if there are that many
     */
    static Page page(String operator, String action, AuditLog.Found found) {
        NewestFirst<AuditLog.Entry> newest = new NewestFirst<>(found.entries(), LENGTH, AuditLog.Entry::time);
        int unreadable = found.unreadable();
        return Page.of(
                Section.AUDIT,
                "Audit",
                Tag.P.of("What was done at consoles and by commands. The name of a signed-in operator is proven"
                        + " by a token; a command's is only what the command was given, or the user of its machine."),
                Forms.get(
                        Section.AUDIT.place(),
                        "Show",
                        Forms.text(OPERATOR, "Operator", operator, false),
                        Forms.text(ACTION, "Action", action, false)),
                Shown.fault(
                        unreadable == 0
                                ? null
                                : Shown.number(unreadable) + " " + Quantity.noun(unreadable, "record")
                                        + " in between can't be read: something else wrote to the topic."),
                ReportView.of(AuditTable.of(newest.shown()).orWhereEmpty("No records.")),
                newest.hasOlder()
                        ? Tag.P.of(Tag.A
                                .to(Section.AUDIT
                                        .place()
                                        .with(OPERATOR, operator)
                                        .with(ACTION, action)
                                        .with("until", newest.last()))
                                .of("Older"))
                        : Html.nothing());
    }
}
