package dev.partnercatalog.resolution;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** The Java type of a {@link VariantField}'s value. */
public enum Kind {
    /** {@link String}. */
    TEXT,
    /** {@link List} of {@link String}. */
    TEXT_LIST,
    /** {@link Double}. */
    NUMBER,
    /** {@link Integer}. */
    INTEGER,
    /** {@link Boolean}. */
    FLAG,
    /** {@link MeasuredRange}. */
    RANGE,
    /** {@link Map} of {@link String} to {@link MeasuredRange}, sorted by key. */
    RANGE_MAP,
    /** {@link Map} of {@link String} to {@link String}, sorted by key. */
    TEXT_MAP,
    /** {@link Map} of asset type to {@link List} of {@link Asset}, sorted by key. */
    ASSET_MAP;

    /**
     * An immutable copy of the value.
     *
     * @throws ClassCastException if the value or one of its elements has another type
     * @throws NullPointerException if one of its elements is null
     */
    Object immutable(Object value) {
        return switch (this) {
            case TEXT -> (String) value;
            case TEXT_LIST -> listOf(String.class, value);
            case NUMBER -> (Double) value;
            case INTEGER -> (Integer) value;
            case FLAG -> (Boolean) value;
            case RANGE -> (MeasuredRange) value;
            case RANGE_MAP -> mapOf(value, MeasuredRange.class::cast);
            case TEXT_MAP -> mapOf(value, String.class::cast);
            case ASSET_MAP -> mapOf(value, assets -> listOf(Asset.class, assets));
        };
    }

    private static List<?> listOf(Class<?> elementType, Object value) {
        List<?> list = List.copyOf((List<?>) value);
        for (Object element : list) {
            if (!elementType.isInstance(element)) {
                throw new ClassCastException("a list of " + elementType + " contains a " + element.getClass());
            }
        }
        return list;
    }

    private static Map<String, Object> mapOf(Object value, UnaryOperator<Object> immutableEntry) {
        var sorted = new TreeMap<String, Object>();
        ((Map<?, ?>) value)
                .forEach((key, entry) ->
                        sorted.put(JsonWriter.wellFormed((String) key), requireNonNull(immutableEntry.apply(entry))));
        return Collections.unmodifiableMap(sorted);
    }
}
