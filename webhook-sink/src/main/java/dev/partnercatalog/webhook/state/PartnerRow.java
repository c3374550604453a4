package dev.partnercatalog.webhook.state;

import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.webhook.catalog.SinkCatalog.FeedPosition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a task remembers of a partner.
 *
 * @param revision fingerprint of the configuration under which the partner is served; {@link Hash#NONE} if no webhooks go
 *     to it
 * @param cursor up to where all changes are settled; null: where the task is
 * @param cursorAt when the sources ended at the cursor or earlier, in milliseconds since 1970
 * @param scans what has yet to be compared, whatever changes
 * @param resyncs how many of the partner's requests to send parts again are known here
 * @param pings how many of the pings that the partner requested are done
 * @param hold that removals wait, or waited, for an operator; null if none do
 */
public record PartnerRow(
        Hash revision,
        @Nullable FeedPosition cursor,
        long cursorAt,
        List<Scan> scans,
        long resyncs,
        long pings,
        @Nullable Hold hold) {

    public static final PartnerRow NEW = new PartnerRow(Hash.NONE, null, 0, List.of(), 0, 0, null);

    public PartnerRow {
        scans = List.copyOf(scans);
    }

    /**
     * A part of the catalog that is read side by side with what the partner has, and how far that has got.
     *
     * @param resync number of the request to send it again, whether the partner has it or not (D32); 0: it is only compared
     * @param companyId 0 for everything
     * @param locationId 0 for all scopes of the company
     * @param barcode null for all variants of the scope
     * @param since when it began, in milliseconds since 1970
     * @param next where it goes on; null if it has yet to begin
     */
    public record Scan(
            long resync,
            long companyId,
            long locationId,
            @Nullable String barcode,
            long since,
            @Nullable Next next) {

        /** All of a company is compared, or of every company if that is 0. */
        public static Scan comparing(long companyId, long since) {
            return new Scan(0, companyId, 0, null, since, null);
        }

        /** The same, further on. */
        public Scan at(@Nullable ScopedVariant variant) {
            return new Scan(resync, companyId, locationId, barcode, since, Next.of(variant));
        }
    }

    /** The variant with which a scan goes on. */
    public record Next(long companyId, String barcode, long locationId) {

        static @Nullable Next of(@Nullable ScopedVariant variant) {
            return variant == null ? null : new Next(variant.companyId(), variant.barcode(), variant.locationId());
        }

        public ScopedVariant variant() {
            return new ScopedVariant(Scope.of(companyId, locationId), barcode);
        }
    }

    /**
     * That removals are held, because most of what the partner has is not listed any more.
     *
     * @param since when that was found, in milliseconds since 1970
     * @param releases how often an operator had released the partner's webhook by then: one release more ends the hold
     * @param released whether that has happened: the removals are sent, until none of them is left
     */
    public record Hold(long since, long releases, boolean released) {}
}
