package dev.partnercatalog.streams.variant;

import dev.partnercatalog.events.BpdVariant;
import dev.partnercatalog.events.CompanyOverride;
import dev.partnercatalog.events.DisplayAttributes;
import dev.partnercatalog.records.LayerKind;
import dev.partnercatalog.records.LayerUpdate;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.runtime.freshness.Freshness;
import dev.partnercatalog.runtime.store.SingleObjectSerde;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.jspecify.annotations.Nullable;

/** The resolver on a store in memory, which is told of changes to the layers of barcode b. */
final class ResolverOfOneBarcode {

    private final MockProcessorContext<ScopedVariant, SpecificRecord> context = new MockProcessorContext<>();
    private final KeyValueStore<String, byte[]> layers = store(ResolveVariants.STORE);
    private final MeterRegistry meters = new SimpleMeterRegistry();
    private final ResolveVariants processor;

    ResolverOfOneBarcode() {
        layers.init(context.getStateStoreContext(), layers);
        context.addStateStore(layers);
        context.setCurrentSystemTimeMs(0);
        processor = start(meters);
    }

    private static KeyValueStore<String, byte[]> store(String name) {
        return Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore(name), Serdes.String(), Serdes.ByteArray())
                .withLoggingDisabled()
                .build();
    }

    MeterRegistry meters() {
        return meters;
    }

    /** Starts a processor on the store; a second one finds what a restarted application would find. */
    ResolveVariants start(MeterRegistry meters) {
        ResolveVariants started = new ResolveVariants(new Freshness(meters, "resolved"));
        started.init(context);
        return started;
    }

    void bpd(int size) {
        update(
                LayerKind.BPD,
                null,
                null,
                BpdVariant.class,
                size < 0
                        ? null
                        : BpdVariant.newBuilder()
                                .setBarcode("b")
                                .setDescription("x".repeat(size))
                                .build());
    }

    void override(long company, int size) {
        update(
                LayerKind.OVERRIDE,
                company,
                null,
                CompanyOverride.class,
                size < 0
                        ? null
                        : CompanyOverride.newBuilder()
                                .setCompanyId(company)
                                .setBarcode("b")
                                .setBrand("x".repeat(size))
                                .build());
    }

    void attributes(long company, @Nullable Long location, int size) {
        update(
                LayerKind.ATTRIBUTES,
                company,
                location,
                DisplayAttributes.class,
                size < 0
                        ? null
                        : DisplayAttributes.newBuilder()
                                .setCompanyId(company)
                                .setLocationId(location)
                                .setBarcode("b")
                                .setShortDescription("x".repeat(size))
                                .build());
    }

    void listing(long company, boolean listed) {
        LayerUpdate update = new LayerUpdate();
        update.setKind(LayerKind.LISTING);
        update.setCompanyId(company);
        update.setLayer(listed ? ByteBuffer.allocate(0) : null);
        processor.process(new Record<>("b", update, 0));
    }

    <T extends SpecificRecord> void update(
            LayerKind kind, @Nullable Long company, @Nullable Long location, Class<T> type, @Nullable T layer) {
        LayerUpdate update = new LayerUpdate();
        update.setKind(kind);
        update.setCompanyId(company);
        update.setLocationId(location);
        update.setLayer(layer == null ? null : ByteBuffer.wrap(new SingleObjectSerde<>(type).encode(layer)));
        processor.process(new Record<>("b", update, 0));
    }

    int written() {
        int written = context.forwarded().size();
        context.resetForwards();
        return written;
    }

    Map<String, byte[]> rows() {
        Map<String, byte[]> rows = new HashMap<>();
        try (KeyValueIterator<String, byte[]> all = layers.all()) {
            all.forEachRemaining(row -> rows.put(row.key, row.value));
        }
        return rows;
    }

    /** What the store holds about the sums of the entries. */
    EntryBudget.Sum total() {
        byte[] total = layers.get("b ");
        if (total == null) {
            return EntryBudget.Sum.NONE;
        }
        ByteBuffer buffer = ByteBuffer.wrap(total);
        return new EntryBudget.Sum(buffer.getLong(), buffer.getLong());
    }
}
