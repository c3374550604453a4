package dev.partnercatalog.streams;

import dev.partnercatalog.events.BpdVariant;
import dev.partnercatalog.events.CompanyOverride;
import dev.partnercatalog.events.DisplayAttributes;
import dev.partnercatalog.events.Listing;
import org.jspecify.annotations.Nullable;

/** Shortcuts for building events. */
final class Events {

    private Events() {}

    static BpdVariant bpd(String barcode, String name) {
        return BpdVariant.newBuilder().setBarcode(barcode).setName(name).build();
    }

    static CompanyOverride override(long companyId, String barcode, @Nullable String name) {
        return CompanyOverride.newBuilder()
                .setCompanyId(companyId)
                .setBarcode(barcode)
                .setName(name)
                .build();
    }

    static DisplayAttributes attributes(
            long companyId, @Nullable Long locationId, String barcode, @Nullable String displayName) {
        return DisplayAttributes.newBuilder()
                .setCompanyId(companyId)
                .setLocationId(locationId)
                .setBarcode(barcode)
                .setDisplayName(displayName)
                .build();
    }

    static Listing listing(long companyId, long locationId, String sku, String barcode) {
        return new Listing(companyId, locationId, sku, barcode);
    }
}
