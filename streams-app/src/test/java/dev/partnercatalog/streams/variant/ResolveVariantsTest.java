package dev.partnercatalog.streams.variant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partnercatalog.events.Asset;
import dev.partnercatalog.events.BpdVariant;
import dev.partnercatalog.events.CompanyOverride;
import dev.partnercatalog.events.DisplayAttributes;
import dev.partnercatalog.events.Range;
import dev.partnercatalog.records.LayerKind;
import dev.partnercatalog.records.LayerUpdate;
import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.runtime.quarantine.RejectedRecordException;
import dev.partnercatalog.runtime.store.SingleObjectSerde;
import dev.partnercatalog.runtime.trace.Freshness;
import dev.partnercatalog.schemas.key.VariantKey;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What one change costs, and what it may cost at most. */
class ResolveVariantsTest {

    private static final int COMPANIES = 10_000;

    private final MockProcessorContext<VariantKey, ResolvedVariant> context = new MockProcessorContext<>();
    private final KeyValueStore<String, byte[]> layers = store(ResolveVariants.STORE, Serdes.ByteArray());
    private final AtomicLong storeCalls = new AtomicLong();
    private final MeterRegistry meters = new SimpleMeterRegistry();
    private final ResolveVariants processor =
            new ResolveVariants(new Freshness(meters, "resolved"), new Completeness(meters), null);

    @BeforeEach
    void start() {
        layers.init(context.getStateStoreContext(), layers);
        context.addStateStore(counted(layers));
        context.setCurrentSystemTimeMs(0);
        processor.init(context);
    }

    @Test
    void a_product_sold_everywhere_may_be_as_large_as_its_entries_fit_into_one_transaction() {
        bpd(1_500);
        for (int i = 1; i <= COMPANIES; i++) {
            listing(i, true);
        }
        for (long location = 1; location <= 100; location++) {
            attributes(1, location, 10);
        }
        written();
        bpd(2_500);
        assertThat(written()).isEqualTo(COMPANIES + 101);

        Map<String, byte[]> before = rows();
        assertRefused(() -> bpd(100_000))
                .hasMessage(
                        "BPD's record is rejected: the entries of barcode \"b\" at 10100 companies and locations would"
                                + " total 989998 KiB, and at most 32768 KiB are written at once. Publish smaller records"
                                + " for the barcode, or first delete some of its records or listings.");
        assertThat(written()).isZero();
        assertThat(rows()).containsExactlyInAnyOrderEntriesOf(before);

        assertRefused(() -> override(1, 40_000)).hasMessageStartingWith("the override of company 1 is rejected");
        assertThat(written()).isZero();
        assertThat(rows()).containsExactlyInAnyOrderEntriesOf(before);
        bpd(2_000);
        assertThat(written()).isEqualTo(COMPANIES + 101);
    }

    @Test
    void a_barcode_has_no_more_entries_than_one_transaction_writes() {
        int most = (int) (EntryBudget.LARGEST / EntryBudget.RESERVED) - 1;
        for (int i = 1; i <= most; i++) {
            listing(1 + i, true);
        }
        Map<String, byte[]> before = rows();
        assertRefused(() -> listing(100_000, true))
                .hasMessageStartingWith("the first listing of company 100000 is rejected");
        assertRefused(() -> attributes(100_000, null, 10))
                .hasMessageStartingWith("the attributes record of company 100000 is rejected");
        assertRefused(() -> attributes(2, 3L, 10))
                .hasMessageStartingWith("the attributes record of company 2, location 3 is rejected");
        assertThat(rows()).containsExactlyInAnyOrderEntriesOf(before);

        listing(2, true);
        bpd(1_000);
        assertThat(written()).isEqualTo(most + 1);
        listing(3, false);
        listing(100_000, true);
        assertThat(written()).isEqualTo(2);
    }

    @Test
    void the_sums_of_the_entries_follow_from_the_layers_after_any_changes_and_are_deleted_with_them() {
        long seed = Long.getLong("catalog.seed", System.nanoTime());
        Random random = new Random(seed);
        for (int i = 0; i < 3_000; i++) {
            changeOne(random, random.nextInt(3) == 0);
            if (i % 50 == 0) {
                assertThat(total()).as("seed %d, change %d", seed, i).isEqualTo(expectedTotal());
            }
        }
        assertThat(total()).isEqualTo(expectedTotal());
        bpd(-1);
        for (long company = 1; company <= 3; company++) {
            override(company, -1);
            for (Long location : new Long[] {null, 11L, 12L}) {
                attributes(company, location, -1);
            }
            listing(company, false);
        }
        assertThat(rows()).as("seed %d", seed).containsOnlyKeys(LayerKey.REVISIONS);
    }

