package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.webhook.message.VariantsChanged;

/**
 * Bounds on how much a task does and remembers at a time, so that one partner's resend never holds up the rest.
 *
 * @param message bounds on one message
 * @param messages messages formed in one tick
 * @param comparisons variants examined in one tick, of which many may turn out to make no difference
 * @param live changes remembered for each partner to be sent before the backlog
 * @param page rows read at a time
 */
public record ReconcileLimits(OfMessage message, int messages, int comparisons, int live, int page) {

    public static final ReconcileLimits DEFAULT = new ReconcileLimits(
            new OfMessage(VariantsChanged.MAX_RECORDS, VariantsChanged.MAX_BYTES, 300), 16, 2_000, 1_000, 128);

    /**
     * Bounds on one message.
     *
     * @param records records in it
     * @param bytes its size, except that a single record may be larger
     * @param comparisons variants examined for it
     */
    public record OfMessage(int records, int bytes, int comparisons) {}
}
