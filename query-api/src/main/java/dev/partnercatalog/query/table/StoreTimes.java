package dev.partnercatalog.query.table;

import dev.partnercatalog.runtime.store.RowBatch;
import dev.partnercatalog.runtime.store.RowRange;
import dev.partnercatalog.runtime.store.RowStore;
import dev.partnercatalog.runtime.store.RowStore.Family;
import dev.partnercatalog.runtime.store.TimeAway;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Objects;
import org.apache.kafka.common.Uuid;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a store remembers of its origin: its topic's id, when it last held everything that the topic held, and from when
 * on it knows every change. A store that was away for longer than its topic keeps deletions is made anew (D38), and so is
 * one whose topic was deleted and made anew meanwhile. Thread-safe.
 */
final class StoreTimes {

    private static final Logger LOG = LoggerFactory.getLogger(StoreTimes.class);
    private static final byte[] TOPIC = "topic".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] WHOLE = "whole".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] KNOWN_SINCE = "known".getBytes(StandardCharsets.US_ASCII);

    /** How often the time is noted at which the store was whole. */
    private static final Duration NOTES = Duration.ofMinutes(1);

    private final RowStore store;
    private @Nullable Instant whole;

    private StoreTimes(RowStore store) {
        this.store = store;
        this.whole = time(WHOLE);
    }

    /** Opens a store, or makes it anew if it is damaged, was away for too long, or is of another topic. */
    static StoreTimes open(Path folder, String name, TableStores shared) {
        Instant now = shared.clock().instant();
        SourceTopic topic = Objects.requireNonNull(shared.topics().get(name), "a store without a topic");
        StoreTimes opened = new StoreTimes(RowStore.open(folder, shared.memory(), shared.rowsKept()));
        if (opened.isNew()) {
            opened.begin(now, topic, shared.rowsKept());
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
        StoreTimes anew = new StoreTimes(RowStore.open(folder, shared.memory(), shared.rowsKept()));
        anew.begin(now, topic, shared.rowsKept());
        return anew;
    }

    private boolean isNew() {
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
        return row == null ? null : Instant.ofEpochMilli(RowKey.number(row));
    }

    private static byte[] bytes(Instant time) {
        return RowKey.number(time.toEpochMilli());
    }

    private static byte[] bytes(Uuid id) {
        return id.toString().getBytes(StandardCharsets.US_ASCII);
    }

    private void put(byte[] key, byte[] value) {
        RowBatch batch = new RowBatch(store);
        batch.put(Family.PROGRESS, key, value);
        store.write(batch);
    }

    RowStore store() {
        return store;
    }

    /** From when on every change is known here. */
    Instant knownSince() {
        return Objects.requireNonNull(time(KNOWN_SINCE), "a store is begun before it is used");
    }

    /** The store held everything at a time, in the past by a moment. */
    synchronized void noteWhole(Instant at) {
        if (whole == null || Duration.between(whole, at).compareTo(NOTES) > 0) {
            put(WHOLE, bytes(at));
            whole = at;
        }
    }
}
