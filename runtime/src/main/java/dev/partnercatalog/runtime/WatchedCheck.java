package dev.partnercatalog.runtime;

import dev.partnercatalog.runtime.health.HealthCheck;
import dev.partnercatalog.runtime.health.HealthCheck.Verdict;
import dev.partnercatalog.schemas.topic.BrokerUnavailableException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A check, and when it looks. What it found last holds while the brokers don't answer it. After half a minute of that the
 * instance counts as unsettled, since nobody knows how it is doing. Rounds are for one thread, the rest is for any.
 */
final class WatchedCheck {

    /** The brokers replace one of their own in less. */
    private static final Duration UNKNOWN = Duration.ofSeconds(30);

    private static final Logger LOG = LoggerFactory.getLogger(WatchedCheck.class);

    private final HealthCheck check;
    private final Duration interval;
    private final LongSupplier nanoTime;
    private CompletableFuture<?> last = CompletableFuture.allOf();
    private long begun;

    /** When the first look began that the brokers didn't answer, in nanoseconds; null if they answered the last one. */
    private volatile @Nullable Long silentSince;

    /**
     * @param interval between its looks
     * @param nanoTime as {@link System#nanoTime}
     */
    WatchedCheck(HealthCheck check, Duration interval, LongSupplier nanoTime) {
        this.check = check;
        this.interval = interval;
        this.nanoTime = nanoTime;
        this.begun = nanoTime.getAsLong();
    }

    /**
     * Has it look if that is due, and tells it if its last look hangs.
     *
     * @param looking does it
     * @param end until when this waits for that, in nanoseconds
     */
    void round(Executor looking, long end) {
        Duration since = Duration.ofNanos(nanoTime.getAsLong() - begun);
        if (!last.isDone()) {
            check.unanswered(since);
        } else if (since.compareTo(interval) >= 0) {
            begun = nanoTime.getAsLong();
            last = CompletableFuture.runAsync(this::look, looking);
            last.copy()
                    .completeOnTimeout(null, end - nanoTime.getAsLong(), TimeUnit.NANOSECONDS)
                    .join();
        }
    }

    /** Looks once, in the calling thread. */
    void look() {
        long asked = nanoTime.getAsLong();
        String what = check.getClass().getSimpleName();
        try {
            check.look();
            silentSince = null;
        } catch (ExecutionException | TimeoutException | KafkaException | BrokerUnavailableException e) {
            // The next look will show.
            LOG.debug("{} can't look now", what, e);
            if (isRefusal(e)) {
                silentSince = null;
            } else if (silentSince == null) {
                silentSince = asked;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error e) {
            LOG.error("{} failed; it will look again", what, e);
        }
    }

    /** Whether the brokers answered that they won't tell: this application lacks a right, or they are too old. */
    private static boolean isRefusal(Exception fault) {
        Throwable reason = fault instanceof ExecutionException ? fault.getCause() : fault;
        return reason instanceof AuthorizationException || reason instanceof UnsupportedVersionException;
    }

    /** For how long the brokers haven't answered it. */
    Duration silence() {
        Long since = silentSince;
        return since == null ? Duration.ZERO : Duration.ofNanos(nanoTime.getAsLong() - since);
    }

    Verdict verdict() {
        Verdict found = check.verdict();
        return found == Verdict.FINE && silence().compareTo(UNKNOWN) > 0 ? Verdict.UNSETTLED : found;
    }
}
