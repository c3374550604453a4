package dev.partnercatalog.streams.variant;

import dev.partnercatalog.records.LayerKind;
import dev.partnercatalog.records.LayerUpdate;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.runtime.variant.VariantRecords;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.streams.input.InputKey;
import org.jspecify.annotations.Nullable;

/**
 * The key of a layer in the store: {@code barcode/}, {@code barcode/company/#layer} or
 * {@code barcode/company/location/#layer}. A number sign sorts before every digit, so a scan encounters BPD first, then
 * each company's own layers, then those of its locations: one pass in the order in which they build on each other.
 *
 * <p>The sums of a barcode's entries have the key {@code barcode} and a space, which no barcode contains, so scans of
 * layers never encounter them.
 */
final class LayerKey {

    /** The last number used as a revision; for the whole store. */
    static final String REVISIONS = " revisions";

    private static final int DECIMAL = 10;
    private static final String ATTRIBUTES = "#attributes";
    private static final String OVERRIDE = "#override";
    private static final String LISTED = "#listed";

    private LayerKey() {}

    static String of(String barcode, LayerUpdate update) {
        return of(barcode, update.getKind(), scope(update));
    }

    /** @param scope any for BPD's layer */
    static String of(String barcode, LayerKind kind, Scope scope) {
        return switch (kind) {
            case BPD -> ofBarcode(barcode);
            case OVERRIDE -> ofScope(barcode, scope) + OVERRIDE;
            case ATTRIBUTES -> ofScope(barcode, scope) + ATTRIBUTES;
            case LISTING -> ofScope(barcode, scope) + LISTED;
        };
    }

    /** The scope of a layer. */
    static Scope scope(LayerUpdate update) {
        return VariantRecords.scope(update.getCompanyId(), update.getLocationId());
    }

    /** The key of BPD's layer, and the prefix of every layer of the barcode. */
    static String ofBarcode(String barcode) {
        return barcode + "/";
    }

    /** The prefix of every layer of a location, or of a company and of its locations. */
    static String ofScope(String barcode, Scope scope) {
        String company = barcode + "/" + scope.companyId() + "/";
        return scope.isCompany() ? company : company + scope.locationId() + "/";
    }

    /** The prefix of a company's own layers. */
    static String ofCompanyOnly(String barcode, Scope.Company company) {
        return ofScope(barcode, company) + "#";
    }

    /** The row of the sums for a barcode's entries. */
    static String ofTotal(String barcode) {
        return barcode + " ";
    }

    /** The record of an input that a row is for; null if it is for several, as what a company lists. */
    static @Nullable InputKey input(String key) {
        int slash = key.indexOf('/');
        if (slash < 0) {
            return null;
        }
        String barcode = key.substring(0, slash);
        Parsed layer = parse(barcode, key);
        Scope scope = layer.scope();
        return switch (layer.kind()) {
            case BPD -> new InputKey(CatalogTopic.BPD_VARIANTS, barcode);
            case OVERRIDE -> new InputKey(CatalogTopic.COMPANY_OVERRIDES, scope.companyId() + "/" + barcode);
            case ATTRIBUTES ->
                scope.isCompany()
                        ? new InputKey(CatalogTopic.COMPANY_ATTRIBUTES, scope.companyId() + "/" + barcode)
                        : new InputKey(
                                CatalogTopic.LOCATION_ATTRIBUTES,
                                scope.companyId() + "/" + scope.locationId() + "/" + barcode);
            case LISTING -> null;
        };
    }

    /** The scope and kind in a stored key. */
    static Parsed parse(String barcode, String key) {
        if (key.length() == barcode.length() + 1) {
            return new Parsed(Scope.everywhere(), LayerKind.BPD);
        }
        int company = barcode.length() + 1;
        int location = key.indexOf('/', company) + 1;
        int layer = key.indexOf('#', location);
        long companyId = Long.parseLong(key, company, location - 1, DECIMAL);
        Scope scope = layer == location
                ? new Scope.Company(companyId)
                : new Scope.Location(companyId, Long.parseLong(key, location, layer - 1, DECIMAL));
        return new Parsed(scope, kind(key.substring(layer)));
    }

    private static LayerKind kind(String name) {
        return switch (name) {
            case OVERRIDE -> LayerKind.OVERRIDE;
            case ATTRIBUTES -> LayerKind.ATTRIBUTES;
            default -> LayerKind.LISTING;
        };
    }

    /** What a stored key says. */
    record Parsed(Scope scope, LayerKind kind) {}
}
