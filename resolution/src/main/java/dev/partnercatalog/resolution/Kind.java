package dev.partnercatalog.resolution;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** The Java type of a {@link VariantField}'s value. */
public enum Kind {
    /** {@link String}. */
    TEXT(value -> checked(String.class, value)),
    /** {@link List} of {@link String}. */
    TEXT_LIST(value -> listOf(String.class, value)),
    /** {@link Double}. */
    NUMBER(value -> checked(Double.class, value)),
    /** {@link Integer}. */
    INTEGER(value -> checked(Integer.class, value)),
    /** {@link Boolean}. */
    FLAG(value -> checked(Boolean.class, value)),
    /** {@link Range}. */
    RANGE(value -> checked(Range.class, value)),
    /** {@link Map} of {@link String} to {@link Range}, sorted by key. */
    RANGE_MAP(value -> mapOf(entry -> checked(Range.class, entry), value)),
    /** {@link Map} of {@link String} to {@link String}, sorted by key. */
    TEXT_MAP(value -> mapOf(entry -> checked(String.class, entry), value)),
    /** {@link Map} of asset type to {@link List} of {@link Asset}, sorted by key. */
    ASSET_MAP(value -> mapOf(entry -> listOf(Asset.class, entry), value));

    private final UnaryOperator<Object> immutable;

    Kind(UnaryOperator<Object> immutable) {
        this.immutable = immutable;
    }

    /**
     * The value as one that no one can change.
     *
     * @throws ClassCastException if the value, or an element of it, is of another type
     */
    Object immutable(Object value) {
        return immutable.apply(value);
    }

    private static <T> T checked(Class<T> type, Object value) {
        return type.cast(value);
    }

    private static List<?> listOf(Class<?> elementType, Object value) {
        List<?> list = List.copyOf((List<?>) value);
        list.forEach(elementType::cast);
        return list;
    }

    private static Map<String, Object> mapOf(UnaryOperator<Object> entryValue, Object value) {
        Map<?, ?> map = (Map<?, ?>) value;
        if (map.isEmpty()) {
            return Map.of();
        }
        var sorted = new TreeMap<String, Object>();
        map.forEach((key, entry) -> sorted.put((String) key, entryValue.apply(entry)));
        return Collections.unmodifiableMap(sorted);
    }
}
