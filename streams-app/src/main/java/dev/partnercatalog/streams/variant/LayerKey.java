package dev.partnercatalog.streams.variant;

import dev.partnercatalog.records.LayerUpdate;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The key of a layer in the store: {@code barcode/}, {@code barcode/company/#layer} or
 * {@code barcode/company/location/#layer}. A number sign sorts before every digit, so a scan encounters BPD first, then
 * each company's own layers, then those of its locations: one pass in the order in which they build on each other.
 *
 * <p>The sums of the entries have keys of {@code barcode} and a space, which no barcode contains, so scans of layers
 * never encounter them.
 */
final class LayerKey {

    /** The last number used as a revision; for the whole store. */
    static final String REVISIONS = " revisions";

    /** How many variants the companies list, and what they lack; for the whole store. */
    static final String LISTED_COUNTS = " listed";

    private static final String ATTRIBUTES = "#attributes";
    private static final String OVERRIDE = "#override";
    private static final String LISTED = "#listed";

    private LayerKey() {}

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

    /** The prefix of a company's own layers. */
    static String ofCompanyAlone(String barcode, long companyId) {
        return ofCompany(barcode, companyId) + "#";
    }

    static String ofAttributes(String barcode, long companyId, long locationId) {
        return ofCompany(barcode, companyId) + locationId + "/" + ATTRIBUTES;
    }

    /** The row of the sums for a barcode's entries, and the prefix of all its rows that aren't layers. */
    static String ofTotal(String barcode) {
        return barcode + " ";
    }

    /** The row of the sums for the entries of a company and its locations. */
    static String ofTotal(String barcode, long companyId) {
        return ofTotal(barcode) + companyId;
    }

    private static String scope(String barcode, LayerUpdate update) {
        String company = ofCompany(barcode, Objects.requireNonNull(update.getCompanyId()));
        Long locationId = update.getLocationId();
        return locationId == null ? company : company + locationId + "/";
    }

    /** The scope and layer in a stored key; throws if the key is BPD's. */
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
    }
}
