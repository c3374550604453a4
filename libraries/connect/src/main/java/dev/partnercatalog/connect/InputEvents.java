package dev.partnercatalog.connect;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.partnercatalog.schemas.conversion.EventConversion;
import dev.partnercatalog.schemas.conversion.EventConversion.PlainEvent;
import dev.partnercatalog.schemas.conversion.FieldColumn;
import dev.partnercatalog.schemas.conversion.FieldFaults;
import dev.partnercatalog.schemas.conversion.FieldFaults.FieldFault;
import dev.partnercatalog.schemas.event.EventKey;
import dev.partnercatalog.schemas.event.EventRules;
import dev.partnercatalog.schemas.key.MalformedEventException;
import dev.partnercatalog.schemas.registry.RecordSerializer;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Date;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.cache.Cache;
import org.apache.kafka.common.cache.LRUCache;
import org.apache.kafka.connect.connector.ConnectRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes the events of one input topic from the rows of a table. A task has its own. */
final class InputEvents {

    /** The columns of one version of a table: those of fields, the others, and those whose field another column fills. */
    record Layout(Map<String, FieldColumn> places, List<String> unknown, Map<String, String> clashes) {}

    private static final Logger LOG = LoggerFactory.getLogger(InputEvents.class);

    /** Versions of a table that are known at a time; each is named in the log. */
    private static final int MOST_LAYOUTS = 100;

    /** Columns that a connector adds, such as Debezium's {@code __deleted} and {@code __source_ts_ms}. */
    private static final String METADATA = "__";

    /** What Debezium writes for a large value that an update didn't change, unless it is told another text. */
    private static final String UNAVAILABLE = "__debezium_unavailable_value";

    /** A whole number of a column with decimal places. */
    private static final Pattern WITH_PLACES = Pattern.compile("(-?[0-9]+)\\.0+");

    private final CatalogTopic topic;
    private final String topicName;
    private final EventConversion conversion;
    private final RecordSerializer<SpecificRecord> serializer;
    private final Map<String, String> renamed;
    private final Map<String, FieldColumn> bySpelling = new HashMap<>();
    private final boolean unknownColumnsAreFaults;
    private final Cache<List<String>, Layout> layouts = new LRUCache<>(MOST_LAYOUTS);

    InputEvents(CatalogTopic topic, String topicName, ToCatalogSettings settings, SchemaRegistry registry) {
        this.topic = topic;
        this.topicName = topicName;
        this.conversion = new EventConversion(topic);
        this.serializer = new RecordSerializer<>(registry, topic);
        this.renamed = settings.columns();
        FieldColumn.all(conversion.schema())
                .forEach(column -> bySpelling.put(spelling(String.join("", column.steps())), column));
        this.unknownColumnsAreFaults = settings.unknownColumnsAreFaults();
    }

    String topicName() {
        return topicName;
    }

    /** Throws {@link MalformedEventException}, for the owner of the table, if the row doesn't fit. */
    <R extends ConnectRecord<R>> R of(R published) {
        TableRow row = TableRow.of(published);
        String ofTable = row.key() == null ? null : key(row.key(), true);
        if (row.isDeleted()) {
            String key = ofTable == null ? key(row.columns(), false) : ofTable;
            return TableRow.record(published, topicName, key, null, published.headers());
        }
        FieldFaults faults = new FieldFaults();
        ObjectNode object = object(row.columns(), faults);
        if (unknownColumnsAreFaults) {
            layout(row.columns())
                    .unknown()
                    .forEach(column ->
                            faults.field(column).add(conversion.schema().getName() + " has no such field"));
        }
        PlainEvent event = fitting(faults.isEmpty() ? conversion.event(object, faults) : null, faults);
        byte[] value = serializer.serialize(topicName, event.value());
        EventRules.size(topic, event.key().getBytes(StandardCharsets.UTF_8), value);
        return TableRow.record(published, topicName, event.key(), value, published.headers());
    }

