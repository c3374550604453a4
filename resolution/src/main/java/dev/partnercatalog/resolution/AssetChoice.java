package dev.partnercatalog.resolution;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** How many assets of which types a configuration selects, looked up by the types' UTF-16 code units. Immutable. */
final class AssetChoice {

    private final String[] types;
    private final int[] limits;

    AssetChoice(List<AssetEntry> wanted) {
        Map<String, Integer> byType = new TreeMap<>();
        wanted.forEach(entry -> byType.put(entry.assetType(), entry.limit()));
        types = byType.keySet().toArray(String[]::new);
        limits = byType.values().stream().mapToInt(limit -> limit).toArray();
    }

    /** The maximum number of assets of the type whose name is at {@code at}; −1 if the type isn't selected. */
    int limit(byte[] bytes, int at, int length) {
        for (int i = 0; i < types.length; i++) {
            if (isAt(types[i], bytes, at, length)) {
                return limits[i];
            }
        }
        return -1;
    }

    private static boolean isAt(String type, byte[] bytes, int at, int length) {
        if (type.length() != length) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            int unit = at + Character.BYTES * i;
            if (type.charAt(i) != (char) ((bytes[unit] << 8) | (bytes[unit + 1] & 0xff))) {
                return false;
            }
        }
        return true;
    }
}
