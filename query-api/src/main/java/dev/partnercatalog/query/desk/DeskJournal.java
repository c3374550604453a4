package dev.partnercatalog.query.desk;

import dev.partnercatalog.http.HttpProblem;
import dev.partnercatalog.records.DeskEvent;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * Which links were used and which sessions have ended, as every instance reads it from one topic. Of several uses of a link, the
 * first that the topic has counts, whichever instance made it. Thread-safe.
 */
public final class DeskJournal {

    /** Older events concern no link and no session that is still valid, even if clocks differ. */
    public static final Duration KEPT = TopicSettings.ENDS_KEPT;

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /** Only operators make links, so there are never so many, unless one wants to fill the memory. */
    private static final int MOST_LINKS = 100_000;

    /** What became of an event. */
    private record Seen(String eventId, long at) {}

    private final Function<DeskEvent, CompletionStage<?>> writer;
    private final BooleanSupplier current;
    private final Clock clock;
    private final Map<String, Seen> links = new LinkedHashMap<>();
    private final Map<String, Seen> ends = new HashMap<>();

    /**
     * A journal that knows nothing yet.
     *
     * @param writer writes an event to the topic
     * @param current whether everything that the topic had at the start has been passed to {@link #accept}
     */
    public DeskJournal(Function<DeskEvent, CompletionStage<?>> writer, BooleanSupplier current, Clock clock) {
        this.writer = writer;
        this.current = current;
        this.clock = clock;
    }

    /** Receives the topic's events, in order. */
    public synchronized void accept(DeskEvent event) {
        long oldest = clock.millis() - KEPT.toMillis();
        links.values().removeIf(seen -> seen.at() < oldest);
        ends.values().removeIf(seen -> seen.at() < oldest);
        Seen seen = new Seen(event.getEventId(), event.getAt());
        if (event.getUsedLink() == null) {
            ends.merge(event.getClientId(), seen, (one, other) -> one.at() > other.at() ? one : other);
        } else {
            links.putIfAbsent(event.getUsedLink(), seen);
        }
        notifyAll();
    }

    /**
     * Uses up a link that hasn't expired, and returns whether this is its first use.
     *
     * @throws HttpProblem 503 if that can't be known now; the link may have been used up
     */
    boolean use(DeskLink link) {
        requireCurrent();
        synchronized (this) {
            if (links.containsKey(link.id())) {
                return false;
            }
            if (links.size() >= MOST_LINKS) {
                throw unavailable();
            }
        }
        DeskEvent event = new DeskEvent(link.clientId(), UUID.randomUUID().toString(), clock.millis(), link.id());
        return write(event, links, link.id()).eventId().equals(event.getEventId());
    }

    /**
     * Ends all sessions of a client, at every instance. Returns when this one knows.
     *
     * @param opened when the session was opened whose engineer wants it, by the clock of its instance
     * @throws HttpProblem 503 if that can't be known now
     */
    void endSessions(String clientId, Instant opened) {
        requireCurrent();
        long at = Math.max(clock.millis(), opened.toEpochMilli());
        write(new DeskEvent(clientId, UUID.randomUUID().toString(), at, null), ends, clientId);
    }

    /**
     * Whether a client's sessions that were opened at a time have been ended.
     *
     * @throws HttpProblem 503 if that isn't known yet
     */
    boolean hasEnded(String clientId, Instant opened) {
        requireCurrent();
        synchronized (this) {
            Seen end = ends.get(clientId);
            return end != null && opened.toEpochMilli() <= end.at();
        }
    }

    /** Returns what is known of a subject once the event, or for a link one before it, has been read. */
    private Seen write(DeskEvent event, Map<String, Seen> known, String subject) {
        CompletionStage<?> written = writer.apply(event).whenComplete((done, fault) -> wake());
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        synchronized (this) {
            try {
                for (long left = PATIENCE.toNanos(); left > 0; left = deadline - System.nanoTime()) {
                    Seen seen = known.get(subject);
                    if (seen != null && (known == links || seen.at() >= event.getAt())) {
                        return seen;
                    }
                    if (written.toCompletableFuture().isCompletedExceptionally()) {
                        break;
                    }
                    TimeUnit.NANOSECONDS.timedWait(this, left);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        throw unavailable();
    }

    private synchronized void wake() {
        notifyAll();
    }

    private void requireCurrent() {
        if (!current.getAsBoolean()) {
            throw HttpProblem.unavailable("The service is starting, and doesn't know all sessions yet.");
        }
    }

    private static HttpProblem unavailable() {
        return HttpProblem.unavailable(
                "The service can't record this now.",
                "Try again; if a link is used up by then, ask the operator for another.");
    }
}
