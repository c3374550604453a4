package dev.partnercatalog.standalone;

import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.events.AllowedFields;
import dev.partnercatalog.events.AllowedLocation;
import dev.partnercatalog.events.Asset;
import dev.partnercatalog.events.AssetPriority;
import dev.partnercatalog.events.BpdVariant;
import dev.partnercatalog.events.CompanyConfig;
import dev.partnercatalog.events.CompanyOverride;
import dev.partnercatalog.events.DisplayAttributes;
import dev.partnercatalog.events.Listing;
import dev.partnercatalog.events.LocationAllowedFields;
import dev.partnercatalog.events.LocationConfig;
import dev.partnercatalog.events.Partner;
import dev.partnercatalog.events.Range;
import dev.partnercatalog.events.WebhookSetting;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/** Makes up events for a few barcodes and scopes, so that they often affect each other. */
public final class RandomCatalog {

    /** One event; a null value is a tombstone. */
    public record Event(
            CatalogTopic topic, String key, @Nullable SpecificRecord value) {}

    private static final List<String> UNITS = List.of("%", "mg/g", "MG", "stones", "");

    private final Random random;
    private final String name;
    private final long company;

    public RandomCatalog(long seed, String name, long company) {
        this.random = new Random(seed);
        this.name = name;
        this.company = company;
    }

    public String partnerId() {
        return name;
    }

    public List<Long> companies() {
        return List.of(company, company + 1);
    }

    /** Locations have the same ids in both companies, and must not be mixed up. */
    public List<Long> locations() {
        return List.of(company + 10, company + 11);
    }

    public List<Scope> scopes() {
        return companies().stream()
                .flatMap(
                        at -> Stream.concat(Stream.of(at), locations().stream()).map(scope -> Scope.of(at, scope)))
                .toList();
    }

    public List<String> barcodes() {
        return List.of(name + "-0", name + "-1", name + "-2", name + "-3");
    }

    public List<String> skus() {
        return List.of(name + " sku 0", name + " sku 1", name + " sku ☃");
    }

    public Event next(URI webhook) {
        long at = pick(companies());
        long location = pick(locations());
        String barcode = pick(barcodes());
        boolean gone = random.nextInt(5) == 0;
        return switch (random.nextInt(12)) {
            case 0, 1, 2 -> event(CatalogTopic.BPD_VARIANTS, barcode, gone ? null : bpd(barcode));
            case 3, 4 -> event(CatalogTopic.COMPANY_OVERRIDES, at + "/" + barcode, gone ? null : override(at, barcode));
            case 5 ->
                event(CatalogTopic.COMPANY_ATTRIBUTES, at + "/" + barcode, gone ? null : attributes(at, null, barcode));
            case 6 ->
                event(
                        CatalogTopic.LOCATION_ATTRIBUTES,
                        at + "/" + location + "/" + barcode,
                        gone ? null : attributes(at, location, barcode));
            case 7, 8, 9 -> {
                long scope = random.nextInt(3) == 0 ? at : location;
                String sku = pick(skus());
                yield event(
                        CatalogTopic.LISTINGS,
                        at + "/" + scope + "/" + sku,
                        gone ? null : new Listing(at, scope, sku, barcode));
            }
            case 10 -> event(CatalogTopic.COMPANY_CONFIGS, name + "/" + at, gone ? null : companyConfig(at));
            default ->
                random.nextInt(4) == 0
                        ? partner(webhook)
                        : event(
                                CatalogTopic.LOCATION_CONFIGS,
                                name + "/" + at + "/" + location,
                                gone ? null : locationConfig(at, location));
        };
    }

