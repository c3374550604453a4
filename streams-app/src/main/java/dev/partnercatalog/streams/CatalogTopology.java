package dev.partnercatalog.streams;

import dev.partnercatalog.events.Company;
import dev.partnercatalog.events.Partner;
import dev.partnercatalog.records.CompanyVariant;
import dev.partnercatalog.records.LayerUpdate;
import dev.partnercatalog.records.ListingUpdate;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.records.ScopeConfig;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.runtime.freshness.Freshness;
import dev.partnercatalog.runtime.store.SingleObjectSerde;
import dev.partnercatalog.runtime.variant.VariantKeys;
import dev.partnercatalog.schemas.key.ListingKey;
import dev.partnercatalog.schemas.key.Partitioning;
import dev.partnercatalog.schemas.registry.RecordSerializer;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.TopicSettings;
import dev.partnercatalog.streams.commit.PromptCommits;
import dev.partnercatalog.streams.input.EventReader;
import dev.partnercatalog.streams.input.InputEvent;
import dev.partnercatalog.streams.input.InputEvent.CommandEvent;
import dev.partnercatalog.streams.input.InputEvent.CompanyEvent;
import dev.partnercatalog.streams.input.InputEvent.LayerEvent;
import dev.partnercatalog.streams.input.InputEvent.ListingEvent;
import dev.partnercatalog.streams.input.InputEvent.PartnerEvent;
import dev.partnercatalog.streams.input.InputEvent.ScopeConfigEvent;
import dev.partnercatalog.streams.input.ReadEvents;
import dev.partnercatalog.streams.listing.ListingMove;
import dev.partnercatalog.streams.listing.TrackListings;
import dev.partnercatalog.streams.partner.PartnerRegistry;
import dev.partnercatalog.streams.quarantine.Quarantine;
import dev.partnercatalog.streams.variant.ResolveVariants;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToIntBiFunction;
import java.util.stream.Collectors;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.Named;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.kstream.Repartitioned;
import org.apache.kafka.streams.processor.StreamPartitioner;
import org.apache.kafka.streams.processor.api.ProcessorSupplier;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;

/**
 * The whole path from the input topics to the served tables.
 *
 * <p>Upstream systems may use any partitioner, so all data for stateful steps is first repartitioned by our own
 * partitioner: layers by barcode, listings by company, partners by id. Listings go through two such steps, because an
 * SKU that moves affects two barcodes.
 */
final class CatalogTopology {

    /** The updates between the first step and those with stores, as their repartitioning is named. */
    static final String LAYERS = "layer-updates";

    static final String LISTINGS = "listings-by-company";
    static final String PARTNERS = "partner-updates";

    private static final Serde<byte[]> BYTES = Serdes.ByteArray();
    private static final Serde<String> TEXT = Serdes.String();
    private static final Serde<ScopedVariant> VARIANT_KEY = Serdes.serdeFrom(
            (topic, key) -> VariantKeys.encode(key).getBytes(StandardCharsets.UTF_8),
            (topic, bytes) -> VariantKeys.parse(new String(bytes, StandardCharsets.UTF_8)));

    private final SchemaRegistry registry;
    private final TopicSettings topics;
    private final Freshness resolved;
    private final Quarantine quarantine;
    private final PromptCommits commits;

    /**
     * @param resolved receives each event whose entries were written
     * @param quarantine for records that can't be processed
     * @param commits of the application; receives each processed record
     */
    CatalogTopology(
            SchemaRegistry registry,
            TopicSettings topics,
            Freshness resolved,
            Quarantine quarantine,
            PromptCommits commits) {
        this.registry = registry;
        this.topics = topics;
        this.resolved = resolved;
        this.quarantine = quarantine;
        this.commits = commits;
    }

