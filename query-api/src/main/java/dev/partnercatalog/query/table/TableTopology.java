package dev.partnercatalog.query.table;

import dev.partnercatalog.query.tier.MemoryTier;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.runtime.store.UnloggedStoreBuilder;
import dev.partnercatalog.runtime.table.TopicStore;
import dev.partnercatalog.runtime.text.PrintableText;
import dev.partnercatalog.runtime.unreadable.UnreadableRecord;
import dev.partnercatalog.runtime.variant.VariantKeys;
import dev.partnercatalog.schemas.key.ListingKey;
import dev.partnercatalog.schemas.registry.RegistryUnavailableException;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.registry.UnreadableRecordException;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The tables: topics and the global stores that they fill:
 *
 * <pre>
 * resolved-variants-source ─► resolved-variants-table ─► store variant-images-VERSION-1
 * company-variants-source ─► company-variants-table ─► store company-variant-images-VERSION-1
 * sku-barcodes-source ─► sku-barcodes-table ─► store sku-barcodes-1
 * </pre>
 *
 * Each instance has all of each table, whatever happens to other instances. The topics are compacted, so a store is
 * loaded from its topic and needs no log of its own.
 */
public final class TableTopology {

    private TableTopology() {}

    /**
     * Adds the tables to a topology that isn't running yet.
     *
     * @param closing whether nothing may wait any longer
     */
    public static void addTo(
            Topology topology,
            SchemaRegistry registry,
            TableStores stores,
            ChangeWatch watch,
            BooleanSupplier closing) {
        TopicSettings topics = stores.shared().topics();
        for (CatalogTable table : CatalogTable.values()) {
            stores.shared().unreadable().watch(table.topic());
            String name = table.topic().baseName();
            topology.addGlobalStore(
                    new UnloggedStoreBuilder<>(table.storeName(), () -> new TableStore(table, stores)),
                    name + "-source",
                    new ByteArrayDeserializer(),
                    new ByteArrayDeserializer(),
                    table.topic().name(topics.prefix()),
                    name + "-table",
                    () -> new TableUpdate(
                            table,
                            Stream.generate(() -> TableCodec.of(table, registry, topics))
                                    .limit(Runtime.getRuntime().availableProcessors())
                                    .toList(),
                            stores,
                            watch,
                            closing));
        }
    }

    /** What the stores of all tables share, and how long they know changes. */
    public record TableStores(TopicStore.Shared shared, MemoryTier memory, Duration changeRetention) {

        /** A request that found its cursor valid may take a while. */
        private static final Duration LATE = Duration.ofHours(1);

        /** How long the rows of changes are kept: a little longer than cursors are valid. */
        Duration rowRetention() {
            return changeRetention.plus(LATE);
        }
    }

    /**
     * Puts a table topic's records into its store, in the form in which the table keeps them: while the store is loaded,
     * and from then on. Many records are converted by all processors at once: while a store is loaded, that is most of
     * the work. An unreadable record is reported and kept as unreadable. If the registry is unavailable, it is waited
     * for: nothing may be skipped, and nothing is wrong with the record.
     */
    static final class TableUpdate extends ContextualProcessor<byte[], byte[], Void, Void> {

        private static final Logger LOG = LoggerFactory.getLogger(TableUpdate.class);

        /** Fewer records take less time than it takes other threads to begin. */
        private static final int WORTH_SHARING = 64;

        private static final int MOST_AT_ONCE = 1_000;

        /** A record to be converted. */
        @SuppressWarnings("ArrayRecordComponent") // nobody compares them
        private record Arrived(String key, byte @Nullable [] value, int partition, long offset, boolean isRecent) {}

        private final CatalogTable table;
        private final List<BiFunction<String, byte[], byte[]>> forms;
        private final TableStores stores;
        private final ChangeWatch watch;
        private final BooleanSupplier closing;
        private final List<Arrived> arrived = new ArrayList<>();
        private final Set<String> changed = new LinkedHashSet<>();
        private @Nullable TableStore store;

