package dev.partnercatalog.console.page;

import dev.partnercatalog.console.access.Visitor;
import dev.partnercatalog.operations.deadletter.DeadLetterReport;
import dev.partnercatalog.operations.deadletter.ReplayResult;
import dev.partnercatalog.operations.deadletter.ReplayResult.Outcome;
import dev.partnercatalog.operations.operation.DeadLetterOperations;
import dev.partnercatalog.runtime.html.Forms;
import dev.partnercatalog.runtime.html.Html;
import dev.partnercatalog.runtime.html.Place;
import dev.partnercatalog.runtime.html.Shown;
import dev.partnercatalog.runtime.html.Tag;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Says what the replay of a group of dead letters would do, and asks the operator to confirm it.
 *
 * @param what the group, in words
 * @param fields the fields that select the group, to be submitted again
 * @param results what would happen to each letter
 */
public record ReplayPreviewPage(String what, Map<String, String> fields, List<ReplayResult> results) {

    static final Place PLACE = Place.of("replay");

    private static final int EXAMPLES = 20;

    public Page page(Visitor visitor) {
        Map<Outcome, Long> counts =
                results.stream().collect(Collectors.groupingBy(ReplayResult::outcome, Collectors.counting()));
        long replayable = counts.getOrDefault(Outcome.REPLAYABLE, 0L);
        return Page.of(
                Section.DEAD_LETTERS,
                "Replay dead letters",
                Tag.P.of("Selected: " + what + "."),
                Shown.facts(
                        fact("Would be replayed", replayable),
                        fact("Superseded by a newer event of their key", counts.getOrDefault(Outcome.SUPERSEDED, 0L)),
                        fact("Replayed before", counts.getOrDefault(Outcome.REPLAYED_BEFORE, 0L)),
                        fact("Can't be replayed", counts.getOrDefault(Outcome.IMPOSSIBLE, 0L))),
                replayable == 0
                        ? Tag.P.of("There is nothing to replay.")
                        : new VisitorForms(visitor)
                                .act(
                                        DeadLettersPage.place(DeadLetterOperations.REPLAY),
                                        "Replay " + letters(replayable),
                                        Forms.hidden(fields)),
                examples(),
                Tag.P.of(Tag.A.to(Section.DEAD_LETTERS.place()).of("All dead letters")));
    }

    private static Html fact(String term, long count) {
        return Shown.fact(term, Html.text(Shown.number(count)));
    }

    static String letters(long count) {
        return count == 1 ? "1 dead letter" : Shown.number(count) + " dead letters";
    }

    private Html examples() {
        return ReportView.of(DeadLetterReport.results(results.subList(0, Math.min(EXAMPLES, results.size())))
                .andMore(Math.max(0, results.size() - EXAMPLES))
                .orWhereEmpty("No dead letter matches."));
    }
}