    Topology build() {
        StreamsBuilder builder = new StreamsBuilder();
        addStores(builder);

        KStream<byte[], InputEvent> events = read(builder, CatalogTopic::isInput, "events");
        KStream<byte[], InputEvent> commands = read(builder, CatalogTopic.PARTNER_COMMANDS::equals, "commands");

        KStream<String, ListingMove> moves = trackListings(only(events, ListingEvent.class, "listing-events")
                .map(
                        (key, event) -> KeyValue.pair(event.key().encode(), new ListingUpdate(event.barcode())),
                        Named.as("listings")));
        writeSkuBarcodes(moves);

        KStream<String, LayerUpdate> layers = byBarcode(
                only(events, LayerEvent.class, "layer-events")
                        .map((key, event) -> KeyValue.pair(event.barcode(), event.update()), Named.as("layers")),
                LAYERS);
        KStream<String, LayerUpdate> listings = byBarcode(
                moves.flatMap((key, move) -> move.layerUpdates(), Named.as("listing-layers")), "listing-updates");
        resolveVariants(layers.merge(listings, Named.as("all-layers")));

        registerPartners(
                only(events, PartnerEvent.class, "partner-events"),
                only(commands, CommandEvent.class, "partner-commands"));
        writeScopeConfigs(only(events, ScopeConfigEvent.class, "scope-config-events"));
        writeCompanies(only(events, CompanyEvent.class, "company-events"));
        return builder.build();
    }

    private static void addStores(StreamsBuilder builder) {
        builder.addStateStore(store(TrackListings.STORE, TEXT));
        builder.addStateStore(store(ResolveVariants.STORE, BYTES));
        builder.addStateStore(store(PartnerRegistry.STORE, BYTES));
    }

    private KStream<byte[], InputEvent> read(StreamsBuilder builder, Predicate<CatalogTopic> which, String source) {
        Map<String, CatalogTopic> read = Arrays.stream(CatalogTopic.values())
                .filter(which)
                .collect(Collectors.toUnmodifiableMap(this::name, Function.identity()));
        Consumed<byte[], byte[]> consumed =
                Consumed.with(BYTES, BYTES).withName(source).withTimestampExtractor(CatalogTopology::time);
        return builder.stream(read.keySet(), consumed)
                .process(guarded(() -> new ReadEvents(new EventReader(registry), read)), Named.as("read-" + source));
    }

    /**
     * The timestamp of an event, or 0 if it has none. By default, Kafka Streams stops for good at a record without a
     * timestamp, or drops it. The time is only reported: no decision depends on upstream's clocks.
     */
    private static long time(ConsumerRecord<Object, Object> record, long partitionTime) {
        return Math.max(0, record.timestamp());
    }

    private KStream<String, ListingMove> trackListings(KStream<String, ListingUpdate> updates) {
        return repartitioned(updates, LISTINGS, ListingUpdate.class, CatalogTopology::byCompany)
                .process(guarded(TrackListings::new), Named.as("track-listings"), TrackListings.STORE);
    }

    private void writeSkuBarcodes(KStream<String, ListingMove> moves) {
        write(
                moves.filter((key, move) -> move.moved(), Named.as("moves"))
                        .mapValues(ListingMove::skuBarcode, Named.as("moved-skus")),
                CatalogTopic.SKU_BARCODES,
                TEXT,
                CatalogTopology::byCompany);
    }

    private KStream<String, LayerUpdate> byBarcode(KStream<String, LayerUpdate> updates, String name) {
        return repartitioned(updates, name, LayerUpdate.class, Partitioning::byBarcode);
    }

    private void resolveVariants(KStream<String, LayerUpdate> updates) {
        KStream<ScopedVariant, SpecificRecord> entries = updates.process(
                guarded(() -> new ResolveVariants(resolved)), Named.as("resolve-variants"), ResolveVariants.STORE);
        write(
                entries.filter((key, variant) -> !VariantKeys.isOfCompany(key), Named.as("resolved-variants"))
                        .mapValues(ResolvedVariant.class::cast, Named.as("products")),
                CatalogTopic.RESOLVED_VARIANTS,
                VARIANT_KEY,
                VariantKeys::partition);
        write(
                entries.filter((key, variant) -> VariantKeys.isOfCompany(key), Named.as("company-variants"))
                        .mapValues(CompanyVariant.class::cast, Named.as("entries")),
                CatalogTopic.COMPANY_VARIANTS,
                VARIANT_KEY,
                VariantKeys::partition);
    }

