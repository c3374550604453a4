package dev.partnercatalog.console.pages;

import static dev.partnercatalog.operations.operation.DeadLetterSelection.ALL;
import static dev.partnercatalog.operations.operation.DeadLetterSelection.ID;
import static dev.partnercatalog.operations.operation.DeadLetterSelection.REASON;
import static dev.partnercatalog.operations.operation.DeadLetterSelection.SINCE;
import static dev.partnercatalog.operations.operation.DeadLetterSelection.TOPIC;
import static dev.partnercatalog.operations.operation.DeadLetterSelection.UNTIL;

import dev.partnercatalog.console.access.Role;
import dev.partnercatalog.console.access.Visitor;
import dev.partnercatalog.console.live.DeadLetterCounts;
import dev.partnercatalog.console.live.DeadLetterCounts.Count;
import dev.partnercatalog.operations.Quantity;
import dev.partnercatalog.operations.deadletter.DeadLetter;
import dev.partnercatalog.operations.deadletter.DeadLetterFilter;
import dev.partnercatalog.operations.deadletter.DeadLetterKind;
import dev.partnercatalog.operations.deadletter.DeadLetterReport;
import dev.partnercatalog.operations.deadletter.DeadLetters;
import dev.partnercatalog.operations.deadletter.LogPosition;
import dev.partnercatalog.operations.deadletter.Payload;
import dev.partnercatalog.operations.deadletter.Replay;
import dev.partnercatalog.operations.deadletter.ReplayResult;
import dev.partnercatalog.operations.deadletter.ReplayResult.Outcome;
import dev.partnercatalog.operations.operation.DeadLetterOperations;
import dev.partnercatalog.operations.operation.DeadLetterSelection;
import dev.partnercatalog.operations.operation.Given;
import dev.partnercatalog.operations.operation.Operation;
import dev.partnercatalog.operations.operation.Parameter;
import dev.partnercatalog.runtime.html.Forms;
import dev.partnercatalog.runtime.html.Html;
import dev.partnercatalog.runtime.html.Place;
import dev.partnercatalog.runtime.html.Shown;
import dev.partnercatalog.runtime.html.Tag;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import io.javalin.http.Context;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The rejected events; their replay and their dismissal, of a group of them after a preview. */
public final class DeadLetterPages implements Pages {

    private static final List<Parameter> GROUP = List.of(ALL, TOPIC, SINCE, UNTIL, REASON);

    /** The most characters of a value that a page holds. */
    private static final int MOST_CHARACTERS = 16 << 10;

    private static final int EXAMPLES = 20;

    private final DeadLetters letters;
    private final OperationForms forms;
    private final DeadLetterCounts counts;
    private final SchemaRegistry registry;
    private final ReadPermits permits;
    private final Clock clock;

    public DeadLetterPages(
            DeadLetters letters,
            OperationForms forms,
            DeadLetterCounts counts,
            SchemaRegistry registry,
            ReadPermits permits,
            Clock clock) {
        this.letters = letters;
        this.forms = forms;
        this.counts = counts;
        this.registry = registry;
        this.permits = permits;
        this.clock = clock;
    }

    @Override
    public void addTo(Router router) {
        router.page("/dead-letters", (context, visitor) -> list(context).page(visitor));
        router.page("/dead-letters/{id}", (context, visitor) -> show(context.pathParam("id"), visitor));
        router.page("/replay", Role.ACT, (context, visitor) -> {
            Map<String, String> fields = group(context);
            DeadLetterSelection selection = selection(DeadLetterOperations.REPLAY, fields);
            List<ReplayResult> results = permits.use(() -> {
                List<ReplayResult> told = new ArrayList<>();
                letters.replay(selection.ids(letters), new Replay.Mode(false, true), told::add);
                return told;
            });
            return replay(selection.words(), fields, results, visitor);
        });
        router.page("/dismiss", Role.ACT, (context, visitor) -> {
            Map<String, String> fields = group(context);
            DeadLetterSelection selection = selection(DeadLetterOperations.DISMISS, fields);
            int count = permits.use(() -> selection.ids(letters)).size();
            return dismiss(selection.words(), fields, count, visitor);
        });
        for (Operation operation : List.of(DeadLetterOperations.REPLAY, DeadLetterOperations.DISMISS)) {
            router.form(
                    DeadLettersPage.place(operation).toString(), operation.name(), context -> task(operation, context));
        }
    }

    private Router.Task task(Operation operation, Context context) {
        List<String> ids = context.formParams(ID.name()).stream()
                .filter(id -> LogPosition.parse(id).isPresent())
                .toList();
        boolean staysThere = operation.equals(DeadLetterOperations.REPLAY) && ids.size() == 1;
        return forms.task(
                operation,
                parameter -> context.formParams(parameter.name()),
                staysThere ? Place.of("dead-letters", ids.get(0)) : Place.of("dead-letters"));
    }

    /**
     * The fields that select the same group again. Letters that are rejected after its preview are never part of it.
     */
    private Map<String, String> group(Context context) {
        Map<String, String> fields = new LinkedHashMap<>();
        for (Parameter parameter : GROUP) {
            fields.put(parameter.name(), RequestFields.query(context, parameter.name()));
        }
        fields.put(ALL.name(), Given.ON);
        fields.merge(UNTIL.name(), clock.instant().toString(), (given, now) -> given.isEmpty() ? now : given);
        fields.values().removeIf(String::isEmpty);
        return fields;
    }

