package dev.partnercatalog.webhook.state;

import dev.partnercatalog.runtime.freshness.PublicationTime;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A mark that what a partner has of a variant may differ from what it should have.
 *
 * @param since when that was first noticed, in milliseconds since 1970
 * @param refusals how often the record was not accepted, from the time it was to be sent alone (D26, D37); it is isolated
 *     unless that is 0
 * @param notBefore when it may be tried again after that, 0 for at once
 * @param refused what was refused then, null if nothing was
 * @param eventTime of the first event that caused it
 */
public record Due(
        long since, int refusals, long notBefore, @Nullable Refused refused, PublicationTime eventTime) {

    private static final byte FORMAT = 3;

    /**
     * An isolated record: it is sent alone since it wasn't accepted.
     *
     * @param content hash of the record, {@link Hash#NONE} for its removal
     * @param endpoint version of the endpoint that refused it
     * @param time of its message
     * @param since when a record of the variant was first isolated, in milliseconds since 1970
     * @param outcome the outcome of the last attempt, as text; contains nothing that was sent or answered
     */
    public record Refused(Hash content, long endpoint, long time, long since, String outcome) {

        private static final int MOST_LETTERS = 200;

        public Refused {
            outcome = outcome.length() > MOST_LETTERS ? outcome.substring(0, MOST_LETTERS) : outcome;
        }
    }

    public static Due at(long since, PublicationTime eventTime) {
        return new Due(since, 0, 0, null, eventTime);
    }

    /** It has changed again: if it is isolated, its new record is tried at once, but still alone. */
    public Due changed(PublicationTime later) {
        return new Due(since, refusals, 0, refused, eventTime.earlier(later));
    }

    /** The same, to be tried at once. */
    public Due atOnce() {
        return new Due(since, refusals, 0, refused, eventTime);
    }

    /** Whether its record is sent alone, since it wasn't accepted so before. */
    public boolean isIsolated() {
        return refusals > 0;
    }

    /** Since when it has been isolated, in milliseconds since 1970. */
    public long isolatedSince() {
        return refused == null ? since : refused.since();
    }

    byte[] encode() {
        byte[] ofEvent = eventTime.bytes();
        byte[] outcome = refused == null ? new byte[0] : refused.outcome().getBytes(StandardCharsets.UTF_8);
        int ofRefused = refused == null ? 0 : Hash.BYTES + 3 * Long.BYTES + Integer.BYTES + outcome.length;
        ByteBuffer bytes = ByteBuffer.allocate(2 + Long.BYTES + Integer.BYTES + Long.BYTES + ofRefused + ofEvent.length)
                .put(FORMAT)
                .putLong(since)
                .putInt(refusals)
                .putLong(notBefore)
                .put((byte) (refused == null ? 0 : 1));
        if (refused != null) {
            refused.content()
                    .write(bytes)
                    .putLong(refused.endpoint())
                    .putLong(refused.time())
                    .putLong(refused.since())
                    .putInt(outcome.length)
                    .put(outcome);
        }
        return bytes.put(ofEvent).array();
    }

    static Due decode(byte[] encoded) {
        ByteBuffer bytes = Format.open(encoded, FORMAT, "due mark");
        long since = bytes.getLong();
        int refusals = bytes.getInt();
        long notBefore = bytes.getLong();
        Refused refused = bytes.get() == 0
                ? null
                : new Refused(Hash.read(bytes), bytes.getLong(), bytes.getLong(), bytes.getLong(), text(bytes));
        byte[] ofEvent = new byte[bytes.remaining()];
        bytes.get(ofEvent);
        return new Due(since, refusals, notBefore, refused, PublicationTime.of(ofEvent));
    }

    private static String text(ByteBuffer bytes) {
        byte[] text = new byte[bytes.getInt()];
        bytes.get(text);
        return new String(text, StandardCharsets.UTF_8);
    }
}
