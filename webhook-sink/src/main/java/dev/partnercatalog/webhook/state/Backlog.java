package dev.partnercatalog.webhook.state;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The number of variants due to a partner, and about how long the oldest has been due, counted as they come and go. The
 * times are kept in a bounded number of spans, which grow wider as the backlog grows older. Not thread-safe.
 */
public final class Backlog {

    private static final int MAX_SPANS = 256;
    private static final long FINEST_MS = 1_000;

    private static final class Span {
        private long count;
        private long oldest = Long.MAX_VALUE;
    }

    private TreeMap<Long, Span> spans = new TreeMap<>();
    private long width = FINEST_MS;
    private long count;

    void add(long since, long variants) {
        count += variants;
        put(since, variants);
        while (spans.size() > MAX_SPANS) {
            widen();
        }
    }

    void remove(long since, long variants) {
        count -= variants;
        Long start = Math.floorDiv(since, width);
        Span span = spans.get(start);
        if (span != null) {
            span.count -= variants;
            if (span.count <= 0) {
                spans.remove(start);
            }
        }
        if (spans.isEmpty()) {
            width = FINEST_MS;
        }
    }

    private void put(long oldest, long variants) {
        Span span = spans.computeIfAbsent(Math.floorDiv(oldest, width), start -> new Span());
        span.count += variants;
        span.oldest = Math.min(span.oldest, oldest);
    }

    private void widen() {
        width *= 2;
        TreeMap<Long, Span> narrow = spans;
        spans = new TreeMap<>();
        narrow.values().forEach(span -> put(span.oldest, span.count));
    }

    /** The number of variants due. */
    public long count() {
        return count;
    }

    /** Since when the oldest has been due, in milliseconds since 1970, or slightly later; null if none is due. */
    public @Nullable Long oldest() {
        Map.Entry<Long, Span> first = spans.firstEntry();
        return first == null ? null : first.getValue().oldest;
    }
}
