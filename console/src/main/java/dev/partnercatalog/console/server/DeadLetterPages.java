package dev.partnercatalog.console.server;

import dev.partnercatalog.console.live.DeadLetterCounts;
import dev.partnercatalog.console.live.DeadLetterCounts.Count;
import dev.partnercatalog.console.page.DeadLetterPage;
import dev.partnercatalog.console.page.DeadLettersPage;
import dev.partnercatalog.console.page.LetterGroup;
import dev.partnercatalog.console.page.LetterQuery;
import dev.partnercatalog.operations.deadletter.DeadLetter;
import dev.partnercatalog.operations.deadletter.DeadLetterFilter;
import dev.partnercatalog.operations.deadletter.LetterKind;
import dev.partnercatalog.operations.deadletter.LetterReport;
import dev.partnercatalog.operations.deadletter.LogPosition;
import dev.partnercatalog.operations.deadletter.Payload;
import dev.partnercatalog.operations.deadletter.ReplayResult;
import dev.partnercatalog.runtime.html.Place;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import io.javalin.http.Context;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The rejected events, and how to replay them. */
public final class DeadLetterPages implements Pages {

    private static final Logger LOG = LoggerFactory.getLogger(DeadLetterPages.class);

    private final LetterLog letters;
    private final LetterFilters filters;
    private final DeadLetterCounts counts;
    private final SchemaRegistry registry;
    private final Clock clock;

    public DeadLetterPages(
            LetterLog letters, LetterFilters filters, DeadLetterCounts counts, SchemaRegistry registry, Clock clock) {
        this.letters = letters;
        this.filters = filters;
        this.counts = counts;
        this.registry = registry;
        this.clock = clock;
    }

    @Override
    public void addTo(Router router) {
        router.page("/dead-letters", (context, visitor) -> list(context).page(visitor));
        router.page(
                "/dead-letters/{id}",
                (context, visitor) -> show(id(context.pathParam("id"))).page(visitor));
        router.form("/dead-letters/replay", "dead-letters replay", this::replay);
        router.form("/dead-letters/dismiss", "dead-letters dismiss", this::dismiss);
    }

    private DeadLettersPage list(Context context) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        LetterQuery query = new LetterQuery(
                RequestFields.text(context.queryParam(LetterQuery.TOPIC)),
                RequestFields.text(context.queryParam(LetterQuery.WITHIN)),
                RequestFields.text(context.queryParam(LetterQuery.REASON)),
                RequestFields.time(context.queryParam(LetterQuery.UNTIL)));
        DeadLetterFilter all = filters.of(query.topic(), query.since(now), null, query.reason());
        DeadLetterFilter ofPage = filters.of(query.topic(), query.since(now), query.until(), query.reason());
        List<LetterReport.Row> rows = letters.newest(ofPage, DeadLettersPage.LENGTH + 1, LetterReport.Row::of);
        Count count = counts.count(all);
        return new DeadLettersPage(query, rows, count, count == null ? List.of() : groups(count), now);
    }

    private List<LetterGroup> groups(Count count) {
        return count.byKind().entrySet().stream()
                .sorted(Map.Entry.<LetterKind, Long>comparingByValue().reversed())
                .map(kind -> new LetterGroup(
                        filters.baseName(kind.getKey().topic()), kind.getKey().reason(), kind.getValue()))
                .toList();
    }

    private DeadLetterPage show(LogPosition id) {
        DeadLetter letter = letters.find(id)
                .orElseThrow(() ->
                        new Faults.NoSuchPageException("Dead letter " + id + " doesn't exist, or no longer exists."));
        byte[] value = letter.value();
        return new DeadLetterPage(letter, value == null ? null : Payload.of(letter, value, registry));
    }

    private Router.Task replay(Context context) {
        Set<LogPosition> ids = new TreeSet<>();
        context.formParams(DeadLettersPage.ID_FIELD).stream()
                .limit(DeadLettersPage.LENGTH)
                .forEach(text -> ids.add(id(text)));
        Place next =
                ids.size() == 1 ? Place.of("dead-letters", ids.iterator().next().toString()) : Place.of("dead-letters");
        String target = ids.stream().map(LogPosition::toString).collect(Collectors.joining(", "));
        return new Router.Task(target, entry -> {
            if (ids.isEmpty()) {
                return new Router.Done(next, List.of("Nothing was selected, so nothing was replayed."));
            }
            List<String> told = replay(ids);
            entry.detail(String.join("; ", told));
            LOG.info("replay of dead letters was requested: {}", told);
            return new Router.Done(next, told);
        });
    }

    /** Returns one line for each letter. */
    private List<String> replay(Set<LogPosition> ids) {
        List<String> told = new ArrayList<>();
        Set<LogPosition> missing = new TreeSet<>(ids);
        for (ReplayResult result : letters.replay(ids)) {
            missing.remove(result.id());
            told.add(result.id() + ": " + result.detail());
        }
        missing.forEach(id -> told.add(id + ": this dead letter doesn't exist, or no longer exists"));
        return told;
    }

    private Router.Task dismiss(Context context) {
        LogPosition id = id(RequestFields.form(context, DeadLettersPage.ID_FIELD));
        return new Router.Task(id.toString(), entry -> {
            String done = letters.dismiss(List.of(id)).isEmpty()
                    ? "this dead letter doesn't exist, or no longer exists"
                    : "dismissed";
            entry.detail(done);
            return new Router.Done(Place.of("dead-letters"), List.of(id + ": " + done));
        });
    }

    private static LogPosition id(String text) {
        return LogPosition.parse(text)
                .orElseThrow(() -> new Faults.NoSuchPageException("That is not the id of a dead letter."));
    }
}
