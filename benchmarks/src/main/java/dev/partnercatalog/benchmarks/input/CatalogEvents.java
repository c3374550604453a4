package dev.partnercatalog.benchmarks.input;

import dev.partnercatalog.benchmarks.setup.GeneratedCatalog;
import dev.partnercatalog.events.BpdVariant;
import dev.partnercatalog.events.CompanyOverride;
import dev.partnercatalog.events.DisplayAttributes;
import dev.partnercatalog.events.Listing;
import dev.partnercatalog.events.Range;
import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.resolution.FieldValues;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.resolution.VariantField;
import dev.partnercatalog.resolution.VariantLayers;
import dev.partnercatalog.runtime.variant.VariantRecords;
import dev.partnercatalog.schemas.key.CompanyVariantKey;
import dev.partnercatalog.schemas.key.ListingKey;
import dev.partnercatalog.schemas.key.LocationVariantKey;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.util.List;
import org.apache.avro.Schema;

/** The events of the generated catalog. Each layer is marked in a field that no higher layer sets. */
public final class CatalogEvents {

    private CatalogEvents() {}

    /** BPD's data of a variant, marked with a change. */
    public static PublishedEvent bpd(int variant, int change) {
        return bpd(GeneratedCatalog.barcode(variant), variant, change);
    }

    /** The data of a generated variant, under its own barcode. */
    public static PublishedEvent bpd(String barcode, int variant, int change) {
        // The conversion to Avro uses resolved variants; a field has the same name and type in both.
        ResolvedVariant resolved = VariantRecords.variant(
                new ScopedVariant(Scope.everywhere(), barcode),
                0,
                new VariantLayers(GeneratedCatalog.bpd(variant), List.of(), null, null, null).resolve());
        BpdVariant bpd = new BpdVariant();
        for (Schema.Field field : BpdVariant.SCHEMA$.getFields()) {
            bpd.put(field.pos(), resolved.get(field.name()));
        }
        bpd.setEnergyScore(Marker.BPD.text(change));
        return new PublishedEvent(CatalogTopic.BPD_VARIANTS, barcode, bpd);
    }

    static PublishedEvent override(int variant, int company, int change) {
        FieldValues values = GeneratedCatalog.override(variant, company);
        dev.partnercatalog.resolution.MeasuredRange thc = values.range(VariantField.THC);
        long companyId = GeneratedCatalog.companyId(company);
        String barcode = GeneratedCatalog.barcode(variant);
        CompanyOverride override = CompanyOverride.newBuilder()
                .setCompanyId(companyId)
                .setBarcode(barcode)
                .setDescription(values.text(VariantField.DESCRIPTION))
                .setThc(thc == null ? null : new Range(thc.avg(), thc.max(), thc.min()))
                .setOriginState(Marker.OVERRIDE.text(change))
                .build();
        return new PublishedEvent(
                CatalogTopic.COMPANY_OVERRIDES, new CompanyVariantKey(companyId, barcode).encode(), override);
    }

    static PublishedEvent companyAttributes(int variant, int company, int change) {
        long companyId = GeneratedCatalog.companyId(company);
        String barcode = GeneratedCatalog.barcode(variant);
        DisplayAttributes attributes = attributes(variant, company)
                .setCompanyId(companyId)
                .setShortDescription(Marker.COMPANY_ATTRIBUTES.text(change))
                .build();
        return new PublishedEvent(
                CatalogTopic.COMPANY_ATTRIBUTES, new CompanyVariantKey(companyId, barcode).encode(), attributes);
    }

    /** @param location location as numbered by {@link Locations} */
    static PublishedEvent locationAttributes(int variant, int location, int change) {
        long companyId = Locations.companyId(location);
        long locationId = Locations.id(location);
        String barcode = GeneratedCatalog.barcode(variant);
        DisplayAttributes attributes = attributes(variant, location)
                .setCompanyId(companyId)
                .setLocationId(locationId)
                .setLabels(List.of(Marker.LOCATION_ATTRIBUTES.text(change)))
                .build();
        return new PublishedEvent(
                CatalogTopic.LOCATION_ATTRIBUTES,
                new LocationVariantKey(companyId, locationId, barcode).encode(),
                attributes);
    }

    private static DisplayAttributes.Builder attributes(int variant, int scope) {
        dev.partnercatalog.resolution.DisplayAttributes values = GeneratedCatalog.attributes(variant, scope);
        return DisplayAttributes.newBuilder()
                .setBarcode(GeneratedCatalog.barcode(variant))
                .setDisplayName(values.displayName())
                .setBadges(values.badges());
    }

    /** @param location location as numbered by {@link Locations} */
    static PublishedEvent listing(int variant, int location, String sku) {
        return listing(Locations.companyId(location), Locations.id(location), sku, GeneratedCatalog.barcode(variant));
    }

    public static PublishedEvent listing(long companyId, long locationId, String sku, String barcode) {
        return new PublishedEvent(
                CatalogTopic.LISTINGS,
                new ListingKey(companyId, locationId, sku).encode(),
                new Listing(companyId, locationId, sku, barcode));
    }
}
