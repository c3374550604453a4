package dev.partnercatalog.benchmarks.resolving;

import dev.partnercatalog.events.BpdVariant;
import dev.partnercatalog.events.CompanyOverride;
import dev.partnercatalog.events.DisplayAttributes;
import dev.partnercatalog.events.Listing;
import dev.partnercatalog.records.CompanyVariant;
import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.resolution.VariantLayers;
import dev.partnercatalog.runtime.variant.VariantKeys;
import dev.partnercatalog.runtime.variant.VariantRecords;
import dev.partnercatalog.schemas.key.CompanyVariantKey;
import dev.partnercatalog.schemas.key.LocationVariantKey;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.util.Properties;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Grouped;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.KTable;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.kstream.TableJoined;
import org.jspecify.annotations.Nullable;

/**
 * The entries as one would build them with the DSL: a table for each input, companies' layers and listings joined to
 * BPD by the barcode as a foreign key, and locations' display attributes joined to their company's layers and to BPD.
 * Unlike our topology, it requires that upstream writes every input with the default partitioner. Revisions are 0.
 */
public final class ForeignKeyJoins {

    private static final Serde<String> TEXT = Serdes.String();

    private final SchemaRegistry registry;
    private final String prefix;
    private final StreamsBuilder builder = new StreamsBuilder();

    private ForeignKeyJoins(SchemaRegistry registry, TopicSettings topics) {
        this.registry = registry;
        this.prefix = topics.prefix();
    }

    /** Takes the arguments of {@link Competitor}. */
    public static void main(String[] arguments) throws InterruptedException {
        Competitor.run(arguments, ForeignKeyJoins::topology);
    }

    /** Also completes the properties: the logs of tables are the inputs themselves. */
    static Topology topology(SchemaRegistry registry, TopicSettings topics, Properties properties) {
        properties.put(StreamsConfig.TOPOLOGY_OPTIMIZATION_CONFIG, StreamsConfig.OPTIMIZE);
        // Kafka Streams itself names the stores of joins.
        properties.put(StreamsConfig.ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG, false);
        // Within the memory that ours have, its many stores would flush and compact all the time, so they get Kafka
        // Streams' defaults.
        properties.remove(StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG);
        ForeignKeyJoins joins = new ForeignKeyJoins(registry, topics);
        joins.build();
        return joins.builder.build(properties);
    }

    private void build() {
        KTable<String, BpdVariant> bpd = table(CatalogTopic.BPD_VARIANTS, BpdVariant.class);
        write(
                CatalogTopic.RESOLVED_VARIANTS,
                ResolvedVariant.class,
                bpd.toStream()
                        .map((barcode, variant) -> entry(
                                new ScopedVariant(Scope.everywhere(), barcode), variant, CompanyLayerPair.NONE, null)));

        KTable<String, CompanyLayerPair> companies = table(CatalogTopic.COMPANY_OVERRIDES, CompanyOverride.class)
                .outerJoin(
                        table(CatalogTopic.COMPANY_ATTRIBUTES, DisplayAttributes.class),
                        CompanyLayerPair::new,
                        Materialized.with(TEXT, CompanyLayerPair.serde()));
        KTable<String, CompanyEntry> companyEntries = companies
                .outerJoin(
                        listed(),
                        (layers, listings) -> layers == null ? CompanyLayerPair.NONE : layers,
                        Materialized.with(TEXT, CompanyLayerPair.serde()))
                .join(bpd, (key, layers) -> barcode(key), CompanyEntry::new, TableJoined.as("company-to-bpd"));
        writeEntries(companyEntries.toStream().map((key, joined) -> {
            CompanyVariantKey id = CompanyVariantKey.parse(key);
            return entry(
                    new ScopedVariant(new Scope.Company(id.companyId()), id.barcode()),
                    joined == null ? null : joined.bpd(),
                    joined == null ? CompanyLayerPair.NONE : joined.layers(),
                    null);
        }));

        KTable<String, LocationEntry> locationEntries = table(CatalogTopic.LOCATION_ATTRIBUTES, DisplayAttributes.class)
                .leftJoin(
                        companies,
                        (key, attributes) -> companyKey(key),
                        (attributes, company) ->
                                new LocationLayers(attributes, company == null ? CompanyLayerPair.NONE : company),
                        TableJoined.as("location-to-company"),
                        Materialized.with(TEXT, LocationLayers.serde()))
                .join(bpd, (key, layers) -> barcode(key), LocationEntry::new, TableJoined.as("location-to-bpd"));
        writeEntries(locationEntries.toStream().map((key, joined) -> {
            LocationVariantKey id = LocationVariantKey.parse(key);
            ScopedVariant entryKey =
                    new ScopedVariant(new Scope.Location(id.companyId(), id.locationId()), id.barcode());
            return joined == null
                    ? entry(entryKey, null, CompanyLayerPair.NONE, null)
                    : entry(
                            entryKey,
                            joined.bpd(),
                            joined.layers().company(),
                            joined.layers().attributeValues());
        }));
    }

    private record CompanyEntry(CompanyLayerPair layers, BpdVariant bpd) {}

    private record LocationEntry(LocationLayers layers, BpdVariant bpd) {}

    /**
     * The number of SKUs under which a company lists a variant, with the same key as its layers; null if it has none
     * left.
     */
    private KTable<String, Long> listed() {
        return table(CatalogTopic.LISTINGS, Listing.class)
                .groupBy(
                        (key, listing) -> KeyValue.pair(
                                new CompanyVariantKey(listing.getCompanyId(), listing.getBarcode()).encode(),
                                listing.getSku()),
                        Grouped.with("skus", TEXT, TEXT))
                .count(Materialized.with(TEXT, Serdes.Long()))
                .filter((key, count) -> count > 0, Materialized.with(TEXT, Serdes.Long()));
    }

    private static String barcode(String key) {
        return key.substring(key.lastIndexOf('/') + 1);
    }

    /** The company's key for a location's key, {@code companyId/locationId/barcode}. */
    private static String companyKey(String key) {
        return key.substring(0, key.indexOf('/')) + key.substring(key.lastIndexOf('/'));
    }

    private static KeyValue<String, ResolvedVariant> entry(
            ScopedVariant key,
            @Nullable BpdVariant bpd,
            CompanyLayerPair company,
            dev.partnercatalog.resolution.@Nullable DisplayAttributes location) {
        return KeyValue.pair(
                VariantKeys.encode(key),
                bpd == null
                        ? null
                        : VariantRecords.variant(
                                key,
                                0,
                                new VariantLayers(
                                                VariantRecords.layer(bpd),
                                                bpd.getStateCodes(),
                                                company.overrideValues(),
                                                company.attributeValues(),
                                                location)
                                        .resolve()));
    }

    private <T extends SpecificRecord> KTable<String, T> table(CatalogTopic topic, Class<T> type) {
        String name = topic.name(prefix);
        Serde<T> values = new RegistrySerde<>(registry, topic, type, name);
        return builder.table(name, Consumed.with(TEXT, values), Materialized.with(TEXT, values));
    }

    /** Each with its content: a join has nothing else. */
    private void writeEntries(KStream<String, ResolvedVariant> entries) {
        write(
                CatalogTopic.COMPANY_VARIANTS,
                CompanyVariant.class,
                entries.mapValues(entry -> entry == null ? null : new CompanyVariant(null, entry)));
    }

    private <T extends SpecificRecord> void write(CatalogTopic topic, Class<T> type, KStream<String, T> entries) {
        String name = topic.name(prefix);
        entries.to(name, Produced.with(TEXT, new RegistrySerde<>(registry, topic, type, name)));
    }
}