    private static DeadLetterSelection selection(Operation operation, Map<String, String> fields) {
        return DeadLetterSelection.of(
                Given.of(operation, parameter -> List.of(fields.getOrDefault(parameter.name(), ""))));
    }

    private DeadLettersPage list(Context context) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        DeadLetterQuery query = new DeadLetterQuery(
                RequestFields.query(context, DeadLetterQuery.TOPIC),
                RequestFields.query(context, DeadLetterQuery.WITHIN),
                RequestFields.query(context, DeadLetterQuery.REASON),
                RequestFields.until(context));
        DeadLetterFilter ofPage = filter(query, now, query.until());
        List<DeadLetterReport.Row> rows = permits.use(
                () -> letters.read(log -> log.newest(ofPage, DeadLettersPage.LENGTH + 1, DeadLetterReport.Row::of)));
        Count count = counts.count(filter(query, now, null));
        return new DeadLettersPage(query, rows, count, count == null ? List.of() : groups(count), now);
    }

    private DeadLetterFilter filter(DeadLetterQuery query, Instant now, @Nullable Instant until) {
        return new DeadLetterFilter(
                query.topic().isEmpty()
                        ? null
                        : nameOf(CatalogTopic.ofBaseName(TOPIC.check(query.topic()))
                                .orElseThrow()),
                query.since(now),
                until,
                RequestFields.emptyAsNull(query.reason()),
                false);
    }

    private String nameOf(CatalogTopic topic) {
        return topic.name(letters.kafka().topics().prefix());
    }

    private List<DeadLettersPage.Group> groups(Count count) {
        return count.byKind().entrySet().stream()
                .sorted(Map.Entry.<DeadLetterKind, Long>comparingByValue().reversed())
                .map(kind -> new DeadLettersPage.Group(
                        baseName(kind.getKey().topic()), kind.getKey().reason(), kind.getValue()))
                .toList();
    }

    /** The name of one of the catalog's topics without its prefix; null if it is none of them. */
    private @Nullable String baseName(String topic) {
        return Arrays.stream(CatalogTopic.values())
                .filter(candidate -> nameOf(candidate).equals(topic))
                .map(CatalogTopic::baseName)
                .findFirst()
                .orElse(null);
    }

    private Page show(String id, Visitor visitor) {
        LogPosition position = LogPosition.parse(id)
                .orElseThrow(() -> new Faults.NoSuchPageException("That is not the id of a dead letter."));
        DeadLetter letter = permits.use(() -> letters.read(log -> log.find(position)))
                .orElseThrow(() ->
                        new Faults.NoSuchPageException("Dead letter " + id + " doesn't exist, or no longer exists."));
        byte[] value = letter.value();
        return page(letter, value == null ? null : Payload.of(letter, value, registry), visitor);
    }

    /**
     * One dead letter with everything that is known about it.
     *
     * @param payload null if the dead letter has no value
     */
    static Page page(DeadLetter letter, @Nullable Payload payload, Visitor visitor) {
        VisitorForms forms = new VisitorForms(visitor);
        Html id = Forms.hidden(ID.name(), letter.id().toString());
        return Page.of(
                Section.DEAD_LETTERS,
                "Dead letter " + letter.id(),
                forms.act(DeadLettersPage.place(DeadLetterOperations.REPLAY), "Replay", id),
                forms.minor(DeadLettersPage.place(DeadLetterOperations.DISMISS), "Dismiss", id),
                ReportView.of(DeadLetterReport.one(letter, payload, MOST_CHARACTERS)),
                back());
    }

    /**
     * Says what the replay of a group of dead letters would do, and asks the operator to confirm it.
     *
     * @param what the group, in words
     * @param fields the fields that select the group, to be submitted again
     * @param results what would happen to each letter
     */
    static Page replay(String what, Map<String, String> fields, List<ReplayResult> results, Visitor visitor) {
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
                confirmation(DeadLetterOperations.REPLAY, replayable, fields, visitor),
                ReportView.of(DeadLetterReport.results(results.subList(0, Math.min(EXAMPLES, results.size())))
                        .andMore(Math.max(0, results.size() - EXAMPLES))
                        .orWhereEmpty("No dead letter matches.")),
                back());
    }

    private static Html fact(String term, long count) {
        return Shown.fact(term, Html.text(Shown.number(count)));
    }

    /** Says which dead letters would be dismissed, and asks the operator to confirm it; else as {@link #replay}. */
    private static Page dismiss(String what, Map<String, String> fields, int letters, Visitor visitor) {
        return Page.of(
                Section.DEAD_LETTERS,
                "Dismiss dead letters",
                Tag.P.of("Selected: " + what + "."),
                Tag.P.of("Dismissed letters are no longer listed or counted, and aren't replayed with others. They"
                        + " stay in their topic until they expire."),
                confirmation(DeadLetterOperations.DISMISS, letters, fields, visitor),
                back());
    }

    private static Html confirmation(Operation operation, long letters, Map<String, String> fields, Visitor visitor) {
        return letters == 0
                ? Tag.P.of("There is nothing to " + operation.verb() + ".")
                : new VisitorForms(visitor)
                        .act(
                                DeadLettersPage.place(operation),
                                ReportView.capitalized(operation.verb()) + " " + Shown.number(letters) + " "
                                        + Quantity.noun(letters, "dead letter"),
                                Forms.hidden(fields));
    }

    private static Html back() {
        return Tag.P.of(Tag.A.to(Section.DEAD_LETTERS.place()).of("All dead letters"));
    }
}