    @Test
    void what_the_listed_variants_lack_is_counted_as_they_change_and_known_after_a_restart() {
        assertThat(counts()).isEqualTo("0 listed, without entry 0, image 0, unit 0, potency 0, potency_unit 0");
        listing(1, true);
        listing(2, true);
        assertThat(counts()).isEqualTo("2 listed, without entry 2, image 0, unit 0, potency 0, potency_unit 0");
        bpd(1);
        assertThat(counts()).isEqualTo("2 listed, without entry 0, image 2, unit 2, potency 2, potency_unit 0");
        override(3, 1);
        assertThat(counts()).isEqualTo("2 listed, without entry 0, image 2, unit 2, potency 2, potency_unit 0");
        update(
                LayerKind.OVERRIDE,
                2L,
                null,
                CompanyOverride.class,
                CompanyOverride.newBuilder()
                        .setCompanyId(2)
                        .setBarcode("b")
                        .setThc(new Range("20", "", ""))
                        .setAssets(Map.of("Product", List.of(new Asset("a", "u", null))))
                        .build());
        assertThat(counts()).isEqualTo("2 listed, without entry 0, image 1, unit 2, potency 1, potency_unit 1");

        MeterRegistry restarted = new SimpleMeterRegistry();
        ResolveVariants again =
                new ResolveVariants(new Freshness(restarted, "resolved"), new Completeness(restarted), null);
        again.init(context);
        assertThat(counts(restarted)).isEqualTo(counts());
        again.close();
        assertThat(counts(restarted)).startsWith("0 listed");

        listing(1, false);
        override(2, -1);
        assertThat(counts()).isEqualTo("1 listed, without entry 0, image 1, unit 1, potency 1, potency_unit 0");
        bpd(-1);
        listing(2, false);
        assertThat(counts()).isEqualTo("0 listed, without entry 0, image 0, unit 0, potency 0, potency_unit 0");
    }

    private String counts() {
        return counts(meters);
    }

    private static String counts(MeterRegistry meters) {
        Function<String, Long> lacking = lack -> Math.round(meters.get("catalog.incomplete.variants")
                .tag("lack", lack)
                .gauge()
                .value());
        return Math.round(meters.get("catalog.listed.variants").gauge().value()) + " listed, without entry "
                + lacking.apply("entry")
                + Stream.of("image", "unit", "potency", "potency_unit")
                        .map(lack -> ", " + lack + " " + lacking.apply(lack))
                        .collect(Collectors.joining());
    }

    private void changeOne(Random random, boolean gone) {
        long company = 1L + random.nextInt(3);
        Long location = random.nextInt(3) == 0 ? null : Long.valueOf(11L + random.nextInt(2));
        int size = gone ? -1 : random.nextInt(5_000);
        switch (random.nextInt(4)) {
            case 0 -> bpd(size);
            case 1 -> override(company, size);
            case 2 -> attributes(company, location, size);
            default -> listing(company, !gone);
        }
    }

    /** Counts entries, and blocks of their layers other than BPD's, one by one. */
    private List<Long> expectedTotal() {
        Map<String, byte[]> rows = rows();
        long entries = 0;
        long blocks = 0;
        for (long company = 1; company <= 3; company++) {
            String at = "b/" + company + "/";
            long shared = blocks(rows.get(at + "#override")) + blocks(rows.get(at + "#attributes"));
            for (String scope : List.of(at, at + "11/", at + "12/")) {
                if (rows.keySet().stream().anyMatch(key -> key.startsWith(scope + "#"))) {
                    entries++;
                    blocks += shared + (scope.equals(at) ? 0 : blocks(rows.get(scope + "#attributes")));
                }
            }
        }
        return List.of(entries, blocks);
    }

    private static long blocks(byte @Nullable [] row) {
        return EntryBudget.blocks(LayerRows.layer(row));
    }

    private List<Long> total() {
        byte[] total = layers.get("b ");
        ByteBuffer buffer = total == null ? ByteBuffer.allocate(2 * Long.BYTES) : ByteBuffer.wrap(total);
        return List.of(buffer.getLong(), buffer.getLong());
    }

    private static org.assertj.core.api.AbstractThrowableAssert<?, ?> assertRefused(Runnable change) {
        return assertThatThrownBy(change::run).isInstanceOf(RejectedRecordException.class);
    }

    private void bpd(int size) {
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

    private void override(long company, int size) {
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

    private void attributes(long company, @Nullable Long location, int size) {
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

    private void listing(long company, boolean listed) {
        LayerUpdate update = new LayerUpdate();
        update.setKind(LayerKind.LISTING);
        update.setCompanyId(company);
        update.setLayer(listed ? ByteBuffer.allocate(0) : null);
        processor.process(new Record<>("b", update, 0));
    }

    private <T extends SpecificRecord> void update(
            LayerKind kind, @Nullable Long company, @Nullable Long location, Class<T> type, @Nullable T layer) {
        LayerUpdate update = new LayerUpdate();
        update.setKind(kind);
        update.setCompanyId(company);
        update.setLocationId(location);
        update.setLayer(layer == null ? null : ByteBuffer.wrap(new SingleObjectSerde<>(type).encode(layer)));
        processor.process(new Record<>("b", update, 0));
    }

    private int written() {
        int written = context.forwarded().size();
        context.resetForwards();
        return written;
    }

    private Map<String, byte[]> rows() {
        Map<String, byte[]> rows = new HashMap<>();
        try (KeyValueIterator<String, byte[]> all = layers.all()) {
            all.forEachRemaining(row -> rows.put(row.key, row.value));
        }
        return rows;
    }

    private static <V> KeyValueStore<String, V> store(String name, Serde<V> values) {
        return Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore(name), Serdes.String(), values)
                .withLoggingDisabled()
                .build();
    }

    /** Counts each call, and each row of a scan. */
    @SuppressWarnings("unchecked")
    private <T> T counted(T store) {
        Class<?> type = store instanceof KeyValueIterator ? KeyValueIterator.class : KeyValueStore.class;
        return (T) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    if (!method.getName().equals("hasNext")) {
                        storeCalls.incrementAndGet();
                    }
                    try {
                        Object answer = method.invoke(store, arguments);
                        return answer instanceof KeyValueIterator ? counted(answer) : answer;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
