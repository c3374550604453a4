package dev.partnercatalog.webhook.message;

import dev.partnercatalog.runtime.trace.TraceParent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One Standard Webhooks message, the same in every attempt. Immutable; the body must not be changed.
 */
public final class Message {

    private final String id;
    private final byte[] body;
    private final Contents contents;
    private final @Nullable MessageTrace trace;

    /**
     * What a message contains, for its log.
     *
     * @param records variants in it
     * @param removed ids of variants in it that the partner must remove
     * @param ping the number of the ping that the partner requested; 0 if nobody requested it
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
     * @param id identifies repeated messages to a receiver; contains no full stop, which separates it in the signed
     *     content
     * @param body JSON in UTF-8
     * @param trace the trace that it belongs to
     */
    @SuppressWarnings("ArrayIsStoredDirectly")
    public Message(String id, byte[] body, Contents contents, @Nullable MessageTrace trace) {
        this.id = id;
        this.body = body;
        this.contents = contents;
        this.trace = trace;
    }

    /** Creates a message that belongs to no trace. */
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

    /** The trace that it belongs to, null for none. */
    public @Nullable TraceParent trace() {
        return trace == null ? null : trace.own();
    }

    /** The traces of the changes in it. */
    public List<TraceParent> causes() {
        return trace == null ? List.of() : trace.causes();
    }
}
