package dev.partnercatalog.webhook.state;

import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.webhook.catalog.CatalogKeys;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Counts what partners would be told to remove by a sink that starts with a catalog, and with what partners had
 * elsewhere: variants that the catalog doesn't list, or doesn't resolve. First the catalog is added, then the rows of
 * what partners have. Keeps 8 bytes for each listed variant, and some 50 for each variant that partners have in
 * one of the other system's partitions. Not thread-safe.
 */
public final class ExpectedRemovals {

    private static final int FIRST_SIZE = 1 << 10;

    /** Of the partition that is being read. */
    private final Set<Long> resolved = new HashSet<>();

    private final Map<Long, ScopedVariant> listedVariants = new HashMap<>();
    private final Map<String, Set<Long>> held = new HashMap<>();

    private long[] present = new long[FIRST_SIZE];
    private int count;
    private boolean isSorted;
    private final Map<String, Share> shares = new TreeMap<>();

    /**
     * What a partner would be told.
     *
     * @param held how many records it has, or may have
     * @param removed how many of them it would be told to remove
     */
    public record Share(String partnerId, long held, long removed) {

        private Share plus(Share other) {
            return new Share(partnerId, held + other.held, removed + other.removed);
        }
    }

    /** Adds the next entry of a partition, or its deletion. */
    public void entry(ScopedVariant variant, boolean isThere) {
        put(resolved, hash(variant), isThere);
    }

    /** Adds a listed variant of the partition; as often as one likes. */
    public void listed(ScopedVariant variant) {
        listedVariants.put(hash(variant), variant);
    }

    /** Everything of a partition of the catalog has been added. */
    public void endOfCatalogPartition() {
        listedVariants.forEach((hash, variant) -> {
            if (resolved.contains(hash) || resolved.contains(hash(variant.atCompany()))) {
                if (count == present.length) {
                    present = Arrays.copyOf(present, 2 * count);
                }
                present[count++] = hash;
            }
        });
        listedVariants.clear();
        resolved.clear();
        isSorted = false;
    }

    /** Adds the next row of what partners have; those of a partition come together. Other rows are ignored. */
    public void held(byte[] key, byte @Nullable [] value) {
        if (key[0] == Keys.ACKNOWLEDGED) {
            String partnerId = Keys.partnerId(Bytes.wrap(key));
            put(
                    held.computeIfAbsent(partnerId, id -> new HashSet<>()),
                    hash(CatalogKeys.variant(key, partnerId.length() + 2)),
                    value != null && Acknowledged.decode(value).mayHaveAny());
        }
    }

    /** All rows of a partition of what partners have were added. */
    public void endOfHeldPartition() {
        if (!isSorted) {
            Arrays.sort(present, 0, count);
            isSorted = true;
        }
        held.forEach((partnerId, variants) -> shares.merge(
                partnerId,
                new Share(
                        partnerId,
                        variants.size(),
                        variants.stream()
                                .filter(variant -> Arrays.binarySearch(present, 0, count, variant) < 0)
                                .count()),
                Share::plus));
        held.clear();
    }

    /** Each partner that has something, by its id. */
    public List<Share> shares() {
        return new ArrayList<>(shares.values());
    }

    private static void put(Set<Long> set, long hash, boolean isIn) {
        if (isIn) {
            set.add(hash);
        } else {
            set.remove(hash);
        }
    }

    /** Half of a SHA-256's first 128 bits: two equal ones among a thousand million are as good as impossible. */
    private static long hash(ScopedVariant variant) {
        return Hash.of(CatalogKeys.with(new byte[0], variant)).high();
    }
}
