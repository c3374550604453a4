package dev.partnercatalog.resolution;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The listings of some SKUs at a scope.
 *
 * @param ofLocation SKU to barcode in the location's listings; empty at company scope
 * @param ofCompany SKU to barcode in the company-wide listings
 */
public record Listings(Map<String, String> ofLocation, Map<String, String> ofCompany) {

    public Listings {
        ofLocation = Map.copyOf(ofLocation);
        ofCompany = Map.copyOf(ofCompany);
    }

    /** The barcode to which the SKU maps: by the location's listing, else by the company-wide one (D13). */
    public @Nullable String barcode(String sku) {
        String own = ofLocation.get(sku);
        return own == null ? ofCompany.get(sku) : own;
    }
}
