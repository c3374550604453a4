package dev.partnercatalog.operations.recorded;

import dev.partnercatalog.operations.OperatorFault;
import dev.partnercatalog.operations.topic.Brokers;
import dev.partnercatalog.operations.topic.TopicReading;
import dev.partnercatalog.operations.topic.TopicReceiver;
import dev.partnercatalog.operations.topic.TopicTable;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.records.ScopeConfig;
import dev.partnercatalog.records.SkuBarcode;
import dev.partnercatalog.resolution.Listings;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.configuration.ConfigurationTables;
import dev.partnercatalog.runtime.unreadable.OwnRecords;
import dev.partnercatalog.runtime.unreadable.UnreadableRecord;
import dev.partnercatalog.schemas.key.Ids;
import dev.partnercatalog.schemas.key.ListingKey;
import dev.partnercatalog.schemas.key.Partitioning;
import dev.partnercatalog.schemas.key.ScopeConfigKey;
import dev.partnercatalog.schemas.key.VariantKey;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.registry.UnreadableRecordException;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.streams.StreamsApp;
import dev.partnercatalog.streams.variant.LayersToBe;
import dev.partnercatalog.streams.variant.RecordedLayers;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.BiPredicate;
import java.util.function.LongPredicate;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * The catalog as its topics contain it at this moment, so that no application needs to be running. Reads only the
 * partitions that a question requires. Not thread-safe.
 */
public final class RecordedCatalog implements AutoCloseable {

    private static final int MOST_UNREADABLE = 10_000;

    private final KafkaSettings kafka;
    private final SchemaRegistry registry;
    private final ToIntFunction<String> partitions;
    private final Consumer<String, byte[]> consumer;
    private final Map<String, UnreadableRecord> unreadable = new LinkedHashMap<>();

    /** @param partitions returns the number of partitions of a topic, given its full name; called once for each topic */
    public RecordedCatalog(
            KafkaSettings kafka,
            SchemaRegistry registry,
            ToIntFunction<String> partitions,
            Consumer<String, byte[]> consumer) {
        this.kafka = kafka;
        this.registry = registry.withoutRegistering();
        Map<String, Integer> known = new HashMap<>();
        this.partitions = topic -> known.computeIfAbsent(topic, partitions::applyAsInt);
        this.consumer = consumer;
    }

    /** The catalog of an environment, read with its own consumer. */
    public static RecordedCatalog connect(KafkaSettings kafka, SchemaRegistry registry) {
        Brokers brokers = new Brokers(kafka);
        Consumer<String, byte[]> consumer = brokers.consumer();
        return new RecordedCatalog(kafka, registry, topic -> brokers.partitionsOf(topic, consumer), consumer);
    }

    /** The records that were needed so far and can't be read: the answers leave them out, as the readers' do. */
    public List<UnreadableRecord> unreadable() {
        return List.copyOf(unreadable.values());
    }

    /** The layers of a barcode, as the resolver stores them. */
    public RecordedLayers layers(String barcode) {
        String topic = StreamsApp.layersTopic(kafka);
        int partition = Partitioning.byBarcode(barcode, partitions.applyAsInt(topic));
        SnapshotTable layers = new SnapshotTable();
        TopicReading.toEnds(consumer, topic, Set.of(partition), layers.only(key -> RecordedLayers.isOf(barcode, key)));
        return new RecordedLayers(barcode, layers);
    }

    /**
     * The rows of the resolver's store for some barcodes, as {@link LayersToBe} uses them.
     *
     * @param wanted selects rows by their keys
     * @param most limit in bytes; barcodes that come after it is reached are left out
     */
    public RecordedLayerRows layerRows(
            Set<String> barcodes, Predicate<String> wanted, long most, TopicReading.Progress progress) {
        String topic = StreamsApp.layersTopic(kafka);
        int count = partitions.applyAsInt(topic);
        Set<Integer> lie = barcodes.stream()
                .map(barcode -> Partitioning.byBarcode(barcode, count))
                .collect(Collectors.toSet());
        RecordedLayerRows.Receiver rows = new RecordedLayerRows.Receiver(most);
        if (!lie.isEmpty()) {
            Predicate<String> about = key -> barcodes.contains(LayersToBe.barcodeOf(key));
            TopicReading.toEnds(consumer, topic, lie, rows.only(about.and(wanted)), progress);
        }
        return rows.rows();
    }

    /** The entry that the readers find for a barcode at a scope, the most specific one; null if there is none. */
    public @Nullable ResolvedVariant entry(String barcode, Scope scope) {
        int partition = Partitioning.byBarcode(barcode, count(CatalogTopic.RESOLVED_VARIANTS));
        TopicTable<ResolvedVariant> canonical =
                read(CatalogTopic.RESOLVED_VARIANTS, ResolvedVariant.class, Set.of(partition), barcode::equals);
        return mostSpecific(ofCompany(scope, Set.of(barcode)), canonical, barcode, scope);
    }

