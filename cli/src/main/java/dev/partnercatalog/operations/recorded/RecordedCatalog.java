package dev.partnercatalog.operations.recorded;

import dev.partnercatalog.operations.OperatorFault;
import dev.partnercatalog.operations.topic.Brokers;
import dev.partnercatalog.operations.topic.TopicReading;
import dev.partnercatalog.operations.topic.TopicTable;
import dev.partnercatalog.records.CompanyVariant;
import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.records.SkuBarcode;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.configuration.ConfigurationTables;
import dev.partnercatalog.runtime.unreadable.UnreadableRecord;
import dev.partnercatalog.runtime.variant.VariantKeys;
import dev.partnercatalog.schemas.key.ListingKey;
import dev.partnercatalog.schemas.key.Partitioning;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.streams.StreamsApp;
import dev.partnercatalog.streams.variant.RecordedLayers;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.BiPredicate;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The catalog as its topics contain it at this moment, so that no application needs to be running. Reads only the
 * partitions that a question requires. Not thread-safe.
 */
public final class RecordedCatalog implements AutoCloseable {

    /** Some 100 MB, unless they are unusually large. */
    private static final int ENTRIES_AT_A_TIME = 10_000;

    private final RecordedTopics topics;

    /** @param partitions returns the number of partitions of a topic, given its full name; called once for each topic */
    public RecordedCatalog(
            KafkaSettings kafka,
            SchemaRegistry registry,
            ToIntFunction<String> partitions,
            Consumer<String, byte[]> consumer) {
        this.topics = new RecordedTopics(kafka, registry, partitions, consumer);
    }

    /** The catalog of an environment, read with its own consumer. */
    public static RecordedCatalog connect(KafkaSettings kafka, SchemaRegistry registry) {
        Brokers brokers = new Brokers(kafka);
        Consumer<String, byte[]> consumer = brokers.consumer();
        return new RecordedCatalog(kafka, registry, topic -> brokers.partitionsOf(topic, consumer), consumer);
    }

    /** The records that were needed so far and can't be read: the answers leave them out, as the readers' do. */
    public List<UnreadableRecord> unreadable() {
        return topics.unreadable();
    }

    /** The layers of a barcode, as the resolver stores them. */
    public RecordedLayers layers(String barcode) {
        String topic = StreamsApp.layersTopic(topics.kafka());
        int partition = Partitioning.byBarcode(barcode, topics.count(topic));
        SnapshotTable layers = new SnapshotTable();
        topics.read(topic, Set.of(partition), layers.only(key -> RecordedLayers.isOf(barcode, key)), (done, all) -> {});
        return new RecordedLayers(barcode, layers);
    }

    /** The entry that the readers find for a barcode at a scope, the most specific one; null if there is none. */
    public @Nullable ResolvedVariant entry(String barcode, Scope scope) {
        CatalogTopic topic = CatalogTopic.RESOLVED_VARIANTS;
        Set<Integer> read = Set.of(Partitioning.byBarcode(barcode, topics.count(topic)));
        TopicTable<ResolvedVariant> canonical = topics.table(topic, ResolvedVariant.class, read, barcode::equals);
        return new RecordedEntries(ofCompany(scope, Set.of(barcode)), canonical).at(barcode, scope);
    }

    /** The entries that a company and one of its locations have themselves for some barcodes. */
    private TopicTable<CompanyVariant> ofCompany(Scope scope, Set<String> barcodes) {
        CatalogTopic topic = CatalogTopic.COMPANY_VARIANTS;
        return topics.table(topic, CompanyVariant.class, ofCompany(topic, scope), key -> {
            String barcode = key.substring(0, Math.max(0, key.indexOf('/')));
            return barcodes.contains(barcode)
                    && Stream.of(scope, scope.company())
                            .anyMatch(at -> key.equals(VariantKeys.encode(new ScopedVariant(at, barcode))));
        });
    }

    /** The partition with everything of a company. */
    private Set<Integer> ofCompany(CatalogTopic topic, Scope scope) {
        return Set.of(Partitioning.byCompany(scope.companyId(), topics.count(topic)));
    }

    /** What a scope lists, by SKU. */
    public RecordedSkus skus(Scope scope) {
        return new RecordedSkus(topics, scope);
    }

    /** The barcodes among some that BPD has. */
    public Set<String> inBpd(Set<String> barcodes, TopicReading.Progress progress) {
        CatalogTopic topic = CatalogTopic.RESOLVED_VARIANTS;
        Set<Integer> read = barcodes.stream()
                .map(barcode -> Partitioning.byBarcode(barcode, topics.count(topic)))
                .collect(Collectors.toSet());
        return topics.table(topic, ResolvedVariant.class, read, barcodes::contains, progress)
                .contents()
                .records()
                .keySet();
    }

