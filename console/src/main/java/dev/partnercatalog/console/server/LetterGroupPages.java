package dev.partnercatalog.console.server;

import dev.partnercatalog.console.access.Access;
import dev.partnercatalog.console.page.DismissPage;
import dev.partnercatalog.console.page.ReplayPreviewPage;
import dev.partnercatalog.operations.deadletter.DeadLetterFilter;
import dev.partnercatalog.operations.deadletter.LetterReport;
import dev.partnercatalog.runtime.html.Place;
import io.javalin.http.Context;
import java.time.Clock;
import java.util.List;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The replay and the dismissal of a group of dead letters, after a preview. */
public final class LetterGroupPages implements Pages {

    /** The most letters at once, since a person is waiting. */
    private static final int MOST = 5_000;

    private static final Logger LOG = LoggerFactory.getLogger(LetterGroupPages.class);

    private final LetterLog letters;
    private final LetterFilters filters;
    private final Clock clock;

    public LetterGroupPages(LetterLog letters, LetterFilters filters, Clock clock) {
        this.letters = letters;
        this.filters = filters;
        this.clock = clock;
    }

    @Override
    public void addTo(Router router) {
        router.page("/replay", Access.ACT, (context, visitor) -> {
            DeadLetterFilter filter = filters.group(context::queryParam, clock.instant());
            return new ReplayPreviewPage(
                            LetterFilters.words(filter),
                            LetterFilters.fields(context::queryParam, filter),
                            letters.replay(filter, MOST, true))
                    .page(visitor);
        });
        router.form(
                "/replay",
                "dead-letters replay",
                context -> act(context, filter -> LetterReport.summary(letters.replay(filter, MOST, false))));
        router.page("/dismiss", Access.ACT, (context, visitor) -> {
            DeadLetterFilter filter = filters.group(context::queryParam, clock.instant());
            return new DismissPage(
                            LetterFilters.words(filter),
                            LetterFilters.fields(context::queryParam, filter),
                            letters.count(filter, MOST))
                    .page(visitor);
        });
        router.form(
                "/dismiss",
                "dead-letters dismiss",
                context -> act(context, filter -> letters.dismiss(filter, MOST) + " dismissed"));
    }

    /** @param action returns what was done, in words */
    private Router.Task act(Context context, Function<DeadLetterFilter, String> action) {
        DeadLetterFilter filter = filters.group(context::formParam, clock.instant());
        String words = LetterFilters.words(filter);
        return new Router.Task(words, entry -> {
            String done = action.apply(filter);
            entry.detail(done);
            LOG.info("dead letters: {}: {}", words, done);
            return new Router.Done(Place.of("dead-letters"), List.of(words + ": " + done));
        });
    }
}
