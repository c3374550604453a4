package dev.partnercatalog.console.server;

import dev.partnercatalog.console.access.Access;
import dev.partnercatalog.console.page.ReplayPreviewPage;
import dev.partnercatalog.operations.deadletter.DeadLetterFilter;
import dev.partnercatalog.operations.deadletter.ReplayResult;
import dev.partnercatalog.operations.deadletter.ReplayResult.Outcome;
import dev.partnercatalog.runtime.html.Place;
import io.javalin.http.Context;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The replay of a group of dead letters, after a preview. */
public final class ReplayPages implements Pages {

    /** The most letters at once, since a person is waiting. */
    private static final int MOST = 5_000;

    private static final String PATH = "/replay";
    private static final Logger LOG = LoggerFactory.getLogger(ReplayPages.class);

    private final LetterLog letters;
    private final LetterFilters filters;
    private final Clock clock;

    public ReplayPages(LetterLog letters, LetterFilters filters, Clock clock) {
        this.letters = letters;
        this.filters = filters;
        this.clock = clock;
    }

    @Override
    public void addTo(Router router) {
        router.page(PATH, Access.ACT, (context, visitor) -> preview(context).page(visitor));
        router.form(PATH, "dead-letters replay", this::replay);
    }

    private ReplayPreviewPage preview(Context context) {
        DeadLetterFilter filter = filters.group(context::queryParam, clock.instant());
        return new ReplayPreviewPage(
                LetterFilters.words(filter),
                LetterFilters.fields(context::queryParam, filter),
                letters.replay(filter, MOST, true));
    }

    private Router.Task replay(Context context) {
        DeadLetterFilter filter = filters.group(context::formParam, clock.instant());
        return new Router.Task(LetterFilters.words(filter), entry -> {
            String done = summary(letters.replay(filter, MOST, false));
            entry.detail(done);
            LOG.info("replay of dead letters was requested: {}: {}", LetterFilters.words(filter), done);
            return new Router.Done(Place.of("dead-letters"), List.of(LetterFilters.words(filter) + ": " + done));
        });
    }

    private static String summary(List<ReplayResult> results) {
        Map<Outcome, Long> counts =
                results.stream().collect(Collectors.groupingBy(ReplayResult::outcome, Collectors.counting()));
        return "%d replayed, %d superseded, %d replayed before, %d impossible, %d refused"
                .formatted(
                        counts.getOrDefault(Outcome.REPLAYED, 0L),
                        counts.getOrDefault(Outcome.SUPERSEDED, 0L),
                        counts.getOrDefault(Outcome.REPLAYED_BEFORE, 0L),
                        counts.getOrDefault(Outcome.IMPOSSIBLE, 0L),
                        counts.getOrDefault(Outcome.REFUSED, 0L));
    }
}