    /**
     * The listings by key, in order.
     *
     * @param companies companies whose listings are wanted; null for all
     * @param wanted selects by key and barcode
     * @param most the most listings that are kept
     */
    public RecordedListings listings(
            @Nullable Set<Long> companies,
            BiPredicate<ListingKey, String> wanted,
            int most,
            TopicReading.Progress progress) {
        int count = topics.count(CatalogTopic.SKU_BARCODES);
        Set<Integer> read = companies == null
                ? topics.everywhere(CatalogTopic.SKU_BARCODES)
                : companies.stream()
                        .map(company -> Partitioning.byCompany(company, count))
                        .collect(Collectors.toSet());
        return listingsIn(
                read,
                (key, barcode) ->
                        (companies == null || companies.contains(key.companyId())) && wanted.test(key, barcode),
                most,
                progress);
    }

    private RecordedListings listingsIn(
            Set<Integer> read, BiPredicate<ListingKey, String> wanted, int most, TopicReading.Progress progress) {
        CatalogTopic topic = CatalogTopic.SKU_BARCODES;
        TopicTable<SkuBarcode> table = new TopicTable<>(
                topics.reader(topic, SkuBarcode.class),
                (key, listing) -> wanted.test(ListingKey.parse(key), listing.getBarcode()),
                most);
        topics.read(topic, read, table, progress);
        topics.note(table);
        SortedMap<String, String> found = new TreeMap<>();
        table.forEach((key, listing) -> found.put(key, listing.getBarcode()));
        return new RecordedListings(found, !table.isFull());
    }

    /** The number of partitions of companies: each contains all listings and entries of its companies. */
    public int companyPartitions() {
        int count = topics.count(CatalogTopic.COMPANY_VARIANTS);
        if (topics.count(CatalogTopic.SKU_BARCODES) != count) {
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
     * Reads the companies' own entries in one of {@link #companyPartitions}, and the products that they refer to. If a key
     * comes several times, the last one counts; null means that it is gone or can't be read.
     *
     * @param wanted selects by company and barcode
     */
    public void companyEntries(
            int partition,
            BiPredicate<Long, String> wanted,
            BiConsumer<ScopedVariant, @Nullable ResolvedVariant> receiver,
            TopicReading.Progress progress) {
        new CompanyEntryReading(topics, receiver).read(partition, wanted, progress);
    }

    /**
     * Passes on the entries that the readers find for barcodes at a scope, sorted by barcode, without those that don't
     * resolve. Reads all of BPD. Only so many entries are in memory at a time: more are read in several parts, each of
     * which reads the topics anew, as they are then.
     *
     * @param receiver returns whether it wants more of them
     */
    public void entries(
            Collection<String> barcodes,
            Scope scope,
            BiPredicate<String, ResolvedVariant> receiver,
            TopicReading.Progress progress) {
        entries(barcodes, scope, ENTRIES_AT_A_TIME, receiver, progress);
    }

    /** @param most the most barcodes of a part */
    void entries(
            Collection<String> barcodes,
            Scope scope,
            int most,
            BiPredicate<String, ResolvedVariant> receiver,
            TopicReading.Progress progress) {
        List<String> sorted = barcodes.stream().sorted().toList();
        boolean wanted = true;
        for (int from = 0; wanted && from < sorted.size(); from += most) {
            List<String> part = sorted.subList(from, Math.min(sorted.size(), from + most));
            int begun = from;
            // Each part reads as much as the others.
            wanted = part(
                    part,
                    scope,
                    receiver,
                    (done, all) -> progress.at(begun * all + done * part.size(), sorted.size() * all));
        }
    }

    /** Returns whether the receiver wants more. */
    private boolean part(
            List<String> sorted,
            Scope scope,
            BiPredicate<String, ResolvedVariant> receiver,
            TopicReading.Progress progress) {
        Set<String> barcodes = Set.copyOf(sorted);
        CatalogTopic topic = CatalogTopic.RESOLVED_VARIANTS;
        TopicTable<ResolvedVariant> canonical =
                topics.table(topic, ResolvedVariant.class, topics.everywhere(topic), barcodes::contains, progress);
        RecordedEntries entries = new RecordedEntries(ofCompany(scope, barcodes), canonical);
        for (String barcode : sorted) {
            ResolvedVariant entry = entries.at(barcode, scope);
            if (entry != null && !receiver.test(barcode, entry)) {
                return false;
            }
        }
        return true;
    }

    /** The configurations of a partner at a scope. */
    public ConfigurationTables configurations(String partnerId, Scope scope) {
        return RecordedConfigurations.of(topics, partnerId, scope).tables();
    }

    /** The configurations of a partner at all of its scopes. */
    public ConfigurationTables configurations(String partnerId) {
        return RecordedConfigurations.of(topics, partnerId).tables();
    }

    /** The configurations of all partners. */
    public RecordedConfigurations configurations() {
        return RecordedConfigurations.all(topics);
    }

    /** The partners that have changed their configuration themselves since it was last published, by id. */
    public Map<String, EditedPartner> editedPartners() {
        return new PartnerEdits(topics).read();
    }

    @Override
    public void close() {
        topics.close();
    }
}
