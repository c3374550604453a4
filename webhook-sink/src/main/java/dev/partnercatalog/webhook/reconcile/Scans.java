package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.webhook.state.ComparisonProgress;
import dev.partnercatalog.webhook.state.ListedAndAcknowledged;
import dev.partnercatalog.webhook.state.Resync;
import dev.partnercatalog.webhook.state.SinkState;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The scans of all partners. A scan covers one company whose configuration changed, or one part that the partner
 * requested again. It reads what is listed and what the partner has side by side, and puts what differs into messages.
 * It marks nothing. Its position is written to the store after the intents of those messages.
 *
 * <p>A scan that can't send counts what it would send, so that operators and partners see how much is due. It leaves
 * out what is marked or in a message at that time, because that counts already. A variant that is marked later counts
 * twice until the scan ends. Until a scan has counted, it counts as one variant. A resync counts as at least one until
 * it ends: a partner that sees 0 considers its resync done.
 */
final class Scans {

    private final SinkState state;
    private final int page;
    private final Map<String, PartnerScans> byPartner = new HashMap<>();

    /** The result of examining a variant. */
    enum Look {
        SAME,
        SENT,
        /** It can't be sent now, and everything behind it waits. */
        WAITS,
        /** As {@link #WAITS}, but it is in a message, with which it is counted. */
        WAITS_UNDER_INTENT,
        /** It is the first removal: it waits until all of them are counted. */
        WAITS_FOR_COUNT
    }

    /** Receives the variants that a scan reaches. */
    interface Visitor {

        /**
         * Examines a variant.
         *
         * @param anew whether it is sent even if the partner has it
         * @param since when the scan began, in milliseconds since 1970
         */
        Look visit(ListedAndAcknowledged both, boolean anew, long since);
    }

    Scans(SinkState state, int page) {
        this.state = state;
        this.page = page;
    }

    /** A company has to be compared, from where the comparison got to. */
    void add(String partnerId, long companyId, ComparisonProgress compared) {
        of(partnerId).add(companyId, compared);
    }

    /** A part has to be sent again, from where that got to. */
    void add(String partnerId, Resync resync) {
        of(partnerId).add(resync);
    }

    private PartnerScans of(String partnerId) {
        return byPartner.computeIfAbsent(partnerId, id -> new PartnerScans(id, state, page));
    }

    /** For now, webhooks no longer go to the partner. */
    void drop(String partnerId) {
        PartnerScans scans = byPartner.remove(partnerId);
        if (scans != null) {
            scans.forgetAll();
        }
    }

    /** The partners with a scan in progress. */
    Set<String> partners() {
        return Set.copyOf(byPartner.keySet());
    }

    boolean isScanning(String partnerId) {
        return byPartner.containsKey(partnerId);
    }

    /**
     * Whether nothing is left to do for a partner before one of its messages can be sent. What would be sent is counted
     * only if nothing could be sent for a while: examining costs as much as sending.
     *
     * @param accepts whether the partner's endpoint has just accepted a message, and so will soon accept more
     */
    boolean isStuck(String partnerId, boolean accepts, long now) {
        PartnerScans scans = byPartner.get(partnerId);
        return scans != null && scans.isStuck(accepts, now);
    }

    /** A message with variants from a scan has been formed. */
    void sent(String partnerId, long now) {
        PartnerScans scans = byPartner.get(partnerId);
        if (scans != null) {
            scans.sent(now);
        }
    }

    /**
     * A partner's scans have led to a removal: from now on they are {@linkplain #search searched} before they go on.
     *
     * @return whether it is the first one
     */
    boolean beginSearch(String partnerId) {
        return of(partnerId).beginSearch();
    }

    /**
     * Reads a page of what the scans have yet to reach, before they go on, and counts the removals that they lead to. Most
     * scans lead to none, and aren't searched.
     *
     * @return the number of rows read, 0 if there is nothing to count
     */
    int search(String partnerId, Predicate<ListedAndAcknowledged> isRemoval) {
        PartnerScans scans = byPartner.get(partnerId);
        return scans == null ? 0 : scans.search(isRemoval);
    }

    /** The number of removals that {@link #search} has found ahead of the scans. */
    long removals(String partnerId) {
        PartnerScans scans = byPartner.get(partnerId);
        return scans == null ? 0 : scans.removals();
    }

    /**
     * Goes on by at most a page. Returns the number of variants examined, 0 if nothing is left or everything has to
     * wait.
     */
    int step(String partnerId, int rows, Visitor visitor) {
        PartnerScans scans = byPartner.get(partnerId);
        return scans == null ? 0 : scans.step(rows, visitor);
    }

    /**
     * Goes on while no message can be sent, up to the first variant that has to be sent, and counts those from there
     * on.
     *
     * @return the number of variants examined
     */
    int stepOrCount(String partnerId, Visitor visitor) {
        PartnerScans scans = byPartner.get(partnerId);
        return scans == null ? 0 : scans.stepOrCount(visitor);
    }

    /** Writes how far a partner's scans have got, after the intents of what they reached. */
    void write(String partnerId) {
        PartnerScans scans = byPartner.get(partnerId);
        if (scans != null && !scans.write()) {
            byPartner.remove(partnerId);
        }
    }
}