    private void registerPartners(KStream<byte[], PartnerEvent> events, KStream<byte[], CommandEvent> commands) {
        KStream<String, Partner> partners =
                events.map((key, event) -> KeyValue.pair(event.partnerId(), event.partner()), Named.as("partners"));
        KStream<String, InputEvent> published = repartitioned(partners, PARTNERS, Partner.class, Partitioning::byKey)
                .mapValues((partnerId, partner) -> new PartnerEvent(partnerId, partner), Named.as("published"));
        // Commands are already in their partners' partitions: their topic is ours, with our partitioning.
        KStream<String, InputEvent> requested = commands.map(
                (key, event) -> KeyValue.pair(event.command().getPartnerId(), event), Named.as("requested"));
        KStream<String, PartnerConfig> configs = published
                .merge(requested, Named.as("partner-inputs"))
                .process(guarded(PartnerRegistry::new), Named.as("partner-registry"), PartnerRegistry.STORE);
        write(configs, CatalogTopic.PARTNER_CONFIGS, TEXT, Partitioning::byKey);
    }

    private void writeScopeConfigs(KStream<byte[], ScopeConfigEvent> events) {
        KStream<String, ScopeConfig> configs =
                events.map((key, event) -> KeyValue.pair(event.key(), event.config()), Named.as("scope-configs"));
        write(configs, CatalogTopic.SCOPE_CONFIGS, TEXT, Partitioning::byKey);
    }

    private void writeCompanies(KStream<byte[], CompanyEvent> events) {
        KStream<String, Company> companies =
                events.map((key, event) -> KeyValue.pair(event.key(), event.company()), Named.as("companies"));
        write(companies, CatalogTopic.COMPANY_DIRECTORY, TEXT, Partitioning::byKey);
    }

    private <V extends SpecificRecord> KStream<String, V> repartitioned(
            KStream<String, V> updates, String name, Class<V> type, ToIntBiFunction<String, Integer> partition) {
        return updates.repartition(Repartitioned.<String, V>as(name)
                .withKeySerde(TEXT)
                .withValueSerde(new SingleObjectSerde<>(type))
                .withNumberOfPartitions(topics.partitions())
                .withStreamPartitioner(new Partitioner<>(partition)));
    }

    private <K, V extends SpecificRecord> void write(
            KStream<K, V> records, CatalogTopic topic, Serde<K> keys, ToIntBiFunction<K, Integer> partition) {
        // Kafka Streams requires a deserializer of what is only written, too.
        Serde<V> values = Serdes.serdeFrom(new RecordSerializer<>(registry, topic), (name, bytes) -> {
            throw new UnsupportedOperationException(name + " is only written here");
        });
        records.to(
                name(topic),
                Produced.<K, V>as("write-" + topic.baseName())
                        .withKeySerde(keys)
                        .withValueSerde(values)
                        .withStreamPartitioner(new Partitioner<>(partition)));
    }

    private <K, V, K2, V2> ProcessorSupplier<K, V, K2, V2> guarded(ProcessorSupplier<K, V, K2, V2> processors) {
        return commits.of(quarantine.guarding(processors));
    }

    private String name(CatalogTopic topic) {
        return topic.name(topics.prefix());
    }

    private static <K, S, T extends S> KStream<K, T> only(KStream<K, S> events, Class<T> type, String name) {
        return events.filter((key, event) -> type.isInstance(event), Named.as(name))
                .mapValues(type::cast, Named.as(name + "-only"));
    }

    private static <V> StoreBuilder<?> store(String name, Serde<V> values) {
        return Stores.keyValueStoreBuilder(Stores.persistentKeyValueStore(name), TEXT, values);
    }

    static int byCompany(String listing, int partitions) {
        return Partitioning.byCompany(ListingKey.parse(listing).companyId(), partitions);
    }

    /** Kafka Streams calls a newer method, which calls this one: an implementation must still have it. */
    @SuppressWarnings("removal")
    private record Partitioner<K, V>(ToIntBiFunction<K, Integer> partition) implements StreamPartitioner<K, V> {

        @Override
        public Optional<Set<Integer>> partitions(String topic, K key, V value, int partitions) {
            return Optional.of(Set.of(partition.applyAsInt(key, partitions)));
        }
    }
}
