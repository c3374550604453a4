package dev.partnercatalog.operations.recorded;

import dev.partnercatalog.operations.topic.Brokers;
import dev.partnercatalog.operations.topic.CompactedTopic;
import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.records.SkuBarcode;
import dev.partnercatalog.resolution.Listings;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.configuration.ConfigurationTables;
import dev.partnercatalog.schemas.key.ListingKey;
import dev.partnercatalog.schemas.key.Partitioning;
import dev.partnercatalog.schemas.key.ScopeConfigKey;
import dev.partnercatalog.schemas.key.VariantKey;
import dev.partnercatalog.schemas.registry.RecordDeserializer;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.streams.StreamsApp;
import dev.partnercatalog.streams.variant.RecordedLayers;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The catalog as its topics have it at this moment, so that no application need run to tell. Reads no more partitions than
 * a question needs. Not thread-safe.
 */
public final class RecordedCatalog implements AutoCloseable {

    private final KafkaSettings kafka;
    private final SchemaRegistry registry;
    private final ToIntFunction<String> partitions;
    private final Consumer<String, byte[]> consumer;

    /** @param partitions how many a topic has, by its whole name */
    public RecordedCatalog(
            KafkaSettings kafka,
            SchemaRegistry registry,
            ToIntFunction<String> partitions,
            Consumer<String, byte[]> consumer) {
        this.kafka = kafka;
        this.registry = registry;
        this.partitions = partitions;
        this.consumer = consumer;
    }

    /** That of an environment, with a consumer of its own. */
    public static RecordedCatalog connect(KafkaSettings kafka, SchemaRegistry registry) {
        Brokers brokers = new Brokers(kafka);
        return new RecordedCatalog(kafka, registry, brokers::partitionsOf, brokers.consumer());
    }

    /** The layers of a barcode, as the resolver holds them. */
    public RecordedLayers layers(String barcode) {
        String topic = StreamsApp.layersTopic(kafka);
        int partition = Partitioning.byBarcode(barcode, partitions.applyAsInt(topic));
        return new RecordedLayers(barcode, read(topic, Set.of(partition), key -> RecordedLayers.isOf(barcode, key)));
    }

    /** The entry that the readers find for a barcode at a scope, the most specific there is; null where there is none. */
    public @Nullable ResolvedVariant entry(String barcode, Scope scope) {
        String topic = nameOf(CatalogTopic.RESOLVED_VARIANTS);
        int partition = Partitioning.byBarcode(barcode, partitions.applyAsInt(topic));
        byte[] entry = mostSpecific(read(topic, Set.of(partition), keys(barcode, scope)::contains), barcode, scope);
        try (RecordDeserializer<ResolvedVariant> deserializer =
                new RecordDeserializer<>(registry, ResolvedVariant.class)) {
            return entry == null ? null : deserializer.deserialize(topic, entry);
        }
    }

    /** What the listings say of one SKU at a scope. */
    public Listings listings(Scope scope, String sku) {
        String topic = nameOf(CatalogTopic.SKU_BARCODES);
        ListingKey ofCompany = new ListingKey(scope.companyId(), scope.companyId(), sku);
        ListingKey ofLocation = new ListingKey(scope.companyId(), scope.locationId(), sku);
        int count = partitions.applyAsInt(topic);
        Set<Integer> lie = Stream.of(ofCompany, ofLocation)
                .map(key -> Partitioning.byScope(key.companyId(), key.locationId(), count))
                .collect(Collectors.toSet());
        Set<String> keys =
                Stream.of(ofCompany, ofLocation).map(ListingKey::encode).collect(Collectors.toSet());
        SnapshotTable listings = read(topic, lie, keys::contains);
        return new Listings(scope.isCompany() ? Map.of() : listing(listings, ofLocation), listing(listings, ofCompany));
    }

    private Map<String, String> listing(SnapshotTable listings, ListingKey key) {
        byte[] listing = listings.get(key.encode());
        if (listing == null) {
            return Map.of();
        }
        try (RecordDeserializer<SkuBarcode> deserializer = new RecordDeserializer<>(registry, SkuBarcode.class)) {
            return Map.of(
                    key.sku(),
                    deserializer
                            .deserialize(nameOf(CatalogTopic.SKU_BARCODES), listing)
                            .getBarcode());
        }
    }

