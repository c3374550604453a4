package dev.partnercatalog.cli.explain;

import dev.partnercatalog.cli.topic.TopicsInMemory;
import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.events.AllowedFields;
import dev.partnercatalog.events.AllowedLocation;
import dev.partnercatalog.events.Asset;
import dev.partnercatalog.events.AssetPriority;
import dev.partnercatalog.events.BpdVariant;
import dev.partnercatalog.events.CompanyOverride;
import dev.partnercatalog.events.DisplayAttributes;
import dev.partnercatalog.events.LocationAllowedFields;
import dev.partnercatalog.events.Partner;
import dev.partnercatalog.events.Range;
import dev.partnercatalog.events.WebhookSetting;
import dev.partnercatalog.records.CompanyVariant;
import dev.partnercatalog.records.HeldLayer;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.ScopeConfig;
import dev.partnercatalog.records.SkuBarcode;
import dev.partnercatalog.resolution.ResolvedEntry;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.runtime.store.SingleObjectSerde;
import dev.partnercatalog.runtime.variant.VariantKeys;
import dev.partnercatalog.runtime.variant.VariantRecords;
import dev.partnercatalog.schemas.key.ListingKey;
import dev.partnercatalog.schemas.key.Partitioning;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.streams.StreamsApp;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;

/** A small catalog with each kind of layer and configuration. */
public record ExampleCatalog(TopicsInMemory topics) {

    public static final Scope LOCATION = Scope.of(7, 70);
    static final String BARCODE = "4001";

    /** The revision of BPD's record. */
    private static final Long PRODUCT = 1L;

    public static final AllowedCompany COMPANY = new AllowedCompany(
            "7",
            "Green Shops",
            "cova",
            "x",
            new AllowedFields(true, true, true, false),
            List.of(new AllowedLocation("70", "Main Street", "y")));

    public void publishEverything(boolean enabled) {
        publishPartner(enabled);
        topics.write(
                CatalogTopic.SCOPE_CONFIGS,
                "p/7",
                new ScopeConfig(
                        "p",
                        7L,
                        null,
                        List.of(new AssetPriority("Product", 1)),
                        Map.of("Flower", List.of("LabReport"), "Edible", List.of()),
                        "mg/g",
                        "%",
                        null));
        topics.write(
                CatalogTopic.SCOPE_CONFIGS,
                "p/7/70",
                new ScopeConfig(
                        "p",
                        7L,
                        70L,
                        null,
                        Map.of("Flower", List.of("Product")),
                        null,
                        null,
                        new LocationAllowedFields(true, false, true)));
        bpd(bpd());
        layer("7/#override", CompanyOverride.class, override());
        layer(
                "7/#attributes",
                DisplayAttributes.class,
                DisplayAttributes.newBuilder()
                        .setCompanyId(7)
                        .setBarcode("4001")
                        .setDisplayName("Blue Dream “Eighth”, the company's favourite")
                        .setBadges(List.of("Organic"))
                        .build());
        layer(
                "7/70/#attributes",
                DisplayAttributes.class,
                DisplayAttributes.newBuilder()
                        .setCompanyId(7)
                        .setLocationId(70L)
                        .setBarcode("4001")
                        .setDisplayName("")
                        .setDescription("On the top shelf.")
                        .setLabels(List.of("Pickup"))
                        .build());
        listing(7, 70, "BD-35");
        resolve(LOCATION, 12);
        resolve(new Scope.Company(7), 11);
    }

    public void publishPartner(boolean enabled) {
        topics.write(
                CatalogTopic.PARTNER_CONFIGS,
                "p",
                PartnerConfig.newBuilder()
                        .setRevision(1L)
                        .setPartner(new Partner("p", "P", enabled, new WebhookSetting(false, ""), List.of(COMPANY)))
                        .build());
    }

    public static BpdVariant bpd() {
        return BpdVariant.newBuilder()
                .setBarcode("4001")
                .setName("BLUE DREAM 3.5G")
                .setBrand("Northside")
                .setDescription("A classic hybrid.")
                .setVariantType("Flower")
                .setUnitSize(3.5)
                .setUnitOfMeasure("g")
                .setThc(new Range("18.5", "", ""))
                .setCannabisUnitOfMeasure("%")
                .setTotalTerpene(new Range("2.1", "", ""))
                .setTerpeneUnitOfMeasure("%")
                .setAssets(Map.of(
                        "Product", List.of(new Asset("p1", "https://cdn.example/1", null), new Asset("p2", "u", "alt")),
                        "Lifestyle", List.of(new Asset("l1", "https://cdn.example/3", null))))
                .setStateCodes(List.of("CA", "NV"))
                .build();
    }

    public static CompanyOverride override() {
        return CompanyOverride.newBuilder()
                .setCompanyId(7)
                .setBarcode("4001")
                .setName("Blue Dream 3.5 g")
                .setThc(new Range("20.1", "", ""))
                .setEffects(List.of())
                .build();
    }

    RecordedCatalog catalog() {
        return new RecordedCatalog(topics.open());
    }

    /** Writes BPD's layer. */
    void bpd(BpdVariant variant) {
        layer("", BpdVariant.class, variant);
    }

    /** Writes a layer of another kind, by what follows the barcode in its key. */
    <T extends SpecificRecord> void layer(String rest, Class<T> type, T value) {
        topics.write(
                StreamsApp.layersTopic(topics.kafka()),
                Partitioning.byBarcode(BARCODE, TopicsInMemory.PARTITIONS),
                BARCODE + "/" + rest,
                new SingleObjectSerde<>(HeldLayer.class)
                        .encode(new HeldLayer(
                                ByteBuffer.wrap(new SingleObjectSerde<>(type).encode(value)),
                                rest.isEmpty() ? PRODUCT : null)));
    }

    /**
     * Writes the entry that follows from the layers written so far: a location's or, at company scope, a company's. If it
     * is a reference, also the product.
     */
    void resolve(Scope scope, long revision) {
        ScopedVariant key = new ScopedVariant(scope, BARCODE);
        ResolvedEntry resolved = catalog().layers(BARCODE).at(scope).resolve();
        CompanyVariant entry = VariantRecords.companyVariant(key, revision, resolved, PRODUCT);
        if (entry.getReference() != null) {
            topics.write(
                    CatalogTopic.RESOLVED_VARIANTS,
                    Partitioning.byBarcode(BARCODE, TopicsInMemory.PARTITIONS),
                    BARCODE,
                    VariantRecords.variant(new ScopedVariant(Scope.everywhere(), BARCODE), PRODUCT, resolved));
        }
        topics.write(CatalogTopic.COMPANY_VARIANTS, ofCompany(scope.companyId()), VariantKeys.encode(key), entry);
    }

    private static int ofCompany(long companyId) {
        return Partitioning.byCompany(companyId, TopicsInMemory.PARTITIONS);
    }

    void listing(long companyId, long locationId, String sku) {
        String key = new ListingKey(companyId, locationId, sku).encode();
        topics.write(CatalogTopic.SKU_BARCODES, ofCompany(companyId), key, new SkuBarcode(BARCODE));
    }

    /** Replaces the barcode's entry at a scope with something that is not a valid record. */
    void spoilEntry(Scope scope) {
        topics.write(
                CatalogTopic.COMPANY_VARIANTS.name("catalog."),
                ofCompany(scope.companyId()),
                VariantKeys.encode(new ScopedVariant(scope, BARCODE)),
                new byte[] {9});
    }
}
