package dev.partnercatalog.streams.variant;

import dev.partnercatalog.records.LayerUpdate;
import dev.partnercatalog.runtime.quarantine.RejectedRecordException;
import dev.partnercatalog.schemas.key.Ids;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Limits what one change can write: all entries of one barcode together. A change of BPD writes all of them in one
 * transaction, and one that takes too long would be aborted and restarted forever. Not thread-safe.
 *
 * <p>An entry counts with the sizes of all layers that it is built from. The sums are kept with the layers, so that
 * they are known without reading those. Sizes are counted in blocks, so that most changes leave the sums unchanged.
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
     * The blocks that each entry counts for BPD's layer even if that is smaller, so that a product of this size can
     * always be published, however many scopes were given layers before.
     */
    static final long RESERVED = 2;

    private final LayerStore store;

    EntryBudget(LayerStore store) {
        this.store = store;
    }

    /** The number of blocks that a layer counts. */
    static long blocks(byte @Nullable [] layer) {
        return layer == null ? 0 : (layer.length + BLOCK - 1) / BLOCK;
    }

    /**
     * Whether any company or location sets anything for a barcode. Most barcodes have no such row, and reading it costs
     * a fraction of a scan.
     */
    boolean hasEntries(String barcode) {
        return total(LayerKey.ofTotal(barcode)).entries > 0;
    }

    /**
     * Checks a change of BPD's layer.
     *
     * @throws RejectedRecordException if the barcode's entries would become too large
     */
    void requireBpd(String barcode, LayerUpdate change, byte @Nullable [] held, byte @Nullable [] layer) {
        long blocks = blocks(layer);
        if (blocks > Math.max(RESERVED, blocks(held))) {
            require(barcode, total(LayerKey.ofTotal(barcode)), blocks, change);
        }
    }

    /**
     * Checks a change of a scope's layer, and updates the sums.
     *
     * @param entries 1 if the change gives the company or location an entry of its own, -1 if it removes it, otherwise
     *     0
     * @param shared by how many blocks the layers grow that the company's entry shares with its locations' entries
     * @param own by how many blocks a location's layer grows
     * @throws RejectedRecordException if the barcode's entries would become too large; then nothing has changed
     */
    void change(String barcode, long companyId, LayerUpdate change, int entries, long shared, long own) {
        if (entries == 0 && shared == 0 && own == 0) {
            return;
        }
        String companyKey = LayerKey.ofTotal(barcode, companyId);
        String barcodeKey = LayerKey.ofTotal(barcode);
        Total company = total(companyKey);
        Total companyAfter = new Total(company.entries + entries, company.blocks + shared);
        Total before = total(barcodeKey);
        Total after =
                new Total(before.entries + entries, before.blocks + companyAfter.product() - company.product() + own);
        long bpd = blocks(store.layer(LayerKey.ofBarcode(barcode)));
        if (weight(after, bpd) > weight(before, bpd)) {
            require(barcode, after, bpd, change);
        }
        store.put(companyKey, companyAfter.encode());
        store.put(barcodeKey, after.encode());
    }

    private static void require(String barcode, Total total, long bpd, LayerUpdate change) {
        long weight = weight(total, bpd);
        if (weight > LARGEST) {
            throw new RejectedRecordException(described(change) + " is rejected: the entries of barcode "
                    + Ids.quoted(barcode) + " at "
                    + total.entries + " companies and locations would total " + weight + " KiB, and at most "
                    + LARGEST
                    + " KiB are written at once. Publish smaller records for the barcode, or first delete some"
                    + " of its records or listings.");
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
            case LISTING -> "the first listing" + at;
        };
    }

    /** The total for the entries at all scopes, including the one that applies where a company has none of its own. */
    private static long weight(Total total, long bpd) {
        return (total.entries + 1) * Math.max(RESERVED, bpd) + total.blocks;
    }

    private Total total(String key) {
        byte[] total = store.get(key);
        if (total == null) {
            return new Total(0, 0);
        }
        ByteBuffer buffer = ByteBuffer.wrap(total);
        return new Total(buffer.getLong(), buffer.getLong());
    }

    /**
     * The sums for a barcode, or for a company at a barcode.
     *
     * @param entries how many scopes have an entry of their own as soon as BPD has the barcode
     * @param blocks for a company, those of its layers; for a barcode, those of all entries without BPD's layer
     */
    private record Total(long entries, long blocks) {

        long product() {
            return entries * blocks;
        }

        byte @Nullable [] encode() {
            return entries == 0
                    ? null
                    : ByteBuffer.allocate(2 * Long.BYTES)
                            .putLong(entries)
                            .putLong(blocks)
                            .array();
        }
    }
}
