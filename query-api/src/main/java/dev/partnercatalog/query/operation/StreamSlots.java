package dev.partnercatalog.query.operation;

import dev.partnercatalog.http.ErrorCode;
import dev.partnercatalog.http.HttpProblem;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;

/** Bounds how many long answers of a kind are under way, since each holds a thread until it ends. Thread-safe. */
final class StreamSlots {

    private final int mostOfPartner;
    private final String kind;
    private final String suggestion;
    private final Semaphore all;
    private final Map<String, Integer> ofPartners = new ConcurrentHashMap<>();

    /**
     * With no slot taken yet.
     *
     * @param kind what is under way, in the plural
     * @param suggestion to a partner that has as many under way as it may
     */
    StreamSlots(int most, int mostOfPartner, String kind, String suggestion) {
        this.all = new Semaphore(most);
        this.mostOfPartner = mostOfPartner;
        this.kind = kind;
        this.suggestion = suggestion;
    }

    /** A slot that is taken until it is closed. */
    @FunctionalInterface
    interface Slot extends AutoCloseable {
        @Override
        void close();
    }

    /** Takes a slot; throws {@link HttpProblem} (429, or 503 where others have them) where there is none. */
    Slot take(String partnerId) {
        if (ofPartners.merge(partnerId, 1, Integer::sum) > mostOfPartner) {
            leave(partnerId);
            throw HttpProblem.of(
                    ErrorCode.RATE_LIMITED,
                    "As many " + kind + " of yours are under way as may be at once: " + mostOfPartner + ".",
                    suggestion,
                    Map.of("Retry-After", "1"));
        }
        if (!all.tryAcquire()) {
            leave(partnerId);
            throw HttpProblem.unavailable("Too many " + kind + " are under way.");
        }
        return () -> {
            all.release();
            leave(partnerId);
        };
    }

    private void leave(String partnerId) {
        ofPartners.computeIfPresent(partnerId, (id, count) -> count == 1 ? null : count - 1);
    }
}
