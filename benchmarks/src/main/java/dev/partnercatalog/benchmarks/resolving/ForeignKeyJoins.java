package dev.partnercatalog.benchmarks.resolving;

import dev.partnercatalog.events.BpdVariant;
import dev.partnercatalog.events.CompanyOverride;
import dev.partnercatalog.events.DisplayAttributes;
import dev.partnercatalog.events.Listing;
import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.resolution.VariantLayers;
import dev.partnercatalog.runtime.variant.VariantRecords;
import dev.partnercatalog.schemas.key.CompanyVariantKey;
import dev.partnercatalog.schemas.key.LocationVariantKey;
import dev.partnercatalog.schemas.key.VariantKey;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.util.ArrayList;
import java.util.List;
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
 * The entries as one makes them with the DSL: a table of each input, companies' layers joined to BPD by the barcode as a
 * foreign key, and locations' layers joined to their company's and to BPD. Needs what ours does not: that upstream writes
 * every input with the default partitioner. Company-wide listings are left out. Revisions are 0.
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

    /** Completes the properties, too: the logs of tables are the inputs themselves. */
    static Topology topology(SchemaRegistry registry, TopicSettings topics, Properties properties) {
        properties.put(StreamsConfig.TOPOLOGY_OPTIMIZATION_CONFIG, StreamsConfig.OPTIMIZE);
        // Kafka Streams names the stores of joins by itself.
        properties.put(StreamsConfig.ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG, false);
        // Its many stores would flush and compact all the time within the memory that ours have, so they get what Kafka
        // Streams gives them.
        properties.remove(StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG);
        ForeignKeyJoins joins = new ForeignKeyJoins(registry, topics);
        joins.build();
        return joins.builder.build(properties);
    }

    private void build() {
        KTable<String, BpdVariant> bpd = table(CatalogTopic.BPD_VARIANTS, BpdVariant.class);
        write(bpd.toStream()
                .map((barcode, variant) ->
                        entry(VariantKey.everywhere(barcode), variant, CompanyLayers.NONE, null, false)));

        KTable<String, CompanyLayers> companies = table(CatalogTopic.COMPANY_OVERRIDES, CompanyOverride.class)
                .outerJoin(
                        table(CatalogTopic.COMPANY_ATTRIBUTES, DisplayAttributes.class),
                        CompanyLayers::new,
                        Materialized.with(TEXT, CompanyLayers.serde()));
        KTable<String, CompanyEntry> companyEntries =
                companies.join(bpd, (key, layers) -> barcode(key), CompanyEntry::new, TableJoined.as("company-to-bpd"));
        write(companyEntries.toStream().map((key, joined) -> {
            CompanyVariantKey id = CompanyVariantKey.parse(key);
            return entry(
                    VariantKey.ofCompany(id.barcode(), id.companyId()),
                    joined == null ? null : joined.bpd(),
                    joined == null ? CompanyLayers.NONE : joined.layers(),
                    null,
                    false);
        }));

        KTable<String, LocationEntry> locationEntries = locations()
                .leftJoin(
                        companies,
                        (key, layers) -> companyKey(key),
                        (layers, company) -> layers.with(company == null ? CompanyLayers.NONE : company),
                        TableJoined.as("location-to-company"),
                        Materialized.with(TEXT, LocationLayers.serde()))
                .join(bpd, (key, layers) -> barcode(key), LocationEntry::new, TableJoined.as("location-to-bpd"));
        write(locationEntries.toStream().map((key, joined) -> {
            LocationVariantKey id = LocationVariantKey.parse(key);
            VariantKey entryKey = VariantKey.ofLocation(id.barcode(), id.companyId(), id.locationId());
            return joined == null
                    ? entry(entryKey, null, CompanyLayers.NONE, null, false)
                    : entry(
                            entryKey,
                            joined.bpd(),
                            joined.layers().company(),
                            joined.layers().attributeValues(),
                            !joined.layers().skus().isEmpty());
        }));
    }

    private record CompanyEntry(CompanyLayers layers, BpdVariant bpd) {}

    private record LocationEntry(LocationLayers layers, BpdVariant bpd) {}

    /** Keyed as display attributes are. */
    private KTable<String, LocationLayers> locations() {
        KTable<String, List<String>> skus = table(CatalogTopic.LISTINGS, Listing.class)
                .groupBy(
                        (key, listing) -> KeyValue.pair(
                                listing.getCompanyId() + "/" + listing.getLocationId() + "/" + listing.getBarcode(),
                                listing.getSku()),
                        Grouped.with("skus", TEXT, TEXT))
                .aggregate(
                        List::of,
                        (key, sku, listed) -> plus(listed, sku),
                        (key, sku, listed) -> minus(listed, sku),
                        Materialized.with(TEXT, LocationLayers.skuSerde()));
        return table(CatalogTopic.LOCATION_ATTRIBUTES, DisplayAttributes.class)
                .outerJoin(
                        skus,
                        (attributes, listed) ->
                                new LocationLayers(attributes, listed == null ? List.of() : listed, CompanyLayers.NONE),
                        Materialized.with(TEXT, LocationLayers.serde()));
    }

    private static List<String> plus(List<String> skus, String sku) {
        List<String> more = new ArrayList<>(skus);
        more.add(sku);
        more.sort(null);
        return List.copyOf(more);
    }

    /** Null where none is left, which deletes. */
    private static @Nullable List<String> minus(List<String> skus, String sku) {
        List<String> less = new ArrayList<>(skus);
        less.remove(sku);
        return less.isEmpty() ? null : List.copyOf(less);
    }

    private static String barcode(String key) {
        return key.substring(key.lastIndexOf('/') + 1);
    }

    /** Of a location's key, {@code companyId/locationId/barcode}. */
    private static String companyKey(String key) {
        return key.substring(0, key.indexOf('/')) + key.substring(key.lastIndexOf('/'));
    }

    private static KeyValue<String, ResolvedVariant> entry(
            VariantKey key,
            @Nullable BpdVariant bpd,
            CompanyLayers company,
            dev.partnercatalog.resolution.@Nullable DisplayAttributes location,
            boolean listed) {
        return KeyValue.pair(
                key.encode(),
                bpd == null
                        ? null
                        : VariantRecords.variant(
                                key,
                                0,
                                listed,
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

    private void write(KStream<String, ResolvedVariant> entries) {
        CatalogTopic topic = CatalogTopic.RESOLVED_VARIANTS;
        String name = topic.name(prefix);
        entries.to(name, Produced.with(TEXT, new RegistrySerde<>(registry, topic, ResolvedVariant.class, name)));
    }
}
