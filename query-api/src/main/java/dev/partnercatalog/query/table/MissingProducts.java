package dev.partnercatalog.query.table;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records of products that are referred to and aren't here. One is lost if it still isn't here when everything is that its
 * topic held a while later: the resolver writes it together with what refers to it. A reference to a lost record counts
 * as unreadable, because it would hold up its company for good otherwise. Thread-safe.
 */
final class MissingProducts {

    /** The resolver's transactions end sooner. */
    static final Duration PATIENCE = Duration.ofMinutes(1);

    static final int MOST = 10_000;

    private static final Logger LOG = LoggerFactory.getLogger(MissingProducts.class);

    private record Missing(String barcode, long revision) {}

    private final ConcurrentMap<Missing, Instant> since = new ConcurrentHashMap<>();
    private final ConcurrentMap<Missing, Instant> lost = new ConcurrentHashMap<>();
    private final Supplier<@Nullable Instant> whole;
    private final InstantSource clock;

    /** @param whole when the table of products last held everything that its topic did; null if that isn't known */
    MissingProducts(Supplier<@Nullable Instant> whole, InstantSource clock) {
        this.whole = whole;
        this.clock = clock;
    }

    /** A record is here: should it be missed later, it is missed anew. */
    void arrived(String barcode, long revision) {
        if (!since.isEmpty()) {
            since.remove(new Missing(barcode, revision));
        }
    }

    /** Whether a record that isn't here won't come any more. */
    boolean isLost(String barcode, long revision) {
        Missing missing = new Missing(barcode, revision);
        if (since.size() >= MOST) {
            since.clear(); // Most have arrived since; the others wait anew.
        }
        Instant first = since.computeIfAbsent(missing, any -> clock.instant());
        Instant here = whole.get();
        if (here == null || !here.isAfter(first.plus(PATIENCE))) {
            return false;
        }
        if (lost.size() < MOST && lost.putIfAbsent(missing, first) == null) {
            LOG.error(
                    "resolved-variants lacks the record of product {} at revision {}, to which companies refer: it"
                            + " counts as unreadable. The next change of the product writes it again",
                    barcode,
                    revision);
        }
        return true;
    }
}