    public Event partner(URI webhook) {
        List<AllowedCompany> allowed = companies().stream()
                .filter(id -> random.nextInt(6) > 0)
                .map(id -> new AllowedCompany(
                        id.toString(),
                        "Company",
                        "cova",
                        "p" + id,
                        new AllowedFields(
                                random.nextBoolean(), random.nextBoolean(), random.nextBoolean(), random.nextBoolean()),
                        locations().stream()
                                .filter(location -> random.nextInt(6) > 0)
                                .map(location -> new AllowedLocation(location.toString(), "Location", "q"))
                                .toList()))
                .toList();
        return event(
                CatalogTopic.PARTNERS,
                name,
                new Partner(name, "Partner", true, new WebhookSetting(true, webhook.toString()), allowed));
    }

    private BpdVariant bpd(String barcode) {
        return BpdVariant.newBuilder()
                .setBarcode(barcode)
                .setName(text())
                .setParentProductName(maybe(text()))
                .setVariantType(text())
                .setCannabisUnitOfMeasure(pick(UNITS))
                .setTerpeneUnitOfMeasure(pick(UNITS))
                .setUnitOfMeasure(pick(List.of("g", "ea", "oz")))
                .setUnitSize(pick(List.of(0.0, 1.0, 3.5, 0.7)))
                .setThc(range())
                .setTotalTerpene(range())
                .setSecondaryCannabinoids(random.nextBoolean() ? Map.of() : Map.of("CBG", range()))
                .setAssets(assets())
                .setBrandAssets(assets())
                .build();
    }

    private CompanyOverride override(long at, String barcode) {
        return CompanyOverride.newBuilder()
                .setCompanyId(at)
                .setBarcode(barcode)
                .setName(maybe(text()))
                .setBrand(maybe(text()))
                .setThc(maybe(range()))
                .setCannabisUnitOfMeasure(maybe(pick(UNITS)))
                .setAssets(maybe(assets()))
                .setTags(maybe(List.of(text())))
                .build();
    }

    private DisplayAttributes attributes(long at, @Nullable Long location, String barcode) {
        return DisplayAttributes.newBuilder()
                .setCompanyId(at)
                .setLocationId(location)
                .setBarcode(barcode)
                .setDisplayName(maybe(text()))
                .setParentProductDisplayName(maybe(text()))
                .setBadges(maybe(List.of(text())))
                .setLabels(maybe(List.of()))
                .build();
    }

    private CompanyConfig companyConfig(long at) {
        return CompanyConfig.newBuilder()
                .setPartnerId(name)
                .setCompanyId(at)
                .setAssetPriority(priority())
                .setVariantTypePreferences(Map.of(text(), List.of("B")))
                .setCannabisUnitOfMeasure(maybe(pick(UNITS)))
                .setTerpeneUnitOfMeasure(maybe(pick(UNITS)))
                .build();
    }

    private LocationConfig locationConfig(long at, long location) {
        return LocationConfig.newBuilder()
                .setPartnerId(name)
                .setCompanyId(at)
                .setLocationId(location)
                .setAssetPriority(maybe(priority()))
                .setVariantTypePreferences(maybe(Map.of(text(), List.of())))
                .setAllowedFields(maybe(
                        new LocationAllowedFields(random.nextBoolean(), random.nextBoolean(), random.nextBoolean())))
                .build();
    }

    private List<AssetPriority> priority() {
        return List.of(new AssetPriority("A", 1 + random.nextInt(2)), new AssetPriority("B", 1));
    }

    private Map<String, List<Asset>> assets() {
        Asset one = new Asset("1", "https://images.example/" + text(), null);
        Asset two = new Asset("2", "https://images.example/2", text());
        return Map.of(pick(List.of("A", "B", "Product")), random.nextBoolean() ? List.of(one, two) : List.of());
    }

    private Range range() {
        return new Range(pick(List.of("", "18.79", "1,260mg", "0.00005")), "", pick(List.of("", "-1.5")));
    }

    private String text() {
        return pick(List.of("", "plain", "crème \"brûlée\" ☃"));
    }

    private <T> @Nullable T maybe(T value) {
        return random.nextBoolean() ? value : null;
    }

    private <T> T pick(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    private static Event event(CatalogTopic topic, String key, @Nullable SpecificRecord value) {
        return new Event(topic, key, value);
    }
}
