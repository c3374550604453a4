package dev.partnercatalog.webhook.message;

import java.util.Arrays;
import java.util.Base64;

/** The form of {@code webhook-id}. */
public final class MessageId {

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
