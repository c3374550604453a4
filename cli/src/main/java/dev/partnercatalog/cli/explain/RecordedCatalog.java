package dev.partnercatalog.cli.explain;

import dev.partnercatalog.cli.topic.OpenTopics;
import dev.partnercatalog.cli.topic.OpenTopics.TopicReceiver;
import dev.partnercatalog.cli.topic.TopicTable;
import dev.partnercatalog.records.CompanyVariant;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.records.ScopeConfig;
import dev.partnercatalog.records.SkuBarcode;
import dev.partnercatalog.resolution.Listings;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.runtime.configuration.ScopeConfigurations;
import dev.partnercatalog.runtime.unreadable.UnreadableRecord;
import dev.partnercatalog.runtime.variant.VariantKeys;
import dev.partnercatalog.schemas.key.Partitioning;
import dev.partnercatalog.schemas.key.ScopeConfigKey;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.streams.StreamsApp;
import dev.partnercatalog.streams.variant.RecordedLayers;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/**
 * The catalog as its topics contain it at this moment, so that no application needs to be running. Reads only the
 * partitions that a question requires. Not thread-safe.
 */
public final class RecordedCatalog {

    private final OpenTopics topics;
    private final Map<String, UnreadableRecord> unreadable = new LinkedHashMap<>();

    /** @param topics closed by the caller */
    public RecordedCatalog(OpenTopics topics) {
        this.topics = topics;
    }

    /** The records that were needed so far and can't be read: the answers leave them out, as the readers' do. */
    List<UnreadableRecord> unreadable() {
        return List.copyOf(unreadable.values());
    }

    /** The layers of a barcode, as the resolver stores them. */
    public RecordedLayers layers(String barcode) {
        String topic = StreamsApp.layersTopic(topics.kafka());
        Map<String, byte @Nullable []> layers = new HashMap<>();
        topics.log(topic).read(Partitioning.byBarcode(barcode, topics.count(topic)), record -> {
            String key = TopicReceiver.key(record);
            if (key != null && RecordedLayers.isOf(barcode, key)) {
                layers.put(key, record.value());
            }
        });
        return new RecordedLayers(barcode, layers::get);
    }

    /**
     * The entry that the readers find for a barcode at a scope, the most specific one; null if there is none. Also null if
     * the most specific one can't be read: the readers don't use another one instead.
     */
    public @Nullable ResolvedVariant entry(String barcode, Scope scope) {
        TopicTable<CompanyVariant> own = ofCompany(
                CatalogTopic.COMPANY_VARIANTS,
                CompanyVariant.class,
                scope,
                key -> key.equals(key(scope, barcode)) || key.equals(key(scope.company(), barcode)));
        String found = scope.mostSpecific(at -> own.holds(key(at, barcode)) ? key(at, barcode) : null);
        CompanyVariant entry = found == null ? null : own.get(found);
        if (found != null && (entry == null || entry.getReference() == null)) {
            return entry == null ? null : entry.getContent();
        }
        CatalogTopic topic = CatalogTopic.RESOLVED_VARIANTS;
        int partition = Partitioning.byBarcode(barcode, topics.count(topic));
        return table(topic, ResolvedVariant.class, partition, barcode::equals).get(barcode);
    }

    private static String key(Scope scope, String barcode) {
        return VariantKeys.encode(new ScopedVariant(scope, barcode));
    }

    /**
     * The listings of exactly this scope, and the company-wide one of an SKU, if there is one in question. In place of a
     * location's that can't be read, the company's doesn't count.
     */
    Listings listings(Scope scope, @Nullable String sku) {
        String own = scope.companyId() + "/" + scope.locationId() + "/";
        String companyWide = scope.companyId() + "/" + scope.companyId() + "/";
        TopicTable<SkuBarcode> table = ofCompany(
                CatalogTopic.SKU_BARCODES,
                SkuBarcode.class,
                scope,
                key -> key.startsWith(own) || (sku != null && key.equals(companyWide + sku)));
        boolean unreadable = !scope.isCompany() && table.holds(own + sku) && table.get(own + sku) == null;
        return new Listings(
                scope.isCompany() ? Map.of() : barcodes(table, own),
                unreadable ? Map.of() : barcodes(table, companyWide));
    }

    private static Map<String, String> barcodes(TopicTable<SkuBarcode> listings, String prefix) {
        Map<String, String> barcodes = new TreeMap<>();
        listings.records().forEach((key, listing) -> {
            if (key.startsWith(prefix)) {
                barcodes.put(key.substring(prefix.length()), listing.getBarcode());
            }
        });
        return barcodes;
    }

    /**
     * The configurations of a partner at a scope.
     *
     * @param partner null if there is none that can be read
     * @param ofLocation the location's own; null if there is none that can be read, and at company scope
     */
    record Configurations(
            @Nullable PartnerConfig partner, @Nullable ScopeConfig ofLocation, ScopeConfigurations scopes) {}

    /** What is recorded counts even if it can't be read: it makes a difference to the readers. */
    Configurations configurations(String partnerId, Scope scope) {
        ScopeConfigurations scopes = new ScopeConfigurations();
        ScopeConfig ofLocation = null;
        for (Long location : scope.isCompany() ? new Long[] {null} : new Long[] {null, scope.locationId()}) {
            String key = new ScopeConfigKey(partnerId, scope.companyId(), location).encode();
            TopicTable<ScopeConfig> found = byKey(CatalogTopic.SCOPE_CONFIGS, ScopeConfig.class, key);
            if (found.holds(key)) {
                scopes.add(key, found.get(key));
                ofLocation = location == null ? null : found.get(key);
            }
        }
        PartnerConfig partner = byKey(CatalogTopic.PARTNER_CONFIGS, PartnerConfig.class, partnerId)
                .get(partnerId);
        return new Configurations(partner, ofLocation, scopes);
    }

    private <T extends SpecificRecord> TopicTable<T> byKey(CatalogTopic topic, Class<T> type, String key) {
        return table(topic, type, Partitioning.byKey(key, topics.count(topic)), key::equals);
    }

    private <T extends SpecificRecord> TopicTable<T> ofCompany(
            CatalogTopic topic, Class<T> type, Scope scope, Predicate<String> keys) {
        return table(topic, type, Partitioning.byCompany(scope.companyId(), topics.count(topic)), keys);
    }

    private <T extends SpecificRecord> TopicTable<T> table(
            CatalogTopic topic, Class<T> type, int partition, Predicate<String> keys) {
        TopicTable<T> table = topics.table(topic, type, keys);
        topics.log(topics.nameOf(topic)).read(partition, table::accept);
        table.unreadable().forEach(record -> unreadable.put(record.place(), record));
        return table;
    }
}
