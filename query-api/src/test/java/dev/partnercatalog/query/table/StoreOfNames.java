package dev.partnercatalog.query.table;

import static org.awaitility.Awaitility.await;

import dev.partnercatalog.query.tier.EntryKey;
import dev.partnercatalog.query.tier.MemoryTier;
import dev.partnercatalog.query.tier.Slice;
import dev.partnercatalog.resolution.AllowedFields;
import dev.partnercatalog.resolution.FieldValues;
import dev.partnercatalog.resolution.ResolvedConfiguration;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopeView;
import dev.partnercatalog.resolution.VariantField;
import dev.partnercatalog.resolution.VariantImage;
import dev.partnercatalog.resolution.VariantLayers;
import dev.partnercatalog.runtime.unreadable.UnreadableRecords;
import dev.partnercatalog.schemas.key.VariantKey;
import dev.partnercatalog.schemas.registry.UnreadableRecordException;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.TopicSettings;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.processor.internals.RecordBatchingStateRestoreCallback;
import org.apache.kafka.streams.state.Stores;
import org.jspecify.annotations.Nullable;

/** A store on disk with its memory, and its partition. Its records are names, from which images are created. */
final class StoreOfNames implements AutoCloseable {

    private static final int PARTITION = 3;
    private static final ScopeView VIEW =
            new ScopeView(new ResolvedConfiguration(AllowedFields.ALL, Map.of(), null, null), new Scope(7, 70));

    private final UnreadableRecords unreadable = new UnreadableRecords(new SimpleMeterRegistry(), "catalog.");
    private final TableState state =
            new TableState(new TopicSettings("catalog.", PARTITION + 1, (short) 1), Duration.ZERO);
    private final TablePartition partition = state.partition(StoredTable.COMPANY_VARIANTS, PARTITION);
    private final MemoryFilling memory;
    private final Path folder;
    private TableStore store;
    private @Nullable RecordBatchingStateRestoreCallback restore;
    private @Nullable MockProcessorContext<Void, Void> context;

    /** A store that isn't open yet. */
    StoreOfNames(Path folder, long memoryBytes) {
        this.folder = folder;
        memory = new MemoryFilling(new MemoryTier(memoryBytes, null));
        store = newStore();
    }

    private TableStore newStore() {
        var incoming = new IncomingRecords(StoredTable.COMPANY_VARIANTS, new Names(), unreadable);
        return new TableStore(
                Stores.persistentKeyValueStore(StoredTable.COMPANY_VARIANTS.storeName())
                        .get(),
                StoredTable.COMPANY_VARIANTS,
                incoming,
                state,
                memory);
    }

    /** Creates an image from a name. */
    private static final class Names implements StoredForm {

        @Override
        public byte[] of(String key, byte[] record) {
            if (record.length == 0) {
                throw new UnreadableRecordException("no bytes");
            }
            if (new String(record, StandardCharsets.UTF_8).equals("fails")) {
                throw new ArrayIndexOutOfBoundsException("thrown by our code");
            }
            return image(key, new String(record, StandardCharsets.UTF_8));
        }

        @Override
        public byte[] ofUnreadable(byte[] record) {
            return new byte[1];
        }
    }

    void open() {
        Properties properties = new Properties();
        properties.put("application.id", "test");
        properties.put("bootstrap.servers", "none:1");
        // A reopened store is in the same application.
        if (context == null) {
            context = new MockProcessorContext<>(properties, new TaskId(0, PARTITION), folder.toFile());
        }
        StateStoreContext streams = context.getStateStoreContext();
        store.init(
                (StateStoreContext) Proxy.newProxyInstance(
                        getClass().getClassLoader(),
                        new Class<?>[] {StateStoreContext.class},
                        (proxy, method, args) -> {
                            if (method.getName().equals("register")) {
                                restore = (RecordBatchingStateRestoreCallback) args[1];
                                return null;
                            }
                            return method.invoke(streams, args);
                        }),
                store);
    }

    /** Opens another store on what the last one left. */
    void openAnother() {
        store = newStore();
        open();
    }

    /** Its task runs now. */
    void activate() {
        memory.add(Objects.requireNonNull(partition.started()));
        TablesInTests.catchUp(partition);
    }

    void awaitFilled() {
        await().until(() -> memory.pendingStores() == 0);
    }

    void closeStore() {
        store.close();
    }

    TablePartition partition() {
        return partition;
    }

    long memoryBytes() {
        return memory.bytes();
    }

    long unreadable() {
        return unreadable.count(CatalogTopic.COMPANY_VARIANTS);
    }

    byte @Nullable [] stored(String key) {
        return store.get(key(key));
    }

    /** Puts the image of a name; without a name, a tombstone. */
    void put(String key, @Nullable String name) {
        store.put(key(key), name == null ? null : image(key, name));
    }

    @SuppressWarnings("NullAway") // a record without a value deletes its key
    void restore(String key, @Nullable String name) {
        Objects.requireNonNull(restore)
                .restoreBatch(List.of(new ConsumerRecord<>(
                        "topic",
                        PARTITION,
                        0,
                        key.getBytes(StandardCharsets.UTF_8),
                        name == null ? null : name.getBytes(StandardCharsets.UTF_8))));
    }

    /** The name that a scope reads: as in the table, without BPD's entries. */
    @Nullable
    String found(String barcode, Scope scope) {
        OpenTable table = Objects.requireNonNull(partition.readable());
        EntryKey company = EntryKey.everywhere(barcode).ofCompany(scope.companyId());
        long place = table.place(company);
        Slice alone = table.findAlone(company, place, table.hash(place));
        Slice found = scope.mostSpecific(
                () -> alone == null ? table.find(company.ofLocation(scope.locationId())) : null,
                () -> alone == null ? table.find(company) : alone.isAbsent() ? null : alone,
                () -> null);
        VariantImage image = found == null ? null : VariantImages.image(found);
        if (image == null) {
            return null;
        }
        StringBuilder text = new StringBuilder();
        image.writeTo(
                (bytes, offset, length) -> text.append(new String(bytes, offset, length, StandardCharsets.UTF_8)),
                VIEW);
        return text.toString().replaceAll(".*,\"name\":\"([^\"]*)\",.*", "$1");
    }

    static byte[] image(String key, String name) {
        FieldValues bpd = FieldValues.builder().set(VariantField.NAME, name).build();
        return VariantImage.of(
                VariantKey.parse(key).barcode(), new VariantLayers(bpd, List.of(), null, null, null).resolve());
    }

    private static Bytes key(String key) {
        return Bytes.wrap(key.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void close() {
        if (store.isOpen()) {
            store.close();
        }
        memory.close();
    }
}