    /** The entries that a company and one of its locations have themselves for some barcodes. */
    private TopicTable<ResolvedVariant> ofCompany(Scope scope, Set<String> barcodes) {
        CatalogTopic topic = CatalogTopic.COMPANY_VARIANTS;
        String company = "/" + scope.companyId();
        String location = company + "/" + scope.locationId();
        return read(topic, ResolvedVariant.class, ofCompany(topic, scope), key -> {
            String barcode = key.substring(0, Math.max(0, key.indexOf('/')));
            return barcodes.contains(barcode) && (key.equals(barcode + company) || key.equals(barcode + location));
        });
    }

    /** The partition with everything of a company. */
    private Set<Integer> ofCompany(CatalogTopic topic, Scope scope) {
        return Set.of(Partitioning.byCompany(scope.companyId(), count(topic)));
    }

    /** What the listings say about one SKU at a scope. */
    public Listings listings(Scope scope, String sku) {
        ListingKey ofCompany = new ListingKey(scope.companyId(), scope.companyId(), sku);
        ListingKey ofLocation = new ListingKey(scope.companyId(), scope.locationId(), sku);
        Set<String> keys =
                Stream.of(ofCompany, ofLocation).map(ListingKey::encode).collect(Collectors.toSet());
        Map<String, SkuBarcode> listings =
                skuBarcodes(scope, keys::contains).contents().records();
        return new Listings(scope.isCompany() ? Map.of() : listing(listings, ofLocation), listing(listings, ofCompany));
    }

    private static Map<String, String> listing(Map<String, SkuBarcode> listings, ListingKey key) {
        SkuBarcode listing = listings.get(key.encode());
        return listing == null ? Map.of() : Map.of(key.sku(), listing.getBarcode());
    }

    /** The barcodes that a scope lists, by a location's own listings and the company-wide ones. */
    public Set<String> listed(Scope scope) {
        List<String> prefixes = Stream.of(scope.companyId(), scope.locationId())
                .map(location -> scope.companyId() + "/" + location + "/")
                .toList();
        return skuBarcodes(scope, key -> prefixes.stream().anyMatch(key::startsWith)).all().stream()
                .map(SkuBarcode::getBarcode)
                .collect(Collectors.toSet());
    }

    /** The SKUs under which exactly this scope lists a barcode, sorted. */
    public List<String> skus(Scope scope, String barcode) {
        String prefix = scope.companyId() + "/" + scope.locationId() + "/";
        return skuBarcodes(scope, key -> key.startsWith(prefix)).contents().records().entrySet().stream()
                .filter(listing -> listing.getValue().getBarcode().equals(barcode))
                .map(listing -> listing.getKey().substring(prefix.length()))
                .sorted()
                .toList();
    }

    /**
     * The listings by key, in order.
     *
     * @param companies companies whose listings are wanted; null for all
     * @param wanted selects by key and barcode
     * @param most the most listings that are kept
     * @param progress receives the reading's progress
     */
    public RecordedListings listings(
            @Nullable Set<Long> companies,
            BiPredicate<ListingKey, String> wanted,
            int most,
            TopicReading.Progress progress) {
        CatalogTopic topic = CatalogTopic.SKU_BARCODES;
        int count = count(topic);
        Set<Integer> lie = companies == null
                ? everywhere(topic)
                : companies.stream()
                        .map(company -> Partitioning.byCompany(company, count))
                        .collect(Collectors.toSet());
        return listingsIn(
                lie,
                (key, barcode) ->
                        (companies == null || companies.contains(key.companyId())) && wanted.test(key, barcode),
                most,
                progress);
    }

    private RecordedListings listingsIn(
            Set<Integer> lie, BiPredicate<ListingKey, String> wanted, int most, TopicReading.Progress progress) {
        CatalogTopic topic = CatalogTopic.SKU_BARCODES;
        TopicTable<SkuBarcode> table = new TopicTable<>(
                reader(topic, SkuBarcode.class),
                (key, listing) -> wanted.test(ListingKey.parse(key), listing.getBarcode()),
                most);
        if (!lie.isEmpty()) {
            TopicReading.toEnds(consumer, nameOf(topic), lie, table, progress);
            note(table);
        }
        SortedMap<String, String> found = new TreeMap<>();
        table.forEach((key, listing) -> found.put(key, listing.getBarcode()));
        return new RecordedListings(found, !table.isFull());
    }

