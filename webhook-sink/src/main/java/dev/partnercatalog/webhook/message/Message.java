package dev.partnercatalog.webhook.message;

import dev.partnercatalog.runtime.trace.TraceParent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One message of Standard Webhooks, the same through all attempts at it. Immutable; the body must not be changed.
 */
public final class Message {

    private final String id;
    private final byte[] body;
    private final Contents contents;
    private final @Nullable MessageTrace trace;

    /**
     * What a message holds, for its log.
     *
     * @param records variants in it
     * @param removed ids of variants in it that must be dropped
     * @param ping which of the pings that its partner asked for it is; 0 where nobody asked
     */
    public record Contents(boolean isPing, int records, int removed, long ping) {

        public static Contents changes(int records, int removed) {
            return new Contents(false, records, removed, 0);
        }

        public static Contents ping(long number) {
            return new Contents(true, 0, 0, number);
        }
    }

    /**
     * @param id what a receiver tells repeated messages by; holds no full stop, which separates it in what is signed
     * @param body JSON in UTF-8
     * @param trace that it belongs to
     */
    @SuppressWarnings("ArrayIsStoredDirectly")
    public Message(String id, byte[] body, Contents contents, @Nullable MessageTrace trace) {
        this.id = id;
        this.body = body;
        this.contents = contents;
        this.trace = trace;
    }

    /** A message that belongs to no trace. */
    public Message(String id, byte[] body, Contents contents) {
        this(id, body, contents, null);
    }

    public String id() {
        return id;
    }

    public byte[] body() {
        return body;
    }

    public Contents contents() {
        return contents;
    }

    /** The trace that it belongs to; null: none. */
    public @Nullable TraceParent trace() {
        return trace == null ? null : trace.own();
    }

    /** What the changes in it name as their traces. */
    public List<TraceParent> causes() {
        return trace == null ? List.of() : trace.causes();
    }
}
