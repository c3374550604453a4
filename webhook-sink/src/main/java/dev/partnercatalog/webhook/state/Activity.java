package dev.partnercatalog.webhook.state;

import java.nio.ByteBuffer;

/**
 * Whether webhooks go to a partner, as this task last saw it.
 *
 * @param periods how often webhooks started going to it: what was compared in an earlier period has to be compared
 *     again
 */
public record Activity(boolean active, int periods) {

    public static final Activity NEVER = new Activity(false, 0);

    private static final byte FORMAT = 1;

    public Activity begun() {
        return new Activity(true, periods + 1);
    }

    public Activity ended() {
        return new Activity(false, periods);
    }

    byte[] encode() {
        return ByteBuffer.allocate(2 + Integer.BYTES)
                .put(FORMAT)
                .put((byte) (active ? 1 : 0))
                .putInt(periods)
                .array();
    }

    static Activity decode(byte[] encoded) {
        ByteBuffer bytes = Format.open(encoded, FORMAT, "partner's activity");
        return new Activity(bytes.get() != 0, bytes.getInt());
    }
}