    /** The number of partitions of companies: each contains all listings and entries of its companies. */
    public int companyPartitions() {
        int count = count(CatalogTopic.COMPANY_VARIANTS);
        if (count(CatalogTopic.SKU_BARCODES) != count) {
            throw new OperatorFault(
                    "the topics company-variants and sku-barcodes have different numbers of partitions");
        }
        return count;
    }

    /** The partition with everything of a company. */
    public int partitionOf(long companyId) {
        return Partitioning.byCompany(companyId, companyPartitions());
    }

    /**
     * The listings in one of {@link #companyPartitions}.
     *
     * @param companies companies whose listings are wanted
     * @param most the most listings that are kept
     */
    public RecordedListings listingsOf(
            int partition, LongPredicate companies, int most, TopicReading.Progress progress) {
        return listingsIn(Set.of(partition), (key, barcode) -> companies.test(key.companyId()), most, progress);
    }

    /**
     * Reads the companies' own entries in one of {@link #companyPartitions}. If a key comes several times, the last one
     * counts; null means that it is gone or can't be read.
     *
     * @param wanted selects by company and barcode
     */
    public void companyEntries(
            int partition,
            BiPredicate<Long, String> wanted,
            BiConsumer<VariantKey, @Nullable ResolvedVariant> receiver,
            TopicReading.Progress progress) {
        CatalogTopic topic = CatalogTopic.COMPANY_VARIANTS;
        OwnRecords<ResolvedVariant> reader = reader(topic, ResolvedVariant.class);
        TopicReading.toEnds(
                consumer,
                nameOf(topic),
                Set.of(partition),
                record -> {
                    VariantKey key;
                    try {
                        reader.requirePlace(record.key(), record.partition());
                        key = VariantKey.parse(record.key());
                    } catch (UnreadableRecordException e) {
                        return; // In a partition other than its key's, it has no effect.
                    }
                    if (key.locationId() == null && wanted.test(key.requireCompany(), key.barcode())) {
                        receiver.accept(key, entry(reader, record));
                    }
                },
                progress);
    }

    private @Nullable ResolvedVariant entry(OwnRecords<ResolvedVariant> reader, ConsumerRecord<String, byte[]> record) {
        UnreadableRecord left = null;
        ResolvedVariant entry = null;
        try {
            entry = record.value() == null ? null : reader.value(record.key(), record.value());
        } catch (UnreadableRecordException e) {
            left = new UnreadableRecord(
                    reader.topic(),
                    record.partition(),
                    record.offset(),
                    record.key().getBytes(StandardCharsets.UTF_8),
                    String.valueOf(e.getMessage()));
        }
        String slot = reader.topic() + " " + record.key();
        if (left == null) {
            unreadable.remove(slot);
        } else if (unreadable.size() < MOST_UNREADABLE) {
            unreadable.put(slot, left);
        }
        return entry;
    }

    private TopicTable<SkuBarcode> skuBarcodes(Scope scope, Predicate<String> wanted) {
        CatalogTopic topic = CatalogTopic.SKU_BARCODES;
        return read(topic, SkuBarcode.class, ofCompany(topic, scope), wanted);
    }

    /**
     * The entries that the readers find for barcodes at a scope, sorted by barcode, without those that don't resolve.
     * Reads all of BPD.
     */
    public SortedMap<String, ResolvedVariant> entries(
            Set<String> barcodes, Scope scope, TopicReading.Progress progress) {
        CatalogTopic topic = CatalogTopic.RESOLVED_VARIANTS;
        TopicTable<ResolvedVariant> canonical =
                read(topic, ResolvedVariant.class, everywhere(topic), barcodes::contains, progress);
        TopicTable<ResolvedVariant> ofCompany = ofCompany(scope, barcodes);
        SortedMap<String, ResolvedVariant> found = new TreeMap<>();
        for (String barcode : barcodes) {
            ResolvedVariant entry = mostSpecific(ofCompany, canonical, barcode, scope);
            if (entry != null) {
                found.put(barcode, entry);
            }
        }
        return found;
    }

    /** Also null if the most specific one can't be read: the readers don't use another one instead. */
    private static @Nullable ResolvedVariant mostSpecific(
            TopicTable<ResolvedVariant> ofCompany, TopicTable<ResolvedVariant> canonical, String barcode, Scope scope) {
        Recorded found = scope.<Recorded>mostSpecific(
                () -> recorded(ofCompany, VariantKey.ofLocation(barcode, scope.companyId(), scope.locationId())),
                () -> recorded(ofCompany, VariantKey.ofCompany(barcode, scope.companyId())),
                () -> recorded(canonical, VariantKey.everywhere(barcode)));
        return found == null ? null : found.entry();
    }

    private static @Nullable Recorded recorded(TopicTable<ResolvedVariant> entries, VariantKey key) {
        String encoded = key.encode();
        return entries.holds(encoded) ? new Recorded(entries.get(encoded)) : null;
    }

