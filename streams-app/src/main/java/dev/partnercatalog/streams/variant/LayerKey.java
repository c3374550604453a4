package dev.partnercatalog.streams.variant;

import dev.partnercatalog.records.LayerUpdate;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Where a layer lies in the store: {@code barcode/}, {@code barcode/company/#layer} or
 * {@code barcode/company/location/#layer}. A number sign sorts before every digit, so a scan meets BPD first, then each
 * company's own layers, then those of its locations: one pass in the order in which they build on each other.
 *
 * <p>How many SKUs list a scope is one such row, {@code #listed}. The SKUs themselves, and what the entries come to, are
 * behind {@code barcode} and a space, which no barcode holds: no scan of layers meets them, however many they are.
 */
final class LayerKey {

    private static final String ATTRIBUTES = "#attributes";
    private static final String OVERRIDE = "#override";
    private static final String LISTED = "#listed";

    private LayerKey() {}

    /** A listing's is its scope's, which all SKUs of the scope share. */
    static String of(String barcode, LayerUpdate update) {
        return switch (update.getKind()) {
            case BPD -> ofBarcode(barcode);
            case OVERRIDE -> scope(barcode, update) + OVERRIDE;
            case ATTRIBUTES -> scope(barcode, update) + ATTRIBUTES;
            case LISTING -> scope(barcode, update) + LISTED;
        };
    }

    /** The key of BPD's layer, and the prefix of every layer of the barcode. */
    static String ofBarcode(String barcode) {
        return barcode + "/";
    }

    /** The prefix of every layer of a company and of its locations. */
    static String ofCompany(String barcode, long companyId) {
        return barcode + "/" + companyId + "/";
    }

    /** The prefix of a location's layers. */
    static String ofLocation(String barcode, long companyId, long locationId) {
        return ofCompany(barcode, companyId) + locationId + "/";
    }

    static String ofOverride(String scope) {
        return scope + OVERRIDE;
    }

    static String ofAttributes(String scope) {
        return scope + ATTRIBUTES;
    }

    static String ofListed(String scope) {
        return scope + LISTED;
    }

    /** The row that says that an SKU lists a scope. */
    static String ofSku(String barcode, LayerUpdate listing) {
        long companyId = Objects.requireNonNull(listing.getCompanyId());
        Long locationId = listing.getLocationId();
        return ofSkus(barcode, companyId, locationId == null ? companyId : locationId) + listing.getSku();
    }

    /**
     * The prefix of the rows of all SKUs of a scope.
     *
     * @param locationId equal to {@code companyId} at company scope
     */
    static String ofSkus(String barcode, long companyId, long locationId) {
        return ofTotal(barcode) + companyId + "/" + locationId + "/";
    }

    /** The row of what the entries of a barcode come to, and the prefix of all that is no layer of it. */
    static String ofTotal(String barcode) {
        return barcode + " ";
    }

    /** The row of what the entries of a company and of its locations come to. */
    static String ofTotal(String barcode, long companyId) {
        return ofTotal(barcode) + companyId;
    }

    private static String scope(String barcode, LayerUpdate update) {
        long companyId = Objects.requireNonNull(update.getCompanyId());
        Long locationId = update.getLocationId();
        return locationId == null ? ofCompany(barcode, companyId) : ofLocation(barcode, companyId, locationId);
    }

    /** The scope and layer that a stored key names; throws where the key is BPD's. */
    static Parsed parse(String barcode, String key) {
        int company = barcode.length() + 1;
        int location = key.indexOf('/', company) + 1;
        int layer = key.indexOf('#', location);
        return new Parsed(
                Long.parseLong(key.substring(company, location - 1)),
                layer == location ? null : Long.valueOf(key.substring(location, layer - 1)),
                key.substring(layer));
    }

    /** A stored key's parts; the layer's name begins with the number sign. */
    record Parsed(long companyId, @Nullable Long locationId, String layer) {

        boolean isOverride() {
            return layer.equals(OVERRIDE);
        }

        boolean isAttributes() {
            return layer.equals(ATTRIBUTES);
        }

        boolean sameScope(Parsed other) {
            return companyId == other.companyId && Objects.equals(locationId, other.locationId);
        }
    }
}
