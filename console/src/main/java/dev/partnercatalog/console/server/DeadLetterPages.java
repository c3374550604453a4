package dev.partnercatalog.console.server;

import static dev.partnercatalog.operations.operation.DeadLetterSelection.ALL;
import static dev.partnercatalog.operations.operation.DeadLetterSelection.ID;
import static dev.partnercatalog.operations.operation.DeadLetterSelection.REASON;
import static dev.partnercatalog.operations.operation.DeadLetterSelection.SINCE;
import static dev.partnercatalog.operations.operation.DeadLetterSelection.TOPIC;
import static dev.partnercatalog.operations.operation.DeadLetterSelection.UNTIL;

import dev.partnercatalog.console.access.Access;
import dev.partnercatalog.console.live.DeadLetterCounts;
import dev.partnercatalog.console.live.DeadLetterCounts.Count;
import dev.partnercatalog.console.page.DeadLetterGroup;
import dev.partnercatalog.console.page.DeadLetterPage;
import dev.partnercatalog.console.page.DeadLetterQuery;
import dev.partnercatalog.console.page.DeadLettersPage;
import dev.partnercatalog.console.page.DismissPage;
import dev.partnercatalog.console.page.ReplayPreviewPage;
import dev.partnercatalog.operations.deadletter.DeadLetter;
import dev.partnercatalog.operations.deadletter.DeadLetterFilter;
import dev.partnercatalog.operations.deadletter.DeadLetterKind;
import dev.partnercatalog.operations.deadletter.DeadLetterReport;
import dev.partnercatalog.operations.deadletter.DeadLetters;
import dev.partnercatalog.operations.deadletter.LogPosition;
import dev.partnercatalog.operations.deadletter.Payload;
import dev.partnercatalog.operations.deadletter.Replay;
import dev.partnercatalog.operations.deadletter.ReplayResult;
import dev.partnercatalog.operations.operation.DeadLetterOperations;
import dev.partnercatalog.operations.operation.DeadLetterSelection;
import dev.partnercatalog.operations.operation.Given;
import dev.partnercatalog.operations.operation.Operation;
import dev.partnercatalog.operations.operation.Parameter;
import dev.partnercatalog.runtime.html.Place;
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
import org.jspecify.annotations.Nullable;

/** The rejected events; their replay and their dismissal, of a group of them after a preview. */
public final class DeadLetterPages implements Pages {

    private static final List<Parameter> GROUP = List.of(ALL, TOPIC, SINCE, UNTIL, REASON);

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
        router.page(
                "/dead-letters/{id}",
                (context, visitor) -> show(context.pathParam("id")).page(visitor));
        router.page("/replay", Access.ACT, (context, visitor) -> {
            Map<String, String> fields = group(context);
            DeadLetterSelection selection = selection(DeadLetterOperations.REPLAY, fields);
            List<ReplayResult> results = permits.use(() -> {
                List<ReplayResult> told = new ArrayList<>();
                letters.replay(selection.ids(letters), new Replay.Mode(false, true), told::add);
                return told;
            });
            return new ReplayPreviewPage(selection.words(), fields, results).page(visitor);
        });
        router.page("/dismiss", Access.ACT, (context, visitor) -> {
            Map<String, String> fields = group(context);
            DeadLetterSelection selection = selection(DeadLetterOperations.DISMISS, fields);
            int count = permits.use(() -> selection.ids(letters)).size();
            return new DismissPage(selection.words(), fields, count).page(visitor);
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

    private List<DeadLetterGroup> groups(Count count) {
        return count.byKind().entrySet().stream()
                .sorted(Map.Entry.<DeadLetterKind, Long>comparingByValue().reversed())
                .map(kind -> new DeadLetterGroup(
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

    private DeadLetterPage show(String id) {
        LogPosition position = LogPosition.parse(id)
                .orElseThrow(() -> new Faults.NoSuchPageException("That is not the id of a dead letter."));
        DeadLetter letter = permits.use(() -> letters.read(log -> log.find(position)))
                .orElseThrow(() ->
                        new Faults.NoSuchPageException("Dead letter " + id + " doesn't exist, or no longer exists."));
        byte[] value = letter.value();
        return new DeadLetterPage(letter, value == null ? null : Payload.of(letter, value, registry));
    }
}
