package dev.partnercatalog.webhook.subscription;

import dev.partnercatalog.webhook.state.Hash;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * What a partner may see, by numeric id: companies, or a company's scopes with the configuration of each, where company
 * scope is under the company's own id (D16, D24). Takes few bytes for each, because a partner may see very many; partners
 * that may see the same share one, so it names no partner. Immutable.
 */
public final class VisibleScopes<T> {

    private final long[] ids;
    private final List<T> values;
    private final Hash fingerprint;

    /** @param fingerprint equal if all ids and values are */
    @SuppressWarnings("ReferenceEquality") // equal ones are the same object, and comparing them would take long
    public VisibleScopes(SortedMap<Long, T> byId, Hash fingerprint) {
        this.ids = byId.keySet().stream().mapToLong(Long::longValue).toArray();
        List<T> all = List.copyOf(byId.values());
        boolean isOne = !all.isEmpty() && all.stream().allMatch(each -> each == all.get(0));
        this.values = isOne ? List.of(all.get(0)) : all;
        this.fingerprint = fingerprint;
    }

    public LongStream ids() {
        return Arrays.stream(ids);
    }

    /** What is visible there, null if nothing is. */
    public @Nullable T at(long id) {
        int index = Arrays.binarySearch(ids, id);
        return index < 0 ? null : values.get(values.size() == 1 ? 0 : index);
    }

    public Hash fingerprint() {
        return fingerprint;
    }
}
