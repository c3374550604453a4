package dev.partnercatalog.webhook;

import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.schemas.key.ListingKey;
import dev.partnercatalog.schemas.registry.UnreadableRecordException;
import dev.partnercatalog.webhook.catalog.EntryRecords;
import dev.partnercatalog.webhook.catalog.ListingRecords;
import dev.partnercatalog.webhook.catalog.SinkCatalog;
import dev.partnercatalog.webhook.reconcile.CatalogChanges;
import dev.partnercatalog.webhook.state.Leftovers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.ApiException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * After a resync was requested, drops what a task keeps of the catalog and the topics don't hold, so that partners are
 * sent its removal. Reads the keys of the task's partitions with its own consumer, a bounded amount in each step;
 * meanwhile the task goes on as always.
 *
 * <p>A record that compaction removes before it is read here has a later record. So this reads to the topics' ends,
 * asks for their ends again, and reads to those; waits until the task has read as far; and takes note of each record
 * that the task reads meanwhile. A row whose key was not met by then comes from a record that no longer exists. Confined
 * to the task's thread.
 */
final class LeftoverCheck implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(LeftoverCheck.class);

    /** The longest that a step may take, so that the task's own work goes on. */
    private static final Duration STEP = Duration.ofMillis(10);

    /** Partners may ask for a resync as often as they like. */
    private static final Duration BETWEEN = Duration.ofMinutes(10);

    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final int SWEPT_AT_ONCE = 1_000;

    private enum Phase {
        IDLE,
        READING,
        WAITING,
        SWEEPING
    }

    private final Leftovers leftovers;
    private final List<CheckedSource> sources;
    private final EntryRecords entries;
    private final ListingRecords listings;
    private final TopicReaders all;
    private final Supplier<CatalogChanges> catalog;
    private Phase phase = Phase.IDLE;
    private @Nullable Consumer<byte[], byte[]> consumer;
    private long nextTry;
    private boolean endsAskedAgain;
    private int found;

    /**
     * Starts nothing yet.
     *
     * @param kept what the task keeps of the catalog
     * @param entriesSource the task's partition of {@code company-variants}
     * @param listingsSource the task's partition of {@code sku-barcodes}
     * @param shared limits how many tasks read at a time
     * @param catalog drops what is found
     */
    LeftoverCheck(
            Leftovers leftovers,
            SinkCatalog kept,
            TopicPartition entriesSource,
            TopicPartition listingsSource,
            SinkTasks.Kept shared,
            Supplier<CatalogChanges> catalog) {
        this.leftovers = leftovers;
        this.sources = List.of(
                new CheckedSource(entriesSource, kept.entries()), new CheckedSource(listingsSource, kept.listings()));
        this.entries = shared.stores().entryRecords();
        this.listings = shared.stores().listingRecords();
        this.all = shared.readers();
        this.catalog = catalog;
        this.nextTry = all.nanoTime();
    }

    /** The task has reached a record. */
    void seen(String topic, byte @Nullable [] key, int partition, boolean isThere) {
        if (phase != Phase.IDLE && isThere) {
            note(source(topic), key, partition, true);
        }
    }

    private CheckedSource source(String topic) {
        return sources.get(topic.equals(sources.get(0).topic()) ? 0 : 1);
    }

    /**
     * Continues for a moment, if there is anything to do.
     *
     * @param time the time in milliseconds since 1970
     */
    void step(long time) {
        if (all.nanoTime() < nextTry) {
            return;
        }
        try {
            switch (phase) {
                case IDLE -> beginIfWanted();
                case READING -> read();
                case WAITING -> await();
                case SWEEPING -> sweep(time);
            }
        } catch (ApiException e) {
            LOG.warn(
                    "can't compare what is kept of {} with its topics at the moment: {}",
                    sources.get(0).partition(),
                    e.getMessage());
            release();
            leftovers.forget();
            phase = Phase.IDLE;
            nextTry = all.nanoTime() + PAUSE.toNanos();
        }
    }

    private void beginIfWanted() {
        nextTry = all.nanoTime() + PAUSE.toNanos();
        if (!leftovers.areWanted()) {
            return;
        }
        consumer = all.tryBegin();
        if (consumer == null) {
            return;
        }
        nextTry = all.nanoTime();
        List<TopicPartition> partitions = partitions();
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
        sources.forEach(CheckedSource::begin);
        askEnds(consumer);
        endsAskedAgain = false;
        found = 0;
        leftovers.begin();
        phase = Phase.READING;
    }

    private List<TopicPartition> partitions() {
        return sources.stream().map(CheckedSource::partition).toList();
    }

    private void askEnds(Consumer<byte[], byte[]> reader) {
        Map<TopicPartition, Long> ends = reader.endOffsets(partitions(), PATIENCE);
        sources.forEach(source -> source.endsAt(Objects.requireNonNull(ends.get(source.partition()))));
    }

    private void read() {
        Consumer<byte[], byte[]> reader = Objects.requireNonNull(consumer);
        long deadline = all.nanoTime() + STEP.toNanos();
        ConsumerRecords<byte[], byte[]> next;
        do {
            next = reader.poll(Duration.ZERO);
            for (ConsumerRecord<byte[], byte[]> record : next) {
                CheckedSource source = source(record.topic());
                source.read(record.offset());
                note(source, record.key(), record.partition(), record.value() != null);
            }
        } while (!next.isEmpty() && all.nanoTime() < deadline);
        for (CheckedSource source : sources) {
            if (!source.isReadTo(reader.position(source.partition(), PATIENCE))) {
                return;
            }
        }
        if (endsAskedAgain) {
            phase = Phase.WAITING;
        } else {
            askEnds(reader);
            endsAskedAgain = true;
        }
    }

    private void note(CheckedSource source, byte @Nullable [] key, int partition, boolean isThere) {
        try {
            if (source == sources.get(0)) {
                ScopedVariant variant = EntryRecords.variant(entries.key(key, partition));
                if (variant != null) {
                    leftovers.entry(variant, isThere);
                }
            } else {
                leftovers.listing(ListingKey.parse(listings.key(key, partition)), isThere);
            }
        } catch (UnreadableRecordException e) {
            return; // No row comes from it.
        }
    }

    private void await() {
        for (CheckedSource source : sources) {
            if (source.isAhead()) {
                nextTry = all.nanoTime() + PAUSE.toNanos() / 10;
                return;
            }
        }
        release();
        phase = Phase.SWEEPING;
    }

    private void sweep(long time) {
        boolean swept = leftovers.sweep(
                SWEPT_AT_ONCE,
                listing -> {
                    found++;
                    catalog.get().dropListing(listing, time);
                },
                variant -> {
                    found++;
                    catalog.get().dropEntry(variant, time);
                });
        if (!swept) {
            return;
        }
        leftovers.done();
        if (found > 0) {
            LOG.warn(
                    "dropped {} listings and entries of {} that the topics don't hold: partners are sent their removal",
                    found,
                    sources.get(0).partition());
        }
        phase = Phase.IDLE;
        nextTry = all.nanoTime() + BETWEEN.toNanos();
    }

    private void release() {
        if (consumer != null) {
            all.ended(consumer);
            consumer = null;
        }
    }

    @Override
    public void close() {
        release();
        leftovers.forget();
    }
}
