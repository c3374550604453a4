package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.webhook.message.VariantsChanged;

/**
 * Bounds on how much a task does and remembers at a time, so that one partner's resend never holds up the rest.
 *
 * @param records records in one message
 * @param bytes size of one message, except that a single record may be larger
 * @param batches batches formed in one tick
 * @param looks variants examined in one tick, of which many may turn out to make no difference
 * @param looksForOne variants examined for one message
 * @param live changes remembered for each partner to be sent before the backlog
 * @param page rows read at a time
 */
public record ReconcileLimits(int records, int bytes, int batches, int looks, int looksForOne, int live, int page) {

    public static final ReconcileLimits DEFAULT =
            new ReconcileLimits(VariantsChanged.MAX_RECORDS, VariantsChanged.MAX_BYTES, 16, 2_000, 300, 1_000, 128);
}
