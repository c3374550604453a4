package dev.partnercatalog.webhook.message;

import dev.partnercatalog.records.ResyncScope;
import java.util.List;

/**
 * One Standard Webhooks message, the same in every attempt. Immutable; the body must not be changed.
 */
public final class Message {

    private final String id;
    private final byte[] body;
    private final Contents contents;

    /**
     * What a message contains, for its log.
     *
     * @param records variants in it
     * @param removed ids of variants in it that the partner must remove
     * @param ping the number of the ping that the partner requested; 0 if nobody requested it
     * @param variants the variants in it and those to be removed; empty if they are too many to be requested again
     */
    public record Contents(boolean isPing, int records, int removed, long ping, List<ResyncScope> variants) {

        public Contents {
            variants = List.copyOf(variants);
        }

        public static Contents changes(int records, int removed) {
            return new Contents(false, records, removed, 0, List.of());
        }

        public static Contents ping(long number) {
            return new Contents(true, 0, 0, number, List.of());
        }

        public Contents with(List<ResyncScope> these) {
            return new Contents(isPing, records, removed, ping, these);
        }
    }

    /**
     * @param id identifies repeated messages to a receiver; contains no full stop, which separates it in the signed
     *     content
     * @param body JSON in UTF-8
     */
    @SuppressWarnings("ArrayIsStoredDirectly")
    public Message(String id, byte[] body, Contents contents) {
        this.id = id;
        this.body = body;
        this.contents = contents;
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
}
