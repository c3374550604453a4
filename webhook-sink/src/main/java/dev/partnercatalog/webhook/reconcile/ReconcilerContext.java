package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.records.WebhookAttempt;
import dev.partnercatalog.records.WebhookBacklog;
import dev.partnercatalog.runtime.freshness.Freshness;
import dev.partnercatalog.schemas.key.Partitioning;
import dev.partnercatalog.webhook.delivery.Backoff;
import dev.partnercatalog.webhook.delivery.MessageDelivery;
import dev.partnercatalog.webhook.delivery.VariantsChanged;
import dev.partnercatalog.webhook.subscription.Subscriptions;
import java.time.Duration;
import java.util.concurrent.Phaser;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * What the reconcilers of all tasks of a process share. All of it is thread-safe.
 *
 * @param subscriptions supplies the newest ones; the same object while nothing has changed
 * @param unfinished has a party for each message that was formed and isn't finished yet, beside the process's own
 */
public record ReconcilerContext(
        Supplier<Subscriptions> subscriptions,
        MessageDelivery delivery,
        Rules rules,
        Phaser unfinished,
        Reports reports) {

    /** How much is done at a time, and how soon again if it is refused. */
    public record Rules(Backoff backoff, ReconcileLimits limits, RemovalLimit removals) {}

    /** Who learns what the reconcilers do: every ping that isn't sent, and how much is due. None waits, and none fails. */
    public record Reports(Consumer<WebhookAttempt> attempts, Consumer<WebhookBacklog> backlogs, Freshness delivered) {}

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

        /** Bounds on one message; a single record may be larger, and more may be compared for it than are in it. */
        public record OfMessage(int records, int bytes, int comparisons) {}
    }

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

        long allowed(long held) {
            return Math.max(records, held * percent / 100);
        }
    }

    /**
     * Determines the companies of a task.
     *
     * @param count number of all partitions
     */
    public record Partition(int number, int count) {

        /** Whether everything that concerns a company is done here. */
        boolean has(long companyId) {
            return Partitioning.byCompany(companyId, count) == number;
        }

        /** Whether work that is done once per partner, whatever the number of tasks, is done here. */
        boolean isHomeOf(String partnerId) {
            return Partitioning.byKey(partnerId, count) == number;
        }
    }
}
