package dev.partnercatalog.webhook.message;

import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.Arrays;
import java.util.Base64;

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

    /** The form of a message's {@code timestamp}: ISO 8601 in UTC, with milliseconds. */
    public static final class Timestamp {

        private static final DateTimeFormatter MILLISECONDS =
                new DateTimeFormatterBuilder().appendInstant(3).toFormatter();

        private Timestamp() {}

        /** Formats a time in milliseconds since 1970. */
        public static String format(long millis) {
            return MILLISECONDS.format(Instant.ofEpochMilli(millis));
        }
    }

    /** The form of {@code webhook-id}. */
    public static final class MessageId {

        private static final int BYTES = 18;

        private MessageId() {}

        /**
         * Returns the id of a message.
         *
         * @param digest a hash of everything that distinguishes it from any other
         */
        public static String of(byte[] digest) {
            return "msg_" + Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(digest, BYTES));
        }
    }
}
