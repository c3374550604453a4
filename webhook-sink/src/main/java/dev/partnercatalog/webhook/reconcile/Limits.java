package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.webhook.message.VariantsChanged;

/**
 * How much a task does and remembers at once, so that one partner's resend never holds up the rest.
 *
 * @param records in one message
 * @param bytes of one message, except that a single record may be larger
 * @param sweepRows compared in one tick
 * @param batches formed in one tick
 * @param looks at due variants in one tick, of which many may turn out to make no difference
 * @param marks made at once for one change, of however many scopes it is one
 * @param live changes remembered for each partner to be sent before the backlog
 * @param page of the backlog read at once
 */
public record Limits(int records, int bytes, int sweepRows, int batches, int looks, int marks, int live, int page) {

    private static final int LOOKS_A_RECORD = 3;

    public static final Limits DEFAULT =
            new Limits(VariantsChanged.MAX_RECORDS, VariantsChanged.MAX_BYTES, 200, 16, 2_000, 2_000, 1_000, 256);

    /** How many due variants may be looked at for one batch, so that those that make no difference hold up nobody. */
    int looksForOne() {
        return LOOKS_A_RECORD * records;
    }
}
