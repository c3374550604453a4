package dev.partnercatalog.webhook;

import dev.partnercatalog.schemas.registry.RegistryUnavailableException;
import dev.partnercatalog.webhook.state.ScopedVariant;
import dev.partnercatalog.webhook.state.StoredImages;
import java.time.Duration;
import java.util.List;
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
 * marking what is due, but examines nothing.
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
    private static final int SWEPT_AT_ONCE = 2_000;
    private static final long NOTHING = -1;

    private enum Phase {
        TO_BEGIN,
        READING,
        SWEEPING,
        WAITING,
        DONE
    }

    private final StoredImages images;
    private final TopicPartition source;
    private final EntryRecords records;
    private final ImageRenewals all;
    private Phase phase;
    private @Nullable Consumer<byte[], byte[]> consumer;
    private long nextTry;
    private long begun;
    private long seen = NOTHING;
    private long last = NOTHING;
    private long end;
    private boolean endAskedAgain;
    private long count;

    /** Starts nothing yet. There is nothing to do if the images are of this version. */
    ImageRenewal(StoredImages images, TopicPartition source, EntryRecords records, ImageRenewals all) {
        this.images = images;
        this.source = source;
        this.records = records;
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

    /** Records that the task has reached this record of the partition. */
    void seen(long offset) {
        seen = Math.max(seen, offset);
    }

    /** Continues for a moment. */
    void step() {
        if (all.nanoTime() < nextTry) {
            return;
        }
        try {
            switch (phase) {
                case TO_BEGIN -> begin();
                case READING -> read();
                case SWEEPING -> sweep();
                case WAITING -> await();
                case DONE -> {}
            }
        } catch (ApiException | RegistryUnavailableException e) {
            LOG.warn(
                    "can't rebuild the images of {} at the moment; nothing from it is sent until they are rebuilt: {}",
                    source,
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
        LOG.info("another version wrote the images of {}: rebuilding them; nothing from it is sent until then", source);
        begun = all.nanoTime();
        count = 0;
        last = NOTHING;
        endAskedAgain = false;
        consumer.assign(List.of(source));
        consumer.seekToBeginning(List.of(source));
        end = askEnd(consumer);
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
                renew(record);
            }
        } while (!next.isEmpty() && all.nanoTime() < deadline);
        if (reader.position(source, PATIENCE) < Math.max(end, seen + 1)) {
            return;
        }
        if (endAskedAgain) {
            images.endReading();
            phase = Phase.SWEEPING;
        } else {
            // A record that was compacted away before we read it has a later record, which existed by now.
            end = askEnd(reader);
            endAskedAgain = true;
        }
    }

    private void renew(ConsumerRecord<byte[], byte[]> record) {
        last = record.offset();
        ScopedVariant variant = null;
        byte[] image;
        try {
            String key = records.key(record.key(), record.partition());
            variant = EntryRecords.variant(key);
            image = records.image(key, record.value());
        } catch (RegistryUnavailableException e) {
            throw e; // This says nothing about the record.
        } catch (RuntimeException e) {
            // The task sets the record aside when it reads it, and reports it.
            LOG.debug("can't make an image from the record of {} at offset {}", source, record.offset(), e);
            if (variant != null) {
                images.unreadable(variant);
            }
            return;
        }
        if (variant != null) {
            images.renew(variant, image);
            count++;
        }
    }

    private void sweep() {
        if (images.sweep(SWEPT_AT_ONCE)) {
            phase = Phase.WAITING;
        }
    }

    private void await() {
        Consumer<byte[], byte[]> reader = Objects.requireNonNull(consumer);
        if (seen < last) {
            // Records committed before this start are not read again.
            OffsetAndMetadata committed =
                    reader.committed(Set.of(source), PATIENCE).get(source);
            seen(committed == null ? NOTHING : committed.offset() - 1);
        }
        if (seen < last) {
            nextTry = all.nanoTime() + PAUSE.toNanos() / 10;
            return;
        }
        images.endRenewal();
        LOG.info(
                "rebuilt {} images of {} in {} ms",
                count,
                source,
                Duration.ofNanos(all.nanoTime() - begun).toMillis());
        release();
        phase = Phase.DONE;
        all.removed();
    }

    private long askEnd(Consumer<byte[], byte[]> reader) {
        return Objects.requireNonNull(
                reader.endOffsets(Set.of(source), PATIENCE).get(source));
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
