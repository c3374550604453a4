package dev.partnercatalog.console.pages;

import dev.partnercatalog.operations.deadletter.DeadLetters;
import dev.partnercatalog.runtime.html.Forms;
import dev.partnercatalog.runtime.html.Html;
import dev.partnercatalog.runtime.html.Place;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Selects dead letters, as a visitor entered it.
 *
 * @param topic the topic that they came from, without its prefix; empty for any
 * @param within one of {@link #TIMES}; empty for any time
 * @param reason part of the reason; empty for any
 * @param until rejected before this time; null for any time
 */
record DeadLetterQuery(
        String topic,
        String within,
        String reason,
        @Nullable Instant until) {

    static final String TOPIC = "topic";
    static final String WITHIN = "within";
    static final String SINCE = "since";
    static final String UNTIL = "until";
    static final String REASON = "reason";

    /** How far back the dead letters reach, by submitted value. */
    private static final Map<String, Duration> TIMES = Map.of(
            "1h", Duration.ofHours(1), "6h", Duration.ofHours(6), "1d", Duration.ofDays(1), "7d", Duration.ofDays(7));

    /** The first moment that is selected; null for any time. */
    @Nullable
    Instant since(Instant now) {
        Duration time = TIMES.get(within);
        return time == null ? null : now.minus(time);
    }

    boolean isBlank() {
        return topic.isEmpty() && within.isEmpty() && reason.isEmpty();
    }

    Html form() {
        Map<String, String> topics = new LinkedHashMap<>();
        topics.put("", "all topics");
        DeadLetters.sources().forEach(source -> topics.put(source.baseName(), source.baseName()));
        Map<String, String> times = new LinkedHashMap<>();
        times.put("", "any time");
        times.put("1h", "the last hour");
        times.put("6h", "the last 6 hours");
        times.put("1d", "the last day");
        times.put("7d", "the last 7 days");
        return Forms.find(
                Section.DEAD_LETTERS.place(),
                "Show",
                Forms.choice(TOPIC, "From", topic, topics),
                Forms.choice(WITHIN, "Rejected in", within, times),
                Forms.text(REASON, "Reason contains", reason, false));
    }

    /** The list of these dead letters. */
    Place list() {
        return addTo(Section.DEAD_LETTERS.place()).with(WITHIN, within).with(UNTIL, until);
    }

    /**
     * The preview of their replay.
     *
     * @param now a moment before which dead letters have been rejected; later ones aren't selected
     */
    Place replay(Instant now) {
        return at(Place.of("replay"), now);
    }

    /** The page on which they are dismissed; {@code now} as for {@link #replay}. */
    Place dismiss(Instant now) {
        return at(Place.of("dismiss"), now);
    }

    private Place at(Place place, Instant now) {
        return addTo(place).with(SINCE, since(now)).with(UNTIL, until == null ? now : until);
    }

    private Place addTo(Place place) {
        return place.with(TOPIC, topic).with(REASON, reason);
    }
}
