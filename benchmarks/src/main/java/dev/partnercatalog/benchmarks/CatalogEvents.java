package dev.partnercatalog.benchmarks;

import dev.partnercatalog.events.BpdVariant;
import dev.partnercatalog.events.CompanyOverride;
import dev.partnercatalog.events.DisplayAttributes;
import dev.partnercatalog.events.Listing;
import dev.partnercatalog.events.Range;
import dev.partnercatalog.resolution.FieldValues;
import dev.partnercatalog.resolution.MeasuredRange;
import dev.partnercatalog.resolution.VariantField;
import dev.partnercatalog.schemas.key.CompanyVariantKey;
import dev.partnercatalog.schemas.key.ListingKey;
import dev.partnercatalog.schemas.key.LocationVariantKey;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;

/** The events of the generated catalog. Each layer is marked in a field that no higher layer sets. */
final class CatalogEvents {

    private CatalogEvents() {}

    /** What an upstream system publishes. */
    record Event(CatalogTopic topic, String key, SpecificRecord value) {}

    /** @param scope a company or, for a location's attributes, a location as one number */
    static Event layer(Marker kind, int variant, int scope, int change) {
        String barcode = GeneratedCatalog.barcode(variant);
        return switch (kind) {
            case BPD -> bpd(barcode, variant, change);
            case OVERRIDE -> override(variant, scope, change);
            case COMPANY_ATTRIBUTES -> {
                long companyId = GeneratedCatalog.companyId(scope);
                yield new Event(
                        CatalogTopic.COMPANY_ATTRIBUTES,
                        new CompanyVariantKey(companyId, barcode).encode(),
                        attributes(variant, scope)
                                .setCompanyId(companyId)
                                .setShortDescription(kind.text(change))
                                .build());
            }
            case LOCATION_ATTRIBUTES -> {
                long companyId = GeneratedCatalog.companyId(GeneratedCatalog.companyOf(scope));
                long locationId = GeneratedCatalog.locationIdOf(scope);
                yield new Event(
                        CatalogTopic.LOCATION_ATTRIBUTES,
                        new LocationVariantKey(companyId, locationId, barcode).encode(),
                        attributes(variant, scope)
                                .setCompanyId(companyId)
                                .setLocationId(locationId)
                                .setLabels(List.of(kind.text(change)))
                                .build());
            }
        };
    }

    /** The data of a generated variant, under its own barcode or another one. */
    static Event bpd(String barcode, int variant, int change) {
        BpdVariant bpd = GeneratedCatalog.bpdRecord(barcode, variant);
        bpd.setEnergyScore(Marker.BPD.text(change));
        return new Event(CatalogTopic.BPD_VARIANTS, barcode, bpd);
    }

    private static Event override(int variant, int company, int change) {
        FieldValues values = GeneratedCatalog.override(variant, company);
        MeasuredRange thc = values.range(VariantField.THC);
        long companyId = GeneratedCatalog.companyId(company);
        String barcode = GeneratedCatalog.barcode(variant);
        CompanyOverride override = CompanyOverride.newBuilder()
                .setCompanyId(companyId)
                .setBarcode(barcode)
                .setDescription(values.text(VariantField.DESCRIPTION))
                .setThc(thc == null ? null : new Range(thc.avg(), thc.max(), thc.min()))
                .setOriginState(Marker.OVERRIDE.text(change))
                .build();
        return new Event(CatalogTopic.COMPANY_OVERRIDES, new CompanyVariantKey(companyId, barcode).encode(), override);
    }

    private static DisplayAttributes.Builder attributes(int variant, int scope) {
        var values = GeneratedCatalog.attributes(variant, scope);
        return DisplayAttributes.newBuilder()
                .setBarcode(GeneratedCatalog.barcode(variant))
                .setDisplayName(values.displayName())
                .setBadges(values.badges());
    }

    static Event listing(long companyId, long locationId, String sku, String barcode) {
        return new Event(
                CatalogTopic.LISTINGS,
                new ListingKey(companyId, locationId, sku).encode(),
                new Listing(companyId, locationId, sku, barcode));
    }
}
