package dev.partnercatalog.console.live;

import dev.partnercatalog.operations.webhooks.WebhookStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How much was due to each partner since this console was started, for up to an hour; the topics contain only the
 * current state. Kept for a bounded number of partners; those to which something is due come first. Thread-safe.
 */
public final class BacklogHistory {

    /** The longest time that a chart shows. */
    public static final Duration LENGTH = Duration.ofHours(1);

    static final int MAX_PARTNERS = 500;

    /** How much was due at a moment. */
    public record Sample(Instant at, long due) {}

    private final Map<String, Deque<Sample>> byPartner = new LinkedHashMap<>();

    /** Records what is due now. */
    public synchronized void sample(Instant now, List<WebhookStatus> statuses) {
        for (WebhookStatus status : statuses) {
            Deque<Sample> samples = byPartner.get(status.partnerId());
            if (samples == null && (status.due() == 0 || byPartner.size() >= MAX_PARTNERS)) {
                continue;
            }
            byPartner
                    .computeIfAbsent(status.partnerId(), partner -> new ArrayDeque<>())
                    .addLast(new Sample(now, status.due()));
        }
        byPartner
                .values()
                .forEach(samples -> samples.removeIf(sample -> sample.at().isBefore(now.minus(LENGTH))));
        // Partners with nothing due during the whole time make room for others.
        byPartner.values().removeIf(samples -> samples.stream().allMatch(sample -> sample.due() == 0));
    }

    /** The partner's samples, oldest first; none if nothing was due. */
    public synchronized List<Sample> of(String partnerId) {
        return List.copyOf(byPartner.getOrDefault(partnerId, new ArrayDeque<>()));
    }
}
