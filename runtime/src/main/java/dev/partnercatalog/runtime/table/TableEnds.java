package dev.partnercatalog.runtime.table;

import dev.partnercatalog.runtime.progress.ClusterState;
import dev.partnercatalog.runtime.progress.ReadPositions;
import dev.partnercatalog.runtime.store.StoreTimes;
import dev.partnercatalog.runtime.store.TimeAway;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import org.apache.kafka.clients.admin.Admin;
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
public final class TableEnds {

    private static final Logger LOG = LoggerFactory.getLogger(TableEnds.class);

    private final ClusterState brokers;
    private final TopicSettings topics;
    private final TableProgress progress;
    private final Function<CatalogTopic, @Nullable StoreTimes> stores;
    private final Runnable makeAnew;
    private final InstantSource clock;

    /**
     * Asks nothing yet.
     *
     * @param admin that doesn't wait for long
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
        this.brokers = new ClusterState(admin, false);
        this.topics = topics;
        this.progress = progress;
        this.stores = stores;
        this.makeAnew = makeAnew;
        this.clock = clock;
    }

    /**
     * Asks. Returns the partitions with waiting records that aren't read.
     *
     * @throws ExecutionException if the brokers can't say
     */
    public Set<TopicPartition> look() throws ExecutionException, InterruptedException {
        ReadPositions.Ends ends = ReadPositions.Ends.ask(brokers, progress.partitions(), clock);
        Map<CatalogTopic, StoreTimes> open = new EnumMap<>(CatalogTopic.class);
        for (CatalogTopic topic : TableProgress.CATALOG) {
            StoreTimes times = stores.apply(topic);
            if (times == null) {
                return Set.of();
            }
            open.put(topic, times);
            TimeAway away = new TimeAway(whole(topic), ends.asked(), TopicSettings.TOMBSTONE_RETENTION);
            if (away.whole() != null && away.isTooLong()) {
                LOG.warn("The table {} stood still: it {}", topic.baseName(), away);
                makeAnew.run();
                return Set.of();
            }
        }
        progress.positions().ends(ends);
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
        return progress.positions().stalled();
    }

    private @Nullable Instant whole(CatalogTopic topic) {
        return progress.positions().whole(topic.name(topics.prefix()));
    }
}
