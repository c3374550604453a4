package dev.partnercatalog.standalone;

import dev.partnercatalog.resolution.VariantImage;
import dev.partnercatalog.runtime.store.RocksDbMemory;
import dev.partnercatalog.runtime.store.RowBatch;
import dev.partnercatalog.runtime.store.RowRange;
import dev.partnercatalog.runtime.store.RowStore;
import dev.partnercatalog.runtime.store.RowStore.Family;
import dev.partnercatalog.webhook.catalog.EntryStore;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.Stream;

/** What another version of the program, with other images, would have left of the stores. */
final class OtherImageVersion {

    private static final byte VERSION = VariantImage.VERSION + 1;

    private OtherImageVersion() {}

    /** Makes all images in the stores of a sink that is stopped those of another version; returns their number. */
    static int changeImages(Path folder) throws IOException {
        int images = 0;
        try (RocksDbMemory memory = new RocksDbMemory(16L << 20)) {
            for (Path store : stores(folder, EntryStore.NAME)) {
                images += changeImages(store, memory, 0, Family.CHANGES, Family.LATEST);
            }
            // After the product's revision.
            for (Path store : stores(folder, "products")) {
                images += changeImages(store, memory, Long.BYTES);
            }
        }
        return images;
    }

    private static int changeImages(Path folder, RocksDbMemory memory, int versionAt, Family... more) {
        EnumSet<Family> families = EnumSet.of(Family.RECORDS, Family.PROGRESS);
        families.addAll(List.of(more));
        int images = 0;
        try (RowStore store = RowStore.open(folder, memory, families, Duration.ZERO)) {
            RowBatch changed = new RowBatch(store);
            // A row begins with its image's length, 0 if there is none.
            try (RowRange all = store.rows(Family.RECORDS, new byte[0], null)) {
                for (; all.hasNext(); all.advance()) {
                    ByteBuffer row = ByteBuffer.wrap(all.value());
                    if (row.getInt() > 0) {
                        row.put(Integer.BYTES + versionAt, VERSION);
                        changed.put(Family.RECORDS, all.key(), row.array());
                        images++;
                    }
                }
            }
            store.write(changed);
            store.flush();
        }
        return images;
    }

    private static List<Path> stores(Path folder, String name) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(path -> path.getFileName().toString().matches(name))
                    .toList();
        }
    }

    /** Gives the stores with images the names that they have in another version; returns these. */
    static List<Path> renameStores(Path folder) throws IOException {
        List<Path> renamed = new ArrayList<>();
        for (Path store : stores(folder, "(company-)?variant-images-" + VariantImage.VERSION + ".*")) {
            String name = store.getFileName().toString();
            renamed.add(Files.move(
                    store, store.resolveSibling(name.replace("images-" + VariantImage.VERSION, "images-0"))));
        }
        return renamed;
    }
}