    /**
     * The key of the event by the table's key or by all of a row's columns. A table's key without a field of the topic's key
     * is refused for every row: if such a field changed, nothing would ever delete the event of its old value. So is one
     * with a further column: several rows would be one event, and deleting one of them would delete it.
     */
    private String key(Map<String, @Nullable Object> row, boolean isKeyOfTable) {
        if (row.isEmpty()) {
            throw new MalformedEventException(
                    "the row was deleted, and nothing says which: its record's key has no columns");
        }
        List<String> wanted = EventKey.fields(topic);
        List<String> unknown = layout(row).unknown();
        List<String> fields = layout(row).places().values().stream()
                .map(column -> String.join(".", column.steps()))
                .toList();
        if (!fields.containsAll(wanted) || (isKeyOfTable && !(unknown.isEmpty() && wanted.containsAll(fields)))) {
            throw new MalformedEventException("the table's key is " + String.join(", ", row.keySet())
                    + ", but the event's is " + String.join(", ", wanted)
                    + ": make these the table's primary key, or name their columns in Debezium's message.key.columns"
                    + " and set REPLICA IDENTITY FULL");
        }
        FieldFaults faults = new FieldFaults();
        ObjectNode object = object(row, faults).retain(wanted);
        return fitting(faults.isEmpty() ? conversion.key(object, faults) : null, faults);
    }

    private static <T> T fitting(@Nullable T converted, FieldFaults faults) {
        if (converted == null) {
            throw new MalformedEventException(FieldFault.inWords(faults.list()));
        }
        return converted;
    }

    private ObjectNode object(Map<String, @Nullable Object> row, FieldFaults faults) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        Layout layout = layout(row);
        layout.clashes()
                .forEach((column, other) -> faults.field(column).add("is for the same field as the column " + other));
        layout.places().forEach((name, column) -> {
            Object value = row.get(name);
            if (value != null) {
                put(column, value, object, faults);
            }
        });
        TableRow.plain(object);
        return object;
    }

    private static void put(FieldColumn column, Object value, ObjectNode object, FieldFaults faults) {
        if (value instanceof Date || value instanceof byte[] || value instanceof ByteBuffer) {
            String foreign = value instanceof Date ? "a date or a time" : "bytes";
            column.at(faults).add("is " + foreign + ", which no field of the catalog is");
        } else if (UNAVAILABLE.equals(value) || (value instanceof Collection<?> list && list.contains(UNAVAILABLE))) {
            column.at(faults)
                    .add(
                            "is large and didn't change, so the database didn't send it: ALTER TABLE … REPLICA IDENTITY FULL");
        } else if (value instanceof String text) {
            Matcher whole = WITH_PLACES.matcher(text);
            boolean isWhole = column.type().getType() != org.apache.avro.Schema.Type.STRING && whole.matches();
            column.put(isWhole ? whole.group(1) : text, object, faults);
        } else {
            column.put(TableRow.json(value), object);
        }
    }

    private Layout layout(Map<String, @Nullable Object> row) {
        List<String> columns = List.copyOf(row.keySet());
        Layout known = layouts.get(columns);
        if (known != null) {
            return known;
        }
        Layout layout = new Layout(new LinkedHashMap<>(), new ArrayList<>(), new LinkedHashMap<>());
        for (String column : columns) {
            FieldColumn place = column.startsWith(METADATA) ? null : column(column);
            if (place != null) {
                layout.places.forEach((other, taken) -> {
                    if (taken.overlaps(place)) {
                        layout.clashes.put(column, other);
                    }
                });
                layout.places.put(column, place);
            } else if (!column.startsWith(METADATA)) {
                layout.unknown.add(column);
            }
        }
        if (!layout.unknown.isEmpty() && !unknownColumnsAreFaults) {
            LOG.warn("{} gets nothing from the columns {}: it has no such fields", topicName, layout.unknown);
        }
        layouts.put(columns, layout);
        return layout;
    }

    private @Nullable FieldColumn column(String column) {
        FieldColumn place = FieldColumn.of(renamed.getOrDefault(column, column), conversion.schema());
        return place != null || renamed.containsKey(column) ? place : bySpelling.get(spelling(column));
    }

    /** What is the same in the spellings of a name that databases favor: PostgreSQL writes all letters small. */
    private static String spelling(String name) {
        return name.replaceAll("[_.]", "").toLowerCase(Locale.ROOT);
    }
}
