package dev.partnercatalog.console.server;

import dev.partnercatalog.console.html.Place;
import dev.partnercatalog.console.page.DeadLetterPage;
import dev.partnercatalog.console.page.DeadLettersPage;
import dev.partnercatalog.console.page.LetterRow;
import dev.partnercatalog.operations.OperatorFault;
import dev.partnercatalog.operations.deadletter.DeadLetter;
import dev.partnercatalog.operations.deadletter.DeadLetterFilter;
import dev.partnercatalog.operations.deadletter.DeadLetterLog;
import dev.partnercatalog.operations.deadletter.LogPosition;
import dev.partnercatalog.operations.deadletter.Payload;
import dev.partnercatalog.operations.deadletter.Replay;
import dev.partnercatalog.operations.deadletter.ReplayException;
import dev.partnercatalog.operations.deadletter.ReplayWriter;
import dev.partnercatalog.operations.topic.Brokers;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import io.javalin.http.Context;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The rejected events, and how to replay them. */
public final class DeadLetterPages implements Pages {

    private static final Logger LOG = LoggerFactory.getLogger(DeadLetterPages.class);

    private final KafkaSettings kafka;
    private final Brokers brokers;
    private final SchemaRegistry registry;
    private final ReadPermits permits;

    public DeadLetterPages(KafkaSettings kafka, Brokers brokers, SchemaRegistry registry, ReadPermits permits) {
        this.kafka = kafka;
        this.brokers = brokers;
        this.registry = registry;
        this.permits = permits;
    }

    @Override
    public void addTo(Router router) {
        router.page("/dead-letters", (context, visitor) -> list(context).page(visitor));
        router.page(
                "/dead-letters/{id}",
                (context, visitor) -> show(id(context.pathParam("id"))).page(visitor));
        router.form("/dead-letters/replay", "dead-letters replay", this::replay);
    }

    private DeadLettersPage list(Context context) {
        String topic = Objects.requireNonNullElse(context.queryParam("topic"), "");
        DeadLetterFilter filter = new DeadLetterFilter(
                topic.isEmpty()
                        ? null
                        : CatalogTopic.ofBaseName(topic)
                                .map(brokers::nameOf)
                                .orElseThrow(() -> new Faults.NoSuchPageException("There is no topic " + topic + ".")),
                null,
                until(context.queryParam("until")));
        return new DeadLettersPage(read(log -> log.newest(filter, DeadLettersPage.LENGTH + 1, LetterRow::of)), topic);
    }

    /** The time of the last letter of a page; the letters of its millisecond were shown with it. */
    private static @Nullable Instant until(@Nullable String text) {
        try {
            return text == null ? null : Instant.parse(text);
        } catch (DateTimeParseException e) {
            throw new Faults.NoSuchPageException("There are no dead letters from that time.");
        }
    }

    private DeadLetterPage show(LogPosition id) {
        DeadLetter letter = read(log -> log.find(id))
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
        read(log -> {
            try (var sources = brokers.bytesConsumer();
                    var producer = brokers.bytesProducer()) {
                new Replay(
                                log,
                                sources,
                                new ReplayWriter(producer),
                                kafka.topics().prefix())
                        .run(ids, new Replay.Mode(false, false), result -> {
                            missing.remove(result.id());
                            told.add(result.id() + ": " + result.detail());
                        });
                return told;
            } catch (ReplayException e) {
                throw new OperatorFault(String.valueOf(e.getMessage()), e);
            }
        });
        missing.forEach(id -> told.add(id + ": this dead letter doesn't exist, or no longer exists"));
        return told;
    }

    private static LogPosition id(String text) {
        return LogPosition.parse(text)
                .orElseThrow(() -> new Faults.NoSuchPageException("That is not the id of a dead letter."));
    }

    private <T> T read(Function<DeadLetterLog, T> reading) {
        return permits.use(() -> {
            brokers.partitionsOf(CatalogTopic.DEAD_LETTERS);
            try (var consumer = brokers.bytesConsumer()) {
                return reading.apply(new DeadLetterLog(consumer, brokers.nameOf(CatalogTopic.DEAD_LETTERS)));
            }
        });
    }
}
