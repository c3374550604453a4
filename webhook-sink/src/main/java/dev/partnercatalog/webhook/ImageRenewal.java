package dev.partnercatalog.webhook;

import dev.partnercatalog.records.SkuBarcode;
import dev.partnercatalog.runtime.unreadable.OwnRecords;
import dev.partnercatalog.schemas.registry.RegistryUnavailableException;
import dev.partnercatalog.webhook.state.SinkState;
import dev.partnercatalog.webhook.state.StoredImages;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.ApiException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rebuilds the images of one task if another version of the program wrote them: reads all of the task's partition of
 * {@code company-variants} with its own consumer, a bounded amount in each step. Meanwhile the task keeps reading and
 * marking what is due, but examines nothing. If the sinks were away for too long (D38), it first deletes images and
 * listings, and reads {@code sku-barcodes} too.
 *
 * <p>An entry's last record before the task's position may be missing from the topic, because compaction removed it in
 * favor of a record after that position. The renewal therefore reads to the end of the topic, and nothing is examined
 * until the task itself has read that far: until then the store may lack an image, or hold one that is ahead of its
 * change. Confined to the task's thread.
 */
final class ImageRenewal implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ImageRenewal.class);

    /** The longest that a step may take, so that other tasks of the thread get their turn. */
    private static final Duration STEP = Duration.ofMillis(20);

    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final Duration NOTES = Duration.ofMinutes(10);
    private static final int SWEPT_AT_ONCE = 2_000;

    private enum Phase {
        TO_BEGIN,
        CLEARING,
        READING,
        SWEEPING,
        WAITING,
        DONE
    }

    private final SinkState state;
    private final StoredImages images;
    private final RenewedSource entriesSource;
    private final RenewedSource listingsSource;
    private final RenewedRows rows;
    private final ImageRenewals all;
    private List<RenewedSource> sources = List.of();
    private Phase phase;
    private @Nullable Consumer<byte[], byte[]> consumer;
    private long nextTry;
    private long begun;
    private Instant begunAt = Instant.EPOCH;
    private boolean endAskedAgain;
    private long count;

    /**
     * Starts nothing yet. There is nothing to do if the images are of this version.
     *
     * @param entriesSource the task's partition of {@code company-variants}
     * @param listingsSource the task's partition of {@code sku-barcodes}
     */
    ImageRenewal(
            SinkState state,
            TopicPartition entriesSource,
            TopicPartition listingsSource,
            EntryRecords entries,
            OwnRecords<SkuBarcode> listings,
            ImageRenewals all) {
        this.state = state;
        this.images = state.images();
        this.entriesSource = new RenewedSource(entriesSource);
        this.listingsSource = new RenewedSource(listingsSource);
        this.rows = new RenewedRows(state, entries, listings);
        this.all = all;
        this.phase = images.areCurrent() ? Phase.DONE : Phase.TO_BEGIN;
        this.nextTry = all.nanoTime();
        if (!isDone()) {
            all.added();
        }
    }

    /** Whether all images are of this version, so that they may be used. */
    boolean isDone() {
        return phase == Phase.DONE;
    }

    /** Records that the task has reached this record of the entries. */
    void seen(long offset) {
        entriesSource.seen(offset);
    }

    /** Records that the task has reached this record of the listings. */
    void seenListing(long offset) {
        listingsSource.seen(offset);
    }

    /**
     * Records in the store when everything that the sources held was in it. To be called once the renewal is done, as
     * often as one likes: it does something every few minutes.
     */
    void noteWhole() {
        if (all.nanoTime() < nextTry) {
            return;
        }
        Instant whole = all.whole(entriesSource.partition(), listingsSource.partition());
        nextTry = all.nanoTime() + (whole == null ? PAUSE : NOTES).toNanos();
        Instant noted = state.age().whole();
        if (whole != null && (noted == null || whole.isAfter(noted))) {
            state.age().putWhole(whole);
        }
    }

    /** Continues for a moment. */
    void step() {
        if (all.nanoTime() < nextTry) {
            return;
        }
        try {
            switch (phase) {
                case TO_BEGIN -> begin();
                case CLEARING -> clear();
                case READING -> read();
                case SWEEPING -> sweep();
                case WAITING -> await();
                case DONE -> {}
            }
        } catch (ApiException | RegistryUnavailableException e) {
            LOG.warn(
                    "can't rebuild the images of {} at the moment; nothing from it is sent until they are rebuilt: {}",
                    entriesSource.partition(),
                    e.getMessage());
            release();
            phase = Phase.TO_BEGIN;
            nextTry = all.nanoTime() + PAUSE.toNanos();
        }
    }

    private void begin() {
        consumer = all.tryBegin();
        if (consumer == null) {
            return;
        }
        begun = all.nanoTime();
        begunAt = all.now();
        count = 0;
        endAskedAgain = false;
        if (images.areDistrusted()) {
            sources = List.of(entriesSource, listingsSource);
            phase = Phase.CLEARING;
        } else {
            LOG.info(
                    "another version wrote the images of {}: rebuilding them; nothing from it is sent until then",
                    entriesSource.partition());
            sources = List.of(entriesSource);
            beginReading();
        }
    }

    private void clear() {
        if (images.clear(SWEPT_AT_ONCE)) {
            beginReading();
        }
    }

    private void beginReading() {
        Consumer<byte[], byte[]> reader = Objects.requireNonNull(consumer);
        List<TopicPartition> partitions =
                sources.stream().map(RenewedSource::partition).toList();
        reader.assign(partitions);
        reader.seekToBeginning(partitions);
        sources.forEach(RenewedSource::begin);
        askEnds(reader);
        images.beginRenewal();
        phase = Phase.READING;
    }

    private void read() {
        Consumer<byte[], byte[]> reader = Objects.requireNonNull(consumer);
        long deadline = all.nanoTime() + STEP.toNanos();
        ConsumerRecords<byte[], byte[]> next;
        do {
            next = reader.poll(Duration.ZERO);
            for (ConsumerRecord<byte[], byte[]> record : next) {
                if (record.topic().equals(entriesSource.topic())) {
                    entriesSource.read(record.offset());
                    rows.renewEntry(record);
                } else {
                    listingsSource.read(record.offset());
                    rows.renewListing(record);
                }
                count++;
            }
        } while (!next.isEmpty() && all.nanoTime() < deadline);
        for (RenewedSource source : sources) {
            if (!source.isReadTo(reader.position(source.partition(), PATIENCE))) {
                return;
            }
        }
        if (endAskedAgain) {
            images.endReading();
            phase = Phase.SWEEPING;
        } else {
            // A record that was compacted away before we read it has a later record, which existed by now.
            askEnds(reader);
            endAskedAgain = true;
        }
    }

    private void sweep() {
        if (images.sweep(SWEPT_AT_ONCE)) {
            phase = Phase.WAITING;
        }
    }

    private void await() {
        Consumer<byte[], byte[]> reader = Objects.requireNonNull(consumer);
        for (RenewedSource source : sources) {
            if (source.isAhead()) {
                // Records committed before this start are not read again.
                OffsetAndMetadata committed =
                        reader.committed(Set.of(source.partition()), PATIENCE).get(source.partition());
                if (committed != null) {
                    source.seen(committed.offset() - 1);
                }
            }
            if (source.isAhead()) {
                nextTry = all.nanoTime() + PAUSE.toNanos() / 10;
                return;
            }
        }
        if (images.areDistrusted()) {
            state.age().putWhole(begunAt);
        }
        images.endRenewal();
        LOG.info(
                "rebuilt {} {} of {} in {} ms",
                count,
                sources.size() > 1 ? "images and listings" : "images",
                entriesSource.partition(),
                Duration.ofNanos(all.nanoTime() - begun).toMillis());
        release();
        phase = Phase.DONE;
        all.removed();
    }

    private void askEnds(Consumer<byte[], byte[]> reader) {
        Map<TopicPartition, Long> ends =
                reader.endOffsets(sources.stream().map(RenewedSource::partition).toList(), PATIENCE);
        sources.forEach(source -> source.endsAt(Objects.requireNonNull(ends.get(source.partition()))));
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
        if (!isDone()) {
            all.removed();
        }
    }
}
