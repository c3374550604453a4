package dev.partnercatalog.console.page;

import dev.partnercatalog.console.access.Visitor;
import dev.partnercatalog.operations.deadletter.DeadLetter;
import dev.partnercatalog.operations.deadletter.DeadLetterReport;
import dev.partnercatalog.operations.deadletter.Payload;
import dev.partnercatalog.operations.operation.DeadLetterOperations;
import dev.partnercatalog.operations.operation.DeadLetterSelection;
import dev.partnercatalog.runtime.html.Forms;
import dev.partnercatalog.runtime.html.Html;
import dev.partnercatalog.runtime.html.Tag;
import org.jspecify.annotations.Nullable;

/**
 * One dead letter with everything that is known about it.
 *
 * @param payload null if the dead letter has no value
 */
public record DeadLetterPage(DeadLetter letter, @Nullable Payload payload) {

    /** The most characters of a value that a page holds. */
    private static final int MOST = 16 << 10;

    public Page page(Visitor visitor) {
        return Page.of(
                Section.DEAD_LETTERS,
                "Dead letter " + letter.id(),
                actions(visitor),
                ReportView.of(DeadLetterReport.one(letter, payload, MOST)),
                Tag.P.of(Tag.A.to(Section.DEAD_LETTERS.place()).of("All dead letters")));
    }

    private Html actions(Visitor visitor) {
        VisitorForms forms = new VisitorForms(visitor);
        Html id = Forms.hidden(DeadLetterSelection.ID.name(), letter.id().toString());
        return Html.of(
                forms.act(DeadLettersPage.place(DeadLetterOperations.REPLAY), "Replay", id),
                forms.minor(DeadLettersPage.place(DeadLetterOperations.DISMISS), "Dismiss", id));
    }
}
