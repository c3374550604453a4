package dev.partnercatalog.console.live;

import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Recent end offsets of topics, from which their growth rates are computed. Not thread-safe. */
final class EndOffsets {

    /** Rates are averages over this time: short enough to be current, long enough to be steady. */
    static final Duration WINDOW = Duration.ofSeconds(30);

    private record Sample(Instant at, Map<CatalogTopic, Long> ends) {}

    private final Deque<Sample> samples = new ArrayDeque<>();

    void add(Instant at, Map<CatalogTopic, Long> ends) {
        samples.addLast(new Sample(at, Map.copyOf(ends)));
        samples.removeIf(sample -> sample.at().isBefore(at.minus(WINDOW)));
    }

    /** Records per second of each topic that is in both the oldest and the newest sample. */
    Map<CatalogTopic, Double> rates() {
        Sample first = samples.peekFirst();
        Sample last = samples.peekLast();
        Map<CatalogTopic, Double> rates = new HashMap<>();
        if (first == null || last == null || !first.at().isBefore(last.at())) {
            return rates;
        }
        double seconds = Duration.between(first.at(), last.at()).toNanos() / 1e9;
        last.ends().forEach((topic, end) -> {
            @Nullable Long before = first.ends().get(topic);
            if (before != null) {
                rates.put(topic, Math.max(0, end - before) / seconds);
            }
        });
        return rates;
    }
}
