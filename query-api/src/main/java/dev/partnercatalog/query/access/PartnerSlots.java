package dev.partnercatalog.query.access;

import dev.partnercatalog.runtime.http.ErrorCode;
import dev.partnercatalog.runtime.http.HttpProblem;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;

/**
 * Limits how many requests of a kind are in progress, those of one partner and all together: each takes long, or much memory.
 * Thread-safe.
 */
public final class PartnerSlots {

    private final int mostOfPartner;
    private final String kind;
    private final String suggestion;
    private final Semaphore all;
    private final Map<String, Integer> ofPartners = new ConcurrentHashMap<>();

    /** Of what is in progress, a kind in the plural; the suggestion is for a partner that has reached its limit. */
    public PartnerSlots(int most, int mostOfPartner, String kind, String suggestion) {
        this.all = new Semaphore(most);
        this.mostOfPartner = mostOfPartner;
        this.kind = kind;
        this.suggestion = suggestion;
    }

    /** A slot that is taken until it is closed. */
    @FunctionalInterface
    public interface Slot extends AutoCloseable {
        @Override
        void close();
    }

    /** Takes a slot; throws {@link HttpProblem} if there is none (429, or 503 if others have them). */
    public Slot take(String partnerId) {
        if (ofPartners.merge(partnerId, 1, Integer::sum) > mostOfPartner) {
            leave(partnerId);
            throw HttpProblem.of(
                    ErrorCode.RATE_LIMITED,
                    "You already have the maximum number of " + kind + " in progress: " + mostOfPartner + ".",
                    suggestion,
                    Map.of("Retry-After", "1"));
        }
        if (!all.tryAcquire()) {
            leave(partnerId);
            throw HttpProblem.unavailable("Too many " + kind + " are in progress.");
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
