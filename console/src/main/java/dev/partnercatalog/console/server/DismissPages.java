package dev.partnercatalog.console.server;

import dev.partnercatalog.console.access.Access;
import dev.partnercatalog.console.page.DeadLettersPage;
import dev.partnercatalog.console.page.DismissPage;
import dev.partnercatalog.operations.deadletter.DeadLetterFilter;
import dev.partnercatalog.operations.deadletter.LogPosition;
import dev.partnercatalog.runtime.html.Place;
import io.javalin.http.Context;
import java.time.Clock;
import java.util.List;

/** The dismissal of one dead letter, or of a group of them after it was shown. */
public final class DismissPages implements Pages {

    /** The most letters at once, since a person is waiting. */
    private static final int MOST = 5_000;

    private static final String PATH = "/dismiss";
    private static final String ACTION = "dead-letters dismiss";

    private final LetterLog letters;
    private final LetterFilters filters;
    private final Clock clock;

    public DismissPages(LetterLog letters, LetterFilters filters, Clock clock) {
        this.letters = letters;
        this.filters = filters;
        this.clock = clock;
    }

    @Override
    public void addTo(Router router) {
        router.page(PATH, Access.ACT, (context, visitor) -> preview(context).page(visitor));
        router.form(PATH, ACTION, this::dismissGroup);
        router.form("/dead-letters/dismiss", ACTION, this::dismissOne);
    }

    private DismissPage preview(Context context) {
        DeadLetterFilter filter = filters.group(context::queryParam, clock.instant());
        return new DismissPage(
                LetterFilters.words(filter),
                LetterFilters.fields(context::queryParam, filter),
                letters.count(filter, MOST));
    }

    private Router.Task dismissGroup(Context context) {
        DeadLetterFilter filter = filters.group(context::formParam, clock.instant());
        String words = LetterFilters.words(filter);
        return new Router.Task(words, entry -> {
            String done = letters.dismiss(filter, MOST) + " dismissed";
            entry.detail(done);
            return new Router.Done(Place.of("dead-letters"), List.of(words + ": " + done));
        });
    }

    private Router.Task dismissOne(Context context) {
        LogPosition id = DeadLetterPages.id(LetterFilters.text(context.formParam(DeadLettersPage.ID_FIELD)));
        return new Router.Task(id.toString(), entry -> {
            String done = letters.dismiss(List.of(id)).isEmpty()
                    ? "this dead letter doesn't exist, or no longer exists"
                    : "dismissed";
            entry.detail(done);
            return new Router.Done(Place.of("dead-letters"), List.of(id + ": " + done));
        });
    }
}
