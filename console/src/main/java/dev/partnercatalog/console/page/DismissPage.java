package dev.partnercatalog.console.page;

import dev.partnercatalog.console.access.Visitor;
import dev.partnercatalog.operations.operation.DeadLetterOperations;
import dev.partnercatalog.runtime.html.Forms;
import dev.partnercatalog.runtime.html.Place;
import dev.partnercatalog.runtime.html.Tag;
import java.util.Map;

/**
 * Says which dead letters would be dismissed, and asks the operator to confirm it.
 *
 * @param what the group, in words
 * @param fields the fields that select the group, to be submitted again
 * @param letters how many letters there are
 */
public record DismissPage(String what, Map<String, String> fields, int letters) {

    static final Place PLACE = Place.of("dismiss");

    public Page page(Visitor visitor) {
        return Page.of(
                Section.DEAD_LETTERS,
                "Dismiss dead letters",
                Tag.P.of("Selected: " + what + "."),
                Tag.P.of("Dismissed letters are no longer listed or counted, and aren't replayed with others. They"
                        + " stay in their topic until they expire."),
                letters == 0
                        ? Tag.P.of("There is nothing to dismiss.")
                        : new VisitorForms(visitor)
                                .act(
                                        DeadLettersPage.place(DeadLetterOperations.DISMISS),
                                        "Dismiss " + ReplayPreviewPage.letters(letters),
                                        Forms.hidden(fields)),
                Tag.P.of(Tag.A.to(Section.DEAD_LETTERS.place()).of("All dead letters")));
    }
}
