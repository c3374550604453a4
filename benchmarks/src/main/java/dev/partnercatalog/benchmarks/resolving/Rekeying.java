package dev.partnercatalog.benchmarks.resolving;

import dev.partnercatalog.events.Listing;
import dev.partnercatalog.schemas.key.Partitioning;
import dev.partnercatalog.schemas.registry.RecordDeserializer;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.Named;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.kstream.Repartitioned;
import org.apache.kafka.streams.processor.StreamPartitioner;

/**
 * The minimum for anything that brings a barcode's events together: it re-keys them by barcode through one repartition
 * topic, reads a value only if it alone contains the barcode, keeps nothing, and writes for each event as many bytes as
 * ours does on average.
 */
public final class Rekeying {

    private static final StreamPartitioner<String, byte[]> BY_BARCODE =
            (topic, barcode, value, partitions) -> Optional.of(Set.of(Partitioning.byBarcode(barcode, partitions)));

    private Rekeying() {}

    /** Takes the arguments of {@link Competitor} and the number of bytes, keys and values together. */
    public static void main(String[] arguments) throws InterruptedException {
        int bytes = Integer.parseInt(arguments[5]);
        Competitor.run(arguments, (registry, topics, properties) -> topology(registry, topics, bytes));
    }

    static Topology topology(SchemaRegistry registry, TopicSettings topics, int bytes) {
        StreamsBuilder builder = new StreamsBuilder();
        List<String> byKey = Stream.of(
                        CatalogTopic.BPD_VARIANTS,
                        CatalogTopic.COMPANY_OVERRIDES,
                        CatalogTopic.COMPANY_ATTRIBUTES,
                        CatalogTopic.LOCATION_ATTRIBUTES)
                .map(topic -> topic.name(topics.prefix()))
                .toList();
        Consumed<String, byte[]> consumed = Consumed.with(Serdes.String(), Serdes.ByteArray());
        KStream<String, byte[]> layers = builder.stream(byKey, consumed.withName("layers"))
                .selectKey((key, value) -> key.substring(key.lastIndexOf('/') + 1), Named.as("layers-by-barcode"));
        // A deserializer is not thread-safe.
        ThreadLocal<RecordDeserializer<Listing>> reader =
                ThreadLocal.withInitial(() -> new RecordDeserializer<>(registry, Listing.class));
        String listingsTopic = CatalogTopic.LISTINGS.name(topics.prefix());
        KStream<String, byte[]> listings = builder.stream(listingsTopic, consumed.withName("listings"))
                .selectKey(
                        (key, value) ->
                                reader.get().deserialize(listingsTopic, value).getBarcode(),
                        Named.as("listings-by-barcode"));
        layers.merge(listings, Named.as("all"))
                .repartition(Repartitioned.<String, byte[]>as("by-barcode")
                        .withKeySerde(Serdes.String())
                        .withValueSerde(Serdes.ByteArray())
                        .withNumberOfPartitions(topics.partitions())
                        .withStreamPartitioner(BY_BARCODE))
                .mapValues((key, value) -> sized(value, bytes - key.length()), Named.as("sized"))
                .to(
                        CatalogTopic.RESOLVED_VARIANTS.name(topics.prefix()),
                        Produced.<String, byte[]>as("entries")
                                .withKeySerde(Serdes.String())
                                .withValueSerde(Serdes.ByteArray())
                                .withStreamPartitioner(BY_BARCODE));
        return builder.build();
    }

    private static byte[] sized(byte[] value, int bytes) {
        return Arrays.copyOf(value, Math.max(bytes, value.length));
    }
}
