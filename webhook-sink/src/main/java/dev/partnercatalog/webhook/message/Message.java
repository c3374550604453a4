package dev.partnercatalog.webhook.message;

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
