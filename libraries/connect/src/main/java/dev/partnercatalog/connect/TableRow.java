package dev.partnercatalog.connect;

import java.util.Map;
import org.apache.kafka.connect.connector.ConnectRecord;
import org.jspecify.annotations.Nullable;

/**
 * A row of a table, as it is after a change.
 *
 * @param key the columns of the record's key; null if the connector gives none
 * @param columns empty if the row was deleted and nothing but its key is known
 */
record TableRow(@Nullable Map<String, @Nullable Object> key, Map<String, @Nullable Object> columns, boolean isDeleted) {

    /** The field that Debezium adds if {@code delete.tombstone.handling.mode} is {@code rewrite}. */
    private static final String DELETED = "__deleted";

    static TableRow of(ConnectRecord<?> row) throws UnfitRowException {
        Map<String, @Nullable Object> key = ConnectValues.fields(row.key());
        if (row.value() == null) {
            return new TableRow(key, Map.of(), true);
        }
        Map<String, @Nullable Object> columns = ConnectValues.fields(row.value());
        if (columns == null) {
            throw new UnfitRowException("the value must be a row, a Struct or a Map, but is "
                    + row.value().getClass().getSimpleName()
                    + ": this transformation comes before the converters");
        }
        if (columns.containsKey("op") && columns.containsKey("before") && columns.containsKey("after")) {
            return ofDebezium(key, columns);
        }
        return new TableRow(key, columns, "true".equals(String.valueOf(columns.get(DELETED))));
    }

    private static TableRow ofDebezium(@Nullable Map<String, @Nullable Object> key, Map<String, @Nullable Object> event)
            throws UnfitRowException {
        Map<String, @Nullable Object> after = ConnectValues.fields(event.get("after"));
        if (after != null) {
            return new TableRow(key, after, false);
        }
        if ("d".equals(event.get("op"))) {
            Map<String, @Nullable Object> before = ConnectValues.fields(event.get("before"));
            return new TableRow(key, before == null ? Map.of() : before, true);
        }
        throw new UnfitRowException("an event of Debezium with op " + event.get("op")
                + " has no row: delete rows one by one, instead of all with TRUNCATE");
    }
}
