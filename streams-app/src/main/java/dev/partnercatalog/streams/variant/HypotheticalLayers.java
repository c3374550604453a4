package dev.partnercatalog.streams.variant;

import dev.partnercatalog.records.LayerUpdate;
import dev.partnercatalog.resolution.ResolvedEntry;
import dev.partnercatalog.resolution.ScopedVariant;
import java.util.function.BiConsumer;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * The rows of the resolver's store as they would be after further events, to find out in advance what those would
 * change. Applies events as the resolver does. Not thread-safe.
 */
public final class HypotheticalLayers {

    private static final LayerChanges.Listener NOBODY = new LayerChanges.Listener() {

        @Override
        public void changed(ScopedVariant key, @Nullable ResolvedEntry entry, @Nullable Bpd bpd) {}
    };

    private final LayerChanges changes;

    /**
     * @param rows those whose {@link #barcodeOf} is a barcode that the events are about, as in the store's changelog
     * @param writer sets the row of a key; null deletes it
     */
    public HypotheticalLayers(
            ReadOnlyKeyValueStore<String, byte[]> rows, BiConsumer<String, byte @Nullable []> writer) {
        changes = new LayerChanges(new LayerStore(rows, writer), () -> 0);
    }

    /** The barcode that a row is about; empty for a row that is about none. */
    public static String barcodeOf(String key) {
        int end = 0;
        while (end < key.length() && key.charAt(end) != '/' && key.charAt(end) != ' ') {
            end++;
        }
        return key.substring(0, end);
    }

    /**
     * Applies a change of a layer.
     *
     * @throws dev.partnercatalog.runtime.quarantine.RejectedRecordException if the resolver would reject it
     */
    public void apply(String barcode, LayerUpdate update) {
        changes.apply(barcode, update, 0, NOBODY);
    }
}
