package dev.partnercatalog.resolution;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** How many assets of which types a configuration selects, looked up by the types' UTF-8. Immutable. */
final class AssetChoice {

    private final byte[][] types;
    private final int[] limits;

    AssetChoice(List<AssetEntry> wanted) {
        types = wanted.stream()
                .map(entry -> entry.assetType().getBytes(StandardCharsets.UTF_8))
                .toArray(byte[][]::new);
        limits = wanted.stream().mapToInt(AssetEntry::limit).toArray();
    }

    /** The maximum number of assets of the type whose name is at {@code at}; −1 if the type isn't selected. */
    int limit(byte[] bytes, int at, int length) {
        // The last one counts, as where a record is rendered.
        for (int i = types.length - 1; i >= 0; i--) {
            if (Arrays.equals(types[i], 0, types[i].length, bytes, at, at + length)) {
                return limits[i];
            }
        }
        return -1;
    }
}
