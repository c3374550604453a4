package dev.partnercatalog.webhook.catalog;

import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.resolution.VariantImage;
import dev.partnercatalog.runtime.store.RowBatch;
import dev.partnercatalog.runtime.store.RowStateStore;
import dev.partnercatalog.runtime.store.RowStore;
import dev.partnercatalog.runtime.store.RowStore.Family;
import dev.partnercatalog.runtime.store.StoreTimes;
import dev.partnercatalog.runtime.unreadable.OwnRecords;
import dev.partnercatalog.runtime.unreadable.UnreadableRecord;
import dev.partnercatalog.runtime.variant.VariantRecords;
import dev.partnercatalog.schemas.key.Partitioning;
import dev.partnercatalog.schemas.registry.RegistryUnavailableException;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.jspecify.annotations.Nullable;

/**
 * All products, as their records came: a global store of Kafka Streams, which all tasks of the process read. The image of
 * a product is made when somebody asks for it, and kept until the product changes; all companies that refer to the product
 * share it. Written by the application's global thread, read by any.
 *
 * <p>A reference names the record that applies, so nothing here can be too old or too new without being noticed. What a
 * missed deletion leaves is never shown: nothing refers to it.
 */
public final class ProductStore extends RowStateStore {

    /** Its name in the topology. */
    public static final String NAME = "products";

    private static final CatalogTopic TOPIC = CatalogTopic.RESOLVED_VARIANTS;
    private static final Set<Family> FAMILIES = EnumSet.of(Family.RECORDS, Family.IMAGES, Family.PROGRESS);

    /** More at a time don't make writing any cheaper. */
    private static final int LOADED_TOGETHER = 200;

    /** So many records are read again in a moment after a kill. */
    private static final int UNFLUSHED = 10_000;

    private final CatalogStores shared;
    private @Nullable RowBatch loading;
    private int unflushed;

    ProductStore(CatalogStores shared) {
        super(NAME);
        this.shared = shared;
    }

    @Override
    public void init(StateStoreContext context, StateStore root) {
        StoreTimes times = open(context.stateDir().toPath());
        RowStore opened = times.store();
        loading = new RowBatch(opened);
        // Returns when everything that the topic holds by now went through the processor.
        context.register(root, (key, value) -> {
            throw new IllegalStateException("the records of " + TOPIC.baseName() + " go through their processor");
        });
        RowBatch rest = loading;
        if (rest != null) {
            opened.write(rest);
            loading = null;
        }
        times.noteWhole(shared.clock().instant());
    }

    /** Opens the store in a folder. */
    StoreTimes open(Path folder) {
        StoreTimes times = StoreTimes.open(
                folder.resolve(NAME),
                shared.memory(),
                FAMILIES,
                Duration.ZERO,
                shared.source(TOPIC),
                shared.clock().instant());
        opened(times);
        return times;
    }

    /**
     * Puts a product's record.
     *
     * @param record as it came, whether it can be read or not; null if there is none any more
     */
    void put(String barcode, byte @Nullable [] record, int partition, long offset) {
        RowStore open = rows();
        RowBatch batch = loading == null ? new RowBatch(open) : loading;
        byte[] key = key(barcode);
        batch.put(Family.RECORDS, key, record);
        if (batch.get(Family.IMAGES, key) != null) {
            batch.put(Family.IMAGES, key, null);
        }
        batch.put(Family.PROGRESS, key(partition), CatalogStore.number(offset + 1));
        unflushed++;
        if (loading == null) {
            open.write(batch);
            shared.arrived(barcode);
        } else if (batch.size() >= LOADED_TOGETHER) {
            open.write(batch);
            loading = new RowBatch(open);
        }
    }

    /**
     * The images of products' records; left out are those that aren't their products' newest ones here, and those that
     * can't be read.
     *
     * @param records reads them
     * @throws RegistryUnavailableException if a schema can't be asked for now, which says nothing about the record
     */
    Map<ProductRecord, byte[]> images(Collection<ProductRecord> wanted, OwnRecords<ResolvedVariant> records) {
        RowStore open = rows();
        Map<ProductRecord, byte[]> images = new HashMap<>();
        List<ProductRecord> others = new ArrayList<>();
        forEach(open, Family.IMAGES, wanted, (product, kept) -> {
            if (kept != null
                    && ByteBuffer.wrap(kept).getLong() == product.revision()
                    && kept[Long.BYTES] == VariantImage.VERSION) {
                images.put(product, Arrays.copyOfRange(kept, Long.BYTES, kept.length));
            } else {
                others.add(product);
            }
        });
        RowBatch made = new RowBatch(open);
        forEach(open, Family.RECORDS, others, (product, record) -> {
            byte[] image = record == null ? null : made(product, record, records);
            if (image != null) {
                images.put(product, image);
                ByteBuffer row = ByteBuffer.allocate(Long.BYTES + image.length);
                row.putLong(product.revision()).put(image);
                made.put(Family.IMAGES, key(product.barcode()), row.array());
            }
        });
        if (!made.isEmpty()) {
            open.write(made);
        }
        return images;
    }

    private static void forEach(
            RowStore open,
            Family family,
            Collection<ProductRecord> products,
            BiConsumer<ProductRecord, byte @Nullable []> visitor) {
        Iterator<byte @Nullable []> rows = open.getAll(
                        family,
                        products.stream().map(product -> key(product.barcode())).toList())
                .iterator();
        products.forEach(product -> visitor.accept(product, rows.next()));
    }

    private byte @Nullable [] made(ProductRecord wanted, byte[] record, OwnRecords<ResolvedVariant> records) {
        try {
            ResolvedVariant product = records.value(wanted.barcode(), record);
            return product.getRevision() == wanted.revision() ? VariantRecords.image(product) : null;
        } catch (RegistryUnavailableException e) {
            throw e;
        } catch (RuntimeException e) {
            // Whatever is wrong with it, the others must get theirs.
            shared.unreadable()
                    .found(new UnreadableRecord(
                            TOPIC,
                            Partitioning.byBarcode(wanted.barcode(), shared.partitions()),
                            UnreadableRecord.UNKNOWN,
                            key(wanted.barcode()),
                            String.valueOf(e.getMessage())));
            return null;
        }
    }

    private static byte[] key(String barcode) {
        return barcode.getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] key(int partition) {
        return ByteBuffer.allocate(Integer.BYTES).putInt(partition).array();
    }

    @Override
    public void commit(Map<TopicPartition, Long> offsets) {
        if (unflushed >= UNFLUSHED) {
            rows().flush();
            unflushed = 0;
        }
    }

    @Override
    public @Nullable Long committedOffset(TopicPartition partition) {
        byte[] row = rows().get(Family.PROGRESS, key(partition.partition()));
        return row == null ? null : ByteBuffer.wrap(row).getLong();
    }

    @Override
    public void close() {
        RowStore closing = closing();
        if (closing != null) {
            try (closing) {
                closing.flush();
            }
        }
    }
}
