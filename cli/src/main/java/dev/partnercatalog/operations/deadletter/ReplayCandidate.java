package dev.partnercatalog.operations.deadletter;

import dev.partnercatalog.operations.deadletter.DeadLetter.Source;
import java.nio.ByteBuffer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * A dead letter that may be republished, and what its topic contains of the same key that is newer. Without the
 * dead letter's bytes, because there may be very many. Not thread-safe.
 */
final class ReplayCandidate {

    private final LogPosition id;
    private final Source source;
    private final ByteBuffer key;
    private final KeyedEvent event;
    private @Nullable LogPosition supersededAt;
    private @Nullable LogPosition replayedAt;
    private @Nullable KeyedEvent newest;
    private @Nullable LogPosition newestAt;
    private @Nullable KeyedEvent last;

    ReplayCandidate(LogPosition id, Source source, byte[] key) {
        this.id = id;
        this.source = source;
        this.key = ByteBuffer.wrap(key);
        this.event = KeyedEvent.of(source);
    }

    LogPosition id() {
        return id;
    }

    Source source() {
        return source;
    }

    ByteBuffer key() {
        return key;
    }

    /** Takes account of an event of this key in the source topic. */
    void observe(ConsumerRecord<byte[], byte[]> record) {
        LogPosition at = new LogPosition(record.partition(), record.offset());
        KeyedEvent seen = KeyedEvent.of(record);
        if (seen.origin().equals(event.origin())) {
            if (isBehindSource(at)) {
                replayedAt = at;
            }
        } else if (seen.isNewerThan(event)) {
            supersededAt = at;
        }
        if (at.partition() == source.position().partition()) {
            last = seen;
            if (newest == null || !newest.isNewerThan(seen)) {
                newest = seen;
                newestAt = at;
            }
        }
    }

    private boolean isBehindSource(LogPosition at) {
        return at.partition() == source.position().partition()
                && at.offset() > source.position().offset();
    }

    /** Takes account of another dead letter of the same key. */
    void observe(ReplayCandidate other) {
        if (other.event.origin().equals(event.origin())) {
            if (isBehindSource(other.source.position())) {
                replayedAt = other.source.position();
            }
        } else if (other.event.isNewerThan(event)) {
            supersededAt = other.source.position();
        }
    }

    /** The position of a newer event of its key, null if there is none. */
    @Nullable
    LogPosition supersededAt() {
        return supersededAt;
    }

    /** Where it was republished after it was rejected, null if it wasn't. */
    @Nullable
    LogPosition replayedAt() {
        return replayedAt;
    }

    /** The position of the key's newest event if an older one now comes after it, otherwise null. */
    @Nullable
    LogPosition overtaken() {
        return newest == null || last == null || newest.origin().equals(last.origin()) ? null : newestAt;
    }
}
