package dev.partnercatalog.runtime;

import dev.partnercatalog.runtime.store.TimeAway;
import dev.partnercatalog.runtime.store.WholeTimes;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.streams.LagInfo;
import org.jspecify.annotations.Nullable;

/**
 * Notes when the stores of a running application held everything that their topics held (D38). If the application stood
 * still, or the brokers were away, for longer than topics keep deletions, it ends the process: the next start makes the
 * stores anew. Never called by two threads at once.
 */
final class WholeWatch {

    /**
     * After a longer pause the stores may be those of others by now, which the group tells this instance only at its
     * next poll.
     */
    private static final Duration PAUSE = Duration.ofMinutes(1);

    /**
     * Where a store is.
     *
     * @param position before which everything is in it
     * @param end of its topic
     */
    record Place(String store, int partition, long position, long end) {}

    private final WholeTimes times;
    private final int markers;
    private final Consumer<String> end;
    private @Nullable Instant lastLook;
    private @Nullable Instant doubtedUntil;

    /**
     * Nothing is noted yet.
     *
     * @param markers how many offsets at the end of a topic may be those of transaction markers, which no store reaches
     * @param end ends the process at once, for the given reason
     */
    WholeWatch(WholeTimes times, int markers, Consumer<String> end) {
        this.times = times;
        this.markers = markers;
        this.end = end;
    }

    /**
     * To be called after each look at where the stores are.
     *
     * @param lags of the stores, by name and partition
     * @param asked when they were asked for
     */
    void looked(Map<String, Map<Integer, LagInfo>> lags, Instant asked) {
        List<Place> places = new ArrayList<>();
        lags.forEach((store, partitions) -> partitions.forEach((partition, lag) ->
                places.add(new Place(store, partition, lag.currentOffsetPosition(), lag.endOffsetPosition()))));
        looked(places, asked);
    }

    void looked(List<Place> places, Instant asked) {
        // The start corrects topics of the service that keep deletions for less.
        TimeAway away = new TimeAway(lastLook, asked, TopicSettings.TOMBSTONE_RETENTION);
        if (lastLook != null && asked.isAfter(lastLook) && away.isTooLong()) {
            end.accept("its local stores stood still: what they hold " + away);
            return;
        }
        if (lastLook != null && Duration.between(lastLook, asked).compareTo(PAUSE) > 0) {
            doubtedUntil = asked.plus(PAUSE);
        }
        lastLook = asked;
        if (doubtedUntil == null || asked.isAfter(doubtedUntil)) {
            places.forEach(place ->
                    times.at(place.store(), place.partition(), place.position(), place.end() - markers, asked));
        }
    }
}
