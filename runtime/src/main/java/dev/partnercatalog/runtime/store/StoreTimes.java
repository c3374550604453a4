package dev.partnercatalog.runtime.store;

import dev.partnercatalog.runtime.store.RowStore.Family;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Objects;
import java.util.Set;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a store remembers of its origin: its topic's id, when it last held everything that the topic held, and from when
 * on it knows every change. A store that was away for longer than its topic keeps deletions is made anew (D38), and so is
 * one whose topic was deleted and made anew meanwhile. Thread-safe.
 */
public final class StoreTimes {

    private static final Logger LOG = LoggerFactory.getLogger(StoreTimes.class);
    private static final byte[] TOPIC = "topic".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] WHOLE = "whole".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] KNOWN_SINCE = "known".getBytes(StandardCharsets.US_ASCII);

    /** How often the time is noted at which the store was whole. */
    private static final Duration NOTES = Duration.ofMinutes(1);

    private final RowStore store;
    private final boolean anew;
    private @Nullable Instant whole;

    private StoreTimes(RowStore store) {
        this.store = store;
        this.whole = time(WHOLE);
        this.anew = isEmpty();
    }

    /**
     * Opens a store, or makes it anew if it is damaged, was away for too long, or is of another topic.
     *
     * @param folder of the store alone
     * @param rowsKept after which time rows of expiring families may disappear; in whole seconds
     * @param topic that it is made from
     * @throws ProcessorStateException if it can't be opened, or turns out to be damaged just now: the next one opened is new
     */
    public static StoreTimes open(
            Path folder,
            RocksDbMemory memory,
            Set<Family> families,
            Duration rowsKept,
            SourceTopic topic,
            Instant now) {
        StoreTimes opened = of(RowStore.open(folder, memory, families, rowsKept));
        if (opened.anew) {
            opened.begin(now, topic, rowsKept);
            return opened;
        }
        TimeAway away = new TimeAway(opened.whole, now, topic.deletionsKept());
        boolean another = !Arrays.equals(opened.store.get(Family.PROGRESS, TOPIC), bytes(topic.id()));
        if (!away.isTooLong() && !another) {
            return opened;
        }
        LOG.warn(
                "The local store {} {}: it is made anew from its topic",
                folder,
                another ? "is of a topic that was deleted and made anew" : away);
        opened.store.close();
        RowStore.discard(folder);
        StoreTimes anew = of(RowStore.open(folder, memory, families, rowsKept));
        anew.begin(now, topic, rowsKept);
        return anew;
    }

    private static StoreTimes of(RowStore store) {
        try {
            return new StoreTimes(store);
        } catch (ProcessorStateException e) {
            // Left open, it couldn't be opened again.
            store.close();
            throw e;
        }
    }

    private boolean isEmpty() {
        try (RowRange all = store.rows(Family.PROGRESS, new byte[0], null)) {
            return !all.hasNext();
        }
    }

    /** Whatever will be in the store is read after now, and deletions no older than those that the topic keeps. */
    private void begin(Instant now, SourceTopic topic, Duration rowsKept) {
        Duration known = topic.deletionsKept().compareTo(rowsKept) < 0 ? topic.deletionsKept() : rowsKept;
        put(TOPIC, bytes(topic.id()));
        put(KNOWN_SINCE, bytes(now.minus(known)));
        put(WHOLE, bytes(now));
        whole = now;
    }

    private @Nullable Instant time(byte[] key) {
        byte[] row = store.get(Family.PROGRESS, key);
        return row == null ? null : Instant.ofEpochMilli(ByteBuffer.wrap(row).getLong());
    }

    private static byte[] bytes(Instant time) {
        return ByteBuffer.allocate(Long.BYTES).putLong(time.toEpochMilli()).array();
    }

    private static byte[] bytes(Uuid id) {
        return id.toString().getBytes(StandardCharsets.US_ASCII);
    }

    private void put(byte[] key, byte[] value) {
        RowBatch batch = new RowBatch(store);
        batch.put(Family.PROGRESS, key, value);
        store.write(batch);
    }

    /** The open store. The caller closes it. */
    public RowStore store() {
        return store;
    }

    /** From when on every change is known here. */
    public Instant knownSince() {
        return Objects.requireNonNull(time(KNOWN_SINCE), "a store is begun before it is used");
    }

    /** The store held everything at a time, in the past by a moment. */
    public synchronized void noteWhole(Instant at) {
        if (whole == null || Duration.between(whole, at).compareTo(NOTES) > 0) {
            put(WHOLE, bytes(at));
            whole = at;
        }
    }
}
