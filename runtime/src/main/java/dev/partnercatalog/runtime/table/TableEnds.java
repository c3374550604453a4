package dev.partnercatalog.runtime.table;

import dev.partnercatalog.runtime.health.HealthCheck;
import dev.partnercatalog.runtime.health.HealthCheck.Verdict;
import dev.partnercatalog.runtime.store.StoreTimes;
import dev.partnercatalog.runtime.store.TimeAway;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the brokers every second where the tables' topics end, so that it is known how old the tables may be, and notes
 * in the stores when they held everything (D38). If this process or the brokers stood still for longer than the topics
 * keep deletions, it has the stores made anew.
 */
public final class TableEnds implements HealthCheck {

    private static final Logger LOG = LoggerFactory.getLogger(TableEnds.class);
    private static final Duration PATIENCE = Duration.ofSeconds(4);

    private final Admin admin;
    private final TopicSettings topics;
    private final TableProgress progress;
    private final Function<CatalogTopic, @Nullable StoreTimes> stores;
    private final Runnable makeAnew;
    private final InstantSource clock;

    /**
     * Asks nothing yet.
     *
     * @param stores what is known of the store of each topic; null while the stores can't be read
     * @param makeAnew opens the stores again, which then judge for how long they were away
     */
    public TableEnds(
            Admin admin,
            TopicSettings topics,
            TableProgress progress,
            Function<CatalogTopic, @Nullable StoreTimes> stores,
            Runnable makeAnew,
            InstantSource clock) {
        this.admin = admin;
        this.topics = topics;
        this.progress = progress;
        this.stores = stores;
        this.makeAnew = makeAnew;
        this.clock = clock;
    }

    @Override
    public Verdict verdict() {
        return progress.stalled() == 0 ? Verdict.FINE : Verdict.STALLED;
    }

    @Override
    public void look() throws ExecutionException, TimeoutException, InterruptedException {
        Instant asked = clock.instant();
        long askedNanos = System.nanoTime();
        Map<TopicPartition, OffsetSpec> question = progress.partitions().stream()
                .collect(Collectors.toMap(partition -> partition, partition -> OffsetSpec.latest()));
        Map<TopicPartition, Long> ends = new HashMap<>();
        admin.listOffsets(question, new ListOffsetsOptions(IsolationLevel.READ_COMMITTED))
                .all()
                .get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
                .forEach((partition, end) -> ends.put(partition, end.offset()));
        note(ends, asked, askedNanos);
    }

    private void note(Map<TopicPartition, Long> ends, Instant asked, long askedNanos) {
        Map<CatalogTopic, StoreTimes> open = new EnumMap<>(CatalogTopic.class);
        for (CatalogTopic topic : TableProgress.CATALOG) {
            StoreTimes times = stores.apply(topic);
            if (times == null) {
                return;
            }
            open.put(topic, times);
            TimeAway away = new TimeAway(whole(topic), asked, TopicSettings.TOMBSTONE_RETENTION);
            if (away.whole() != null && away.isTooLong()) {
                LOG.warn("The table {} stood still: it {}", topic.baseName(), away);
                makeAnew.run();
                return;
            }
        }
        progress.ends(ends, asked, askedNanos);
        open.forEach((topic, times) -> {
            Instant whole = whole(topic);
            if (whole != null) {
                try {
                    times.noteWhole(whole);
                } catch (InvalidStateStoreException e) {
                    LOG.debug("{} is being closed", topic.baseName(), e);
                }
            }
        });
    }

    private @Nullable Instant whole(CatalogTopic topic) {
        return progress.whole(topic.name(topics.prefix()));
    }
}
