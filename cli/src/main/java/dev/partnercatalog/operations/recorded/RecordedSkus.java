package dev.partnercatalog.operations.recorded;

import dev.partnercatalog.operations.topic.TopicTable;
import dev.partnercatalog.records.SkuBarcode;
import dev.partnercatalog.resolution.Listings;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.schemas.key.ListingKey;
import dev.partnercatalog.schemas.key.Partitioning;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a scope lists, by SKU. Each question reads the company's partition. Not thread-safe. */
public final class RecordedSkus {

    private final RecordedTopics topics;
    private final Scope scope;

    RecordedSkus(RecordedTopics topics, Scope scope) {
        this.topics = topics;
        this.scope = scope;
    }

    /** What the listings say about one SKU. */
    public Listings of(String sku) {
        ListingKey ofCompany = new ListingKey(scope.companyId(), scope.companyId(), sku);
        ListingKey ofLocation = new ListingKey(scope.companyId(), scope.locationId(), sku);
        Set<String> keys =
                Stream.of(ofCompany, ofLocation).map(ListingKey::encode).collect(Collectors.toSet());
        TopicTable<SkuBarcode> table = table(keys::contains);
        Map<String, SkuBarcode> listings = table.contents().records();
        Map<String, String> own = scope.isCompany() ? Map.of() : listing(listings, ofLocation);
        // In place of one of the location that can't be read, the company's doesn't count.
        boolean unreadable = !scope.isCompany() && own.isEmpty() && table.holds(ofLocation.encode());
        return new Listings(own, unreadable ? Map.of() : listing(listings, ofCompany));
    }

    private static Map<String, String> listing(Map<String, SkuBarcode> listings, ListingKey key) {
        SkuBarcode listing = listings.get(key.encode());
        return listing == null ? Map.of() : Map.of(key.sku(), listing.getBarcode());
    }

    /** The barcodes that are listed, by a location's own listings and the company-wide ones. */
    public Set<String> barcodes() {
        return table(this::counts).all().stream().map(SkuBarcode::getBarcode).collect(Collectors.toSet());
    }

    /** The SKUs under which exactly this scope lists a barcode, sorted. */
    public List<String> ofBarcode(String barcode) {
        String prefix = prefix(scope.locationId());
        return table(key -> key.startsWith(prefix)).contents().records().entrySet().stream()
                .filter(listing -> listing.getValue().getBarcode().equals(barcode))
                .map(listing -> listing.getKey().substring(prefix.length()))
                .sorted()
                .toList();
    }

    /** The SKUs, the location's own and the company-wide ones, that are near to one that isn't listed. */
    public List<String> near(String sku) {
        Set<String> skus =
                table(key -> counts(key) && NearIds.areNear(sku, sku(key))).contents().records().keySet().stream()
                        .map(RecordedSkus::sku)
                        .collect(Collectors.toSet());
        return NearIds.among(skus, sku);
    }

    /** Whether a listing counts at this scope. */
    private boolean counts(String key) {
        return Stream.of(scope.companyId(), scope.locationId()).anyMatch(location -> key.startsWith(prefix(location)));
    }

    private String prefix(long locationId) {
        return scope.companyId() + "/" + locationId + "/";
    }

    private static String sku(String key) {
        return ListingKey.parse(key).sku();
    }

    private TopicTable<SkuBarcode> table(Predicate<String> wanted) {
        CatalogTopic topic = CatalogTopic.SKU_BARCODES;
        Set<Integer> read = Set.of(Partitioning.byCompany(scope.companyId(), topics.count(topic)));
        return topics.table(topic, SkuBarcode.class, read, wanted);
    }
}