    /** The record of a key; its entry is null if the record can't be read. */
    private record Recorded(@Nullable ResolvedVariant entry) {}

    /** The configurations of a partner at a scope. */
    public ConfigurationTables configurations(String partnerId, Scope scope) {
        return new RecordedConfigurations(
                        registry,
                        kafka.topics().prefix(),
                        count(CatalogTopic.PARTNER_CONFIGS),
                        byKey(CatalogTopic.PARTNER_CONFIGS, PartnerConfig.class, Set.of(partnerId)),
                        byKey(
                                CatalogTopic.SCOPE_CONFIGS,
                                ScopeConfig.class,
                                Set.of(
                                        new ScopeConfigKey(partnerId, scope.companyId(), null).encode(),
                                        new ScopeConfigKey(partnerId, scope.companyId(), scope.locationId()).encode())))
                .tables();
    }

    /** The configurations of a partner at all of its scopes. */
    public ConfigurationTables configurations(String partnerId) {
        String scopes = Ids.requireName("partnerId", partnerId) + "/";
        return new RecordedConfigurations(
                        registry,
                        kafka.topics().prefix(),
                        count(CatalogTopic.PARTNER_CONFIGS),
                        byKey(CatalogTopic.PARTNER_CONFIGS, PartnerConfig.class, Set.of(partnerId)),
                        byKey(
                                CatalogTopic.SCOPE_CONFIGS,
                                ScopeConfig.class,
                                everywhere(CatalogTopic.SCOPE_CONFIGS),
                                key -> key.startsWith(scopes)))
                .tables();
    }

    /** The configurations of all partners. */
    public RecordedConfigurations configurations() {
        return new RecordedConfigurations(
                registry,
                kafka.topics().prefix(),
                count(CatalogTopic.PARTNER_CONFIGS),
                byKey(
                        CatalogTopic.PARTNER_CONFIGS,
                        PartnerConfig.class,
                        everywhere(CatalogTopic.PARTNER_CONFIGS),
                        key -> true),
                byKey(
                        CatalogTopic.SCOPE_CONFIGS,
                        ScopeConfig.class,
                        everywhere(CatalogTopic.SCOPE_CONFIGS),
                        key -> true));
    }

    private Set<Integer> everywhere(CatalogTopic topic) {
        return IntStream.range(0, count(topic)).boxed().collect(Collectors.toSet());
    }

    private <T extends SpecificRecord> SnapshotTable byKey(CatalogTopic topic, Class<T> type, Set<String> keys) {
        int count = count(topic);
        Set<Integer> lie =
                keys.stream().map(key -> Partitioning.byKey(key, count)).collect(Collectors.toSet());
        return byKey(topic, type, lie, keys::contains);
    }

    /** Each key's record from the key's own partition, even if it can't be read. */
    private <T extends SpecificRecord> SnapshotTable byKey(
            CatalogTopic topic, Class<T> type, Set<Integer> lie, Predicate<String> keys) {
        int count = count(topic);
        SnapshotTable stored = new SnapshotTable();
        TopicTable<T> table = new TopicTable<>(reader(topic, type));
        TopicReceiver both = record -> {
            table.accept(record);
            if (record.partition() == Partitioning.byKey(record.key(), count)) {
                stored.accept(record);
            }
        };
        TopicReading.toEnds(consumer, nameOf(topic), lie, both.only(keys));
        note(table);
        return stored;
    }

    private <T extends SpecificRecord> TopicTable<T> read(
            CatalogTopic topic, Class<T> type, Set<Integer> partitions, Predicate<String> wanted) {
        return read(topic, type, partitions, wanted, (done, all) -> {});
    }

    private <T extends SpecificRecord> TopicTable<T> read(
            CatalogTopic topic,
            Class<T> type,
            Set<Integer> partitions,
            Predicate<String> wanted,
            TopicReading.Progress progress) {
        TopicTable<T> table = new TopicTable<>(reader(topic, type));
        TopicReading.toEnds(consumer, nameOf(topic), partitions, table.only(wanted), progress);
        note(table);
        return table;
    }

    private void note(TopicTable<?> table) {
        table.unreadable().forEach(record -> unreadable.put(record.place(), record));
    }

    private <T extends SpecificRecord> OwnRecords<T> reader(CatalogTopic topic, Class<T> type) {
        return new OwnRecords<>(topic, type, registry, kafka.topics().prefix(), count(topic));
    }

    private int count(CatalogTopic topic) {
        return partitions.applyAsInt(nameOf(topic));
    }

    private String nameOf(CatalogTopic topic) {
        return topic.name(kafka.topics().prefix());
    }

    @Override
    public void close() {
        consumer.close();
    }
}
