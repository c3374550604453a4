package dev.partnercatalog.operations.webhooks;

import dev.partnercatalog.operations.recorded.PartnerViews;
import dev.partnercatalog.operations.recorded.RecordedCatalog;
import dev.partnercatalog.operations.recorded.RecordedListings;
import dev.partnercatalog.records.ResyncScope;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.schemas.key.ListingKey;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The most records that a resync sends: a listed variant that BPD lacks isn't sent.
 *
 * @param records number of records counted
 * @param areAll whether these are all; otherwise there are too many listings to count
 */
public record ResyncSize(long records, boolean areAll) {

    private static final int MOST_LISTINGS = 200_000;
    private static final Duration TIME = Duration.ofSeconds(20);

    /**
     * Counts the records. Reads everything that is listed in the partitions of the companies that are sent, for up to 20
     * s, and keeps up to 200,000 listings.
     *
     * @param part the part that is sent; null for everything
     * @return empty if the time is up
     */
    public static Optional<ResyncSize> of(RecordedCatalog catalog, String partnerId, @Nullable ResyncScope part) {
        return of(catalog, partnerId, part, MOST_LISTINGS, TIME);
    }

    static Optional<ResyncSize> of(
            RecordedCatalog catalog, String partnerId, @Nullable ResyncScope part, int mostListings, Duration time) {
        PartnerViews views = new PartnerViews(catalog.configurations().tables());
        long until = System.nanoTime() + time.toNanos();
        RecordedListings listings;
        try {
            listings = catalog.listings(
                    part == null ? views.companies(partnerId).keySet() : Set.of(part.getCompanyId()),
                    (key, barcode) -> isOf(part, key.locationId(), barcode),
                    mostListings,
                    (done, all) -> {
                        if (System.nanoTime() > until) {
                            throw new TimeOverException();
                        }
                    });
        } catch (TimeOverException e) {
            return Optional.empty();
        }
        Map<Scope, Boolean> visible = new HashMap<>();
        Map<Scope, Set<String>> records = new HashMap<>();
        listings.barcodes().forEach((text, barcode) -> {
            ListingKey key = ListingKey.parse(text);
            Scope scope = Scope.of(key.companyId(), key.locationId());
            if (visible.computeIfAbsent(scope, any -> views.at(partnerId, any) != null)) {
                records.computeIfAbsent(scope, any -> new HashSet<>()).add(barcode);
            }
        });
        return Optional.of(
                new ResyncSize(records.values().stream().mapToLong(Set::size).sum(), listings.areAll()));
    }

    private static boolean isOf(@Nullable ResyncScope part, long locationId, String barcode) {
        return part == null
                || ((part.getLocationId() == null || part.getLocationId() == locationId)
                        && (part.getBarcode() == null || part.getBarcode().equals(barcode)));
    }

    /** The time is up. */
    private static final class TimeOverException extends RuntimeException {

        private static final long serialVersionUID = 1L;
    }
}
