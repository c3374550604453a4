package dev.partnercatalog.streams.variant;

import dev.partnercatalog.records.LayerUpdate;
import dev.partnercatalog.schemas.key.ListingKey;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Where a layer lies in the store: {@code barcode/}, {@code barcode/company/#layer} or
 * {@code barcode/company/location/#layer}.
 *
 * <p>A number sign sorts before every digit, so a scan meets BPD first, then each company's own layers, then those of
 * its locations: one pass in the order in which they build on each other.
 */
final class LayerKey {

    private static final String ATTRIBUTES = "#attributes";
    private static final String OVERRIDE = "#override";
    private static final String LISTING = "#listing/";

    private LayerKey() {}

    static String of(String barcode, LayerUpdate update) {
        return switch (update.getKind()) {
            case BPD -> ofBarcode(barcode);
            case OVERRIDE -> scope(barcode, update) + OVERRIDE;
            case ATTRIBUTES -> scope(barcode, update) + ATTRIBUTES;
            case LISTING -> scope(barcode, update) + LISTING + update.getSku();
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

    /** The prefix of a company's own layers. */
    static String ofCompanyAlone(String barcode, long companyId) {
        return ofCompany(barcode, companyId) + "#";
    }

    static String ofOverride(String barcode, long companyId) {
        return ofCompany(barcode, companyId) + OVERRIDE;
    }

    static String ofAttributes(String barcode, long companyId) {
        return ofCompany(barcode, companyId) + ATTRIBUTES;
    }

    /** The prefix of a location's layers. */
    static String ofLocation(String barcode, long companyId, long locationId) {
        return ofCompany(barcode, companyId) + locationId + "/";
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

        /** The SKU of a listing's key, as {@link ListingKey} has it. */
        String sku() {
            return layer.substring(LISTING.length());
        }

        boolean sameScope(Parsed other) {
            return companyId == other.companyId && Objects.equals(locationId, other.locationId);
        }
    }
}
