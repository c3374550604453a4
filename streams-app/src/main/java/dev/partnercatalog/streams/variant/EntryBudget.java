package dev.partnercatalog.streams.variant;

import dev.partnercatalog.records.LayerUpdate;
import dev.partnercatalog.schemas.key.Ids;
import dev.partnercatalog.streams.quarantine.RejectedRecordException;
import java.nio.ByteBuffer;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * Limits what one change can write: all entries of one barcode that have content. A change of BPD writes all of them in one
 * transaction, and one that takes too long would be aborted and restarted forever. Not thread-safe.
 *
 * <p>An entry counts with the sizes of all layers that it is built from. References don't count: ten thousand of them take
 * less than a megabyte. The sums are kept with the layers, so that they are known without reading those. Sizes are counted in
 * blocks, so that most changes leave the sums unchanged.
 */
final class EntryBudget {

    /** In bytes. */
    static final int BLOCK = 1 << 10;

    /**
     * The maximum total of blocks for the entries of one barcode. Each of the records that a thread takes at a time may
     * write this much, and all of it has to be committed within the time limit of a transaction.
     */
    static final long LARGEST = (32 << 20) / BLOCK;

    /**
     * The blocks that each entry with content counts for BPD's layer even if that is smaller, so that a product of this
     * size can always be published, however many scopes were given layers before.
     */
    static final long RESERVED = 2;

    private final KeyValueStore<String, byte[]> store;

    EntryBudget(KeyValueStore<String, byte[]> store) {
        this.store = store;
    }

    /** The number of blocks that a layer counts. */
    static long blocks(byte @Nullable [] layer) {
        return layer == null ? 0 : (layer.length + BLOCK - 1) / BLOCK;
    }

    /**
     * Checks a change of BPD's layer.
     *
     * @throws RejectedRecordException if the barcode's entries would become too large
     */
    void requireBpd(String barcode, LayerUpdate change, byte @Nullable [] held, byte @Nullable [] layer) {
        long blocks = blocks(layer);
        if (blocks > Math.max(RESERVED, blocks(held))) {
            require(barcode, total(barcode), blocks, change);
        }
    }

    /**
     * Checks a change of a scope's layer, and updates the sums.
     *
     * @param before the entries of a company and its locations, or those of them that the change touches
     * @param after the same after the change
     * @throws RejectedRecordException if the barcode's entries would become too large; then nothing has changed
     */
    void change(String barcode, LayerUpdate change, Sum before, Sum after) {
        if (before.equals(after)) {
            return;
        }
        Sum total = total(barcode);
        Sum totalAfter = total.minus(before).plus(after);
        long bpd = blocks(LayerRows.layer(store.get(LayerKey.ofBarcode(barcode))));
        if (totalAfter.weight(bpd) > total.weight(bpd)) {
            require(barcode, totalAfter, bpd, change);
        }
        store.put(LayerKey.ofTotal(barcode), totalAfter.encode());
    }

    private static void require(String barcode, Sum total, long bpd, LayerUpdate change) {
        long weight = total.weight(bpd);
        if (weight > LARGEST) {
            throw new RejectedRecordException(described(change) + " is rejected: the entries of barcode "
                    + Ids.quoted(barcode) + " at "
                    + total.contents() + " companies and locations would total " + weight + " KiB, and at most "
                    + LARGEST
                    + " KiB are written at once. Publish smaller records for the barcode, or first delete some"
                    + " of its records.");
        }
    }

    /** Describes a layer so that a person can find its record. */
    private static String described(LayerUpdate update) {
        String at = " of company " + update.getCompanyId()
                + (update.getLocationId() == null ? "" : ", location " + update.getLocationId());
        return switch (update.getKind()) {
            case BPD -> "BPD's record";
            case OVERRIDE -> "the override" + at;
            case ATTRIBUTES -> "the attributes record" + at;
            case LISTING -> throw new IllegalStateException("a listing has no content");
        };
    }

    private Sum total(String barcode) {
        byte[] total = store.get(LayerKey.ofTotal(barcode));
        if (total == null) {
            return Sum.NONE;
        }
        ByteBuffer buffer = ByteBuffer.wrap(total);
        return new Sum(buffer.getLong(), buffer.getLong());
    }

    /**
     * Some entries of a barcode with content, as soon as BPD has it.
     *
     * @param contents how many
     * @param blocks those of their layers, without BPD's
     */
    record Sum(long contents, long blocks) {

        static final Sum NONE = new Sum(0, 0);

        /**
         * A company's entry.
         *
         * @param shared the blocks of its layers
         */
        static Sum ofCompany(CompanyLayers company, long shared) {
            return company.setsNothing() ? NONE : new Sum(1, shared);
        }

        /**
         * The entries of a company's locations.
         *
         * @param shared the blocks of the company's layers, which are in each of them
         * @param own the blocks of the locations' layers
         */
        static Sum ofLocations(long locations, long shared, long own) {
            return new Sum(locations, locations * shared + own);
        }

        Sum plus(Sum other) {
            return new Sum(contents + other.contents, blocks + other.blocks);
        }

        Sum minus(Sum other) {
            return new Sum(contents - other.contents, blocks - other.blocks);
        }

        /** The blocks of these entries, and of the one that applies where a company has none of its own. */
        private long weight(long bpd) {
            return (contents + 1) * Math.max(RESERVED, bpd) + blocks;
        }

        private byte @Nullable [] encode() {
            return equals(NONE)
                    ? null
                    : ByteBuffer.allocate(2 * Long.BYTES)
                            .putLong(contents)
                            .putLong(blocks)
                            .array();
        }
    }
}
