package dev.partnercatalog.connect;

import dev.partnercatalog.schemas.plain.FieldColumn;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/** Where the columns of a table go in a topic's record. */
final class RowColumns {

    /** Columns that a connector adds, such as Debezium's {@code __deleted} and {@code __source_ts_ms}. */
    private static final String METADATA = "__";

    /**
     * The columns of one version of a table.
     *
     * @param places of those that are fields
     * @param unknown those that aren't
     * @param clashes those whose field another column fills already
     */
    record Layout(Map<String, FieldColumn> places, List<String> unknown, Map<String, String> clashes) {}

    private final Schema record;
    private final Map<String, String> renamed;
    private final Map<String, FieldColumn> bySpelling = new HashMap<>();

    /** @param renamed the path of the field for each column that has another name */
    RowColumns(Schema record, Map<String, String> renamed) {
        this.record = record;
        this.renamed = renamed;
        for (FieldColumn column : FieldColumn.all(record)) {
            bySpelling.put(spelling(String.join("", column.steps())), column);
        }
    }

    /** Finds the field of each column of a table. */
    Layout layout(Iterable<String> columns) {
        Map<String, FieldColumn> places = new LinkedHashMap<>();
        List<String> unknown = new ArrayList<>();
        Map<String, String> clashes = new LinkedHashMap<>();
        for (String column : columns) {
            if (column.startsWith(METADATA)) {
                continue;
            }
            FieldColumn place = place(column);
            if (place == null) {
                unknown.add(column);
                continue;
            }
            places.forEach((other, taken) -> {
                if (taken.overlaps(place)) {
                    clashes.put(column, other);
                }
            });
            places.put(column, place);
        }
        return new Layout(places, List.copyOf(unknown), clashes);
    }

    private @Nullable FieldColumn place(String column) {
        String given = renamed.get(column);
        if (given != null) {
            return FieldColumn.of(given, record);
        }
        FieldColumn same = FieldColumn.of(column, record);
        return same != null ? same : bySpelling.get(spelling(column));
    }

    /** What is the same in the spellings of a name that databases favor: PostgreSQL writes all letters small. */
    private static String spelling(String name) {
        return name.replaceAll("[_.]", "").toLowerCase(Locale.ROOT);
    }
}
