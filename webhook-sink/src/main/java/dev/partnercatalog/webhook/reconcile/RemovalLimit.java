package dev.partnercatalog.webhook.reconcile;

import java.time.Duration;

/**
 * How much of what a partner has may be removed at a time because it isn't listed any more, before that is taken for a
 * fault upstream. It applies to what one task knows of the partner.
 *
 * @param percent the share of what the partner has, 0 for no limit
 * @param records as many may always be removed
 */
public record RemovalLimit(int percent, long records) {

    public static final RemovalLimit NONE = new RemovalLimit(0, 0);

    public static final int DEFAULT_PERCENT = 50;
    public static final int DEFAULT_RECORDS = 1_000;

    public static final RemovalLimit DEFAULT = new RemovalLimit(DEFAULT_PERCENT, DEFAULT_RECORDS);

    /** Removals count together if they are sent within this time. */
    static final Duration WINDOW = Duration.ofHours(1);

    boolean isNone() {
        return percent == 0;
    }

    /** How many records may be removed of this number. */
    long allowed(long held) {
        return Math.max(records, held * percent / 100);
    }
}