    /** The barcodes that a scope lists; a location's own listings and the company-wide ones. */
    public Set<String> listed(Scope scope) {
        String topic = nameOf(CatalogTopic.SKU_BARCODES);
        int count = partitions.applyAsInt(topic);
        Set<Integer> lie = Stream.of(scope.companyId(), scope.locationId())
                .map(location -> Partitioning.byScope(scope.companyId(), location, count))
                .collect(Collectors.toSet());
        List<String> prefixes = Stream.of(scope.companyId(), scope.locationId())
                .map(location -> scope.companyId() + "/" + location + "/")
                .toList();
        SortedMap<String, byte[]> listings = new CompactedTopic(consumer, topic)
                .read(lie, key -> prefixes.stream().anyMatch(key::startsWith));
        try (RecordDeserializer<SkuBarcode> deserializer = new RecordDeserializer<>(registry, SkuBarcode.class)) {
            return listings.values().stream()
                    .map(listing -> deserializer.deserialize(topic, listing).getBarcode())
                    .collect(Collectors.toSet());
        }
    }

    /**
     * The entries that the readers find for barcodes at a scope, sorted by barcode; without those that don't resolve.
     * Reads the whole topic.
     */
    public SortedMap<String, ResolvedVariant> entries(
            Set<String> barcodes, Scope scope, CompactedTopic.Progress progress) {
        String topic = nameOf(CatalogTopic.RESOLVED_VARIANTS);
        Set<Integer> everywhere =
                IntStream.range(0, partitions.applyAsInt(topic)).boxed().collect(Collectors.toSet());
        SnapshotTable entries = new SnapshotTable(
                new CompactedTopic(consumer, topic).read(everywhere, key -> isOf(key, barcodes, scope), progress));
        SortedMap<String, ResolvedVariant> found = new TreeMap<>();
        try (RecordDeserializer<ResolvedVariant> deserializer =
                new RecordDeserializer<>(registry, ResolvedVariant.class)) {
            for (String barcode : barcodes) {
                byte[] entry = mostSpecific(entries, barcode, scope);
                if (entry != null) {
                    found.put(barcode, deserializer.deserialize(topic, entry));
                }
            }
        }
        return found;
    }

    private static boolean isOf(String key, Set<String> barcodes, Scope scope) {
        int slash = key.indexOf('/');
        String barcode = slash < 0 ? key : key.substring(0, slash);
        return barcodes.contains(barcode) && keys(barcode, scope).contains(key);
    }

    private static byte @Nullable [] mostSpecific(SnapshotTable entries, String barcode, Scope scope) {
        return keys(barcode, scope).stream()
                .map(entries::get)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    /** The keys under which an entry may lie, the most specific first. */
    private static List<String> keys(String barcode, Scope scope) {
        Stream<VariantKey> location = scope.isCompany()
                ? Stream.empty()
                : Stream.of(VariantKey.ofLocation(barcode, scope.companyId(), scope.locationId()));
        return Stream.concat(
                        location,
                        Stream.of(VariantKey.ofCompany(barcode, scope.companyId()), VariantKey.everywhere(barcode)))
                .map(VariantKey::encode)
                .toList();
    }

    /** The configurations of a partner at a scope. */
    public ConfigurationTables configurations(String partnerId, Scope scope) {
        ConfigurationTables tables =
                new ConfigurationTables(registry, kafka.topics().prefix());
        Map<String, SnapshotTable> stores = Map.of(
                CatalogTopic.PARTNER_CONFIGS.baseName(),
                byKey(CatalogTopic.PARTNER_CONFIGS, Set.of(partnerId)),
                CatalogTopic.SCOPE_CONFIGS.baseName(),
                byKey(
                        CatalogTopic.SCOPE_CONFIGS,
                        Set.of(
                                new ScopeConfigKey(partnerId, scope.companyId(), null).encode(),
                                new ScopeConfigKey(partnerId, scope.companyId(), scope.locationId()).encode())));
        tables.bind(stores::get);
        return tables;
    }

    private SnapshotTable byKey(CatalogTopic topic, Set<String> keys) {
        String name = nameOf(topic);
        int count = partitions.applyAsInt(name);
        Set<Integer> lie =
                keys.stream().map(key -> Partitioning.byKey(key, count)).collect(Collectors.toSet());
        return read(name, lie, keys::contains);
    }

    private SnapshotTable read(String topic, Set<Integer> partitions, Predicate<String> wanted) {
        return new SnapshotTable(new CompactedTopic(consumer, topic).read(partitions, wanted));
    }

    private String nameOf(CatalogTopic topic) {
        return topic.name(kafka.topics().prefix());
    }

    @Override
    public void close() {
        consumer.close();
    }
}