        /** @param forms convert records, each on one thread at a time */
        TableUpdate(
                CatalogTable table,
                List<BiFunction<String, byte[], byte[]>> forms,
                TableStores stores,
                ChangeWatch watch,
                BooleanSupplier closing) {
            this.table = table;
            this.forms = List.copyOf(forms);
            this.stores = stores;
            this.watch = watch;
            this.closing = closing;
        }

        @Override
        public void init(ProcessorContext<Void, Void> context) {
            super.init(context);
            store = context.getStateStore(table.storeName());
        }

        @Override
        public void process(Record<byte[], byte[]> record) {
            TableStore target = Objects.requireNonNull(store, "not initialized");
            RecordMetadata at = context().recordMetadata().orElseThrow();
            String key = target.key(record, at);
            if (key != null) {
                arrived.add(
                        new Arrived(key, record.value(), at.partition(), at.offset(), isRecent(record.timestamp())));
                changed.add(key);
            }
            boolean last = stores.shared().progress().isLast(at.topic());
            if (last || arrived.size() >= MOST_AT_ONCE) {
                convert(target);
            }
            if (last) {
                target.endOfPoll();
                changed.forEach(this::notifyWatchers);
                changed.clear();
            }
        }

        /** Records with one key are converted one after the other, so that the last one decides whether it is readable. */
        private void convert(TableStore target) {
            int shares = arrived.size() < WORTH_SHARING ? 1 : forms.size();
            byte[][] rows = new byte[arrived.size()][];
            IntStream.range(0, shares).parallel().forEach(share -> {
                for (int i = 0; i < rows.length; i++) {
                    Arrived record = arrived.get(i);
                    if (Math.floorMod(record.key().hashCode(), shares) == share) {
                        rows[i] = converted(record, forms.get(share));
                    }
                }
            });
            for (int i = 0; i < rows.length; i++) {
                Arrived record = arrived.get(i);
                target.put(record.partition(), record.offset(), record.key(), rows[i], record.isRecent());
            }
            arrived.clear();
        }

        /**
         * The value to keep; null for a record that deletes its key. A record that fails for any reason is
         * kept as unreadable: it would fail again at every attempt, and hold up all others.
         */
        private byte @Nullable [] converted(Arrived record, BiFunction<String, byte[], byte[]> form) {
            byte[] value = record.value();
            if (value == null) {
                gone(record);
                return null;
            }
            while (true) {
                try {
                    byte[] rows = form.apply(record.key(), value);
                    gone(record);
                    return rows;
                } catch (UnreadableRecordException e) {
                    return unreadable(record, String.valueOf(e.getMessage()));
                } catch (RegistryUnavailableException e) {
                    if (closing.getAsBoolean()) {
                        throw e;
                    }
                    LOG.warn(
                            "waiting for the registry to continue with {}: {}",
                            table.topic().baseName(),
                            e.getMessage());
                } catch (RuntimeException | StackOverflowError e) {
                    LOG.error(
                            "A record of {} with the key {} can't be processed",
                            table.topic().baseName(),
                            PrintableText.of(record.key()),
                            e);
                    return unreadable(record, "it can't be processed");
                }
            }
        }

        private void gone(Arrived record) {
            stores.shared().unreadable().gone(table.topic(), record.partition(), bytes(record.key()));
        }

        private byte[] unreadable(Arrived record, String why) {
            stores.shared()
                    .unreadable()
                    .found(new UnreadableRecord(
                            table.topic(), record.partition(), record.offset(), bytes(record.key()), why));
            return TableCodec.ofUnreadable();
        }

        private static byte[] bytes(String key) {
            return key.getBytes(StandardCharsets.UTF_8);
        }

        /** Older cursors aren't valid any more. Brokers set the time. */
        private boolean isRecent(long timestamp) {
            return timestamp
                    > stores.shared().clock().millis() - stores.rowRetention().toMillis();
        }

        private void notifyWatchers(String key) {
            switch (table) {
                case VARIANTS -> {}
                case COMPANY_VARIANTS ->
                    watch.changed(VariantKeys.parseOfCompany(key).scope());
                case SKUS -> {
                    ListingKey listing = ListingKey.parse(key);
                    watch.changed(Scope.of(listing.companyId(), listing.locationId()));
                }
            }
        }
    }
}
