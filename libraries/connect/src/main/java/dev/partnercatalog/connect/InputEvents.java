package dev.partnercatalog.connect;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.partnercatalog.schemas.event.EventKey;
import dev.partnercatalog.schemas.event.EventRules;
import dev.partnercatalog.schemas.event.MalformedEventException;
import dev.partnercatalog.schemas.plain.EventConversion;
import dev.partnercatalog.schemas.plain.FieldColumn;
import dev.partnercatalog.schemas.plain.FieldFault;
import dev.partnercatalog.schemas.plain.FieldFaults;
import dev.partnercatalog.schemas.plain.FieldPath;
import dev.partnercatalog.schemas.plain.PlainEvent;
import dev.partnercatalog.schemas.registry.RecordSerializer;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.cache.Cache;
import org.apache.kafka.common.cache.LRUCache;
import org.apache.kafka.connect.connector.ConnectRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes the events of one input topic from the rows of a table. A task has its own. */
final class InputEvents {

    /**
     * An event as it is published.
     *
     * @param value null if it deletes the key's record
     */
    @SuppressWarnings("ArrayRecordComponent") // it is never compared
    record Event(String key, byte @Nullable [] value) {}

    private static final Logger LOG = LoggerFactory.getLogger(InputEvents.class);

    /** Versions of a table that are in use at a time: a key, a row, and both while a column is added. */
    private static final int MOST_LAYOUTS = 16;

    private static final int MOST_NAMED = 1000;

    /** What Debezium writes for a large value that an update didn't change, unless it is told another text. */
    private static final String UNAVAILABLE = "__debezium_unavailable_value";

    private final CatalogTopic topic;
    private final String topicName;
    private final EventConversion conversion;
    private final RecordSerializer<SpecificRecord> serializer;
    private final RowColumns columns;
    private final boolean unknownColumnsAreFaults;
    private final Cache<List<String>, RowColumns.Layout> layouts = new LRUCache<>(MOST_LAYOUTS);
    private final Set<String> named = new HashSet<>();

    InputEvents(CatalogTopic topic, String topicName, ToCatalogSettings settings, SchemaRegistry registry) {
        this.topic = topic;
        this.topicName = topicName;
        this.conversion = new EventConversion(topic);
        this.serializer = new RecordSerializer<>(registry, topic);
        this.columns = new RowColumns(conversion.schema(), settings.columns());
        this.unknownColumnsAreFaults = settings.unknownColumnsAreFaults();
    }

    String topicName() {
        return topicName;
    }

    Event of(ConnectRecord<?> published) throws UnfitRowException {
        TableRow row = TableRow.of(published);
        String recordKey = row.key() == null ? null : keyOfTable(row.key());
        if (row.isDeleted()) {
            return new Event(recordKey == null ? key(row.columns()) : recordKey, null);
        }
        FieldFaults faults = new FieldFaults();
        ObjectNode object = object(row.columns(), faults);
        List<String> unknown = layout(row.columns()).unknown();
        if (unknownColumnsAreFaults) {
            unknown.forEach(column ->
                    faults.add(FieldPath.ROOT.field(column), conversion.schema().getName() + " has no such field"));
        } else {
            name(unknown);
        }
        PlainEvent event = faults.isEmpty() ? conversion.event(object, faults) : null;
        if (event == null) {
            throw new UnfitRowException(FieldFault.inWords(faults.list()));
        }
        byte[] value = serializer.serialize(topicName, event.value());
        try {
            EventRules.size(topic, event.key().getBytes(StandardCharsets.UTF_8), value);
        } catch (MalformedEventException e) {
            throw new UnfitRowException(String.valueOf(e.getMessage()));
        }
        return new Event(event.key(), value);
    }

    /**
     * The key of the event by the table's key. A key without a field of the topic's key is refused for every row: if
     * such a field changed, nothing would ever delete the event of its old value. So is a key with a further column:
     * several rows would be one event, and deleting one of them would delete it.
     */
    private String keyOfTable(Map<String, @Nullable Object> identifying) throws UnfitRowException {
        RowColumns.Layout layout = layout(identifying);
        List<List<String>> fields =
                EventKey.fields(topic).stream().map(List::of).toList();
        if (!layout.unknown().isEmpty()
                || layout.places().values().stream().anyMatch(column -> !fields.contains(column.steps()))) {
            throw otherKey(identifying);
        }
        return key(identifying);
    }

    /** The key of the event by columns of the row, some of which identify it. */
    private String key(Map<String, @Nullable Object> identifying) throws UnfitRowException {
        if (identifying.isEmpty()) {
            throw new UnfitRowException("the row was deleted, and nothing says which: its record's key has no columns");
        }
        FieldFaults faults = new FieldFaults();
        List<String> fields = EventKey.fields(topic);
        ObjectNode object = object(identifying, faults).retain(fields);
        if (faults.isEmpty() && object.size() < fields.size()) {
            throw otherKey(identifying);
        }
        String key = faults.isEmpty() ? conversion.key(object, faults) : null;
        if (key == null) {
            throw new UnfitRowException(FieldFault.inWords(faults.list()));
        }
        return key;
    }

    private UnfitRowException otherKey(Map<String, @Nullable Object> ofTable) {
        return new UnfitRowException("the table's key is " + String.join(", ", ofTable.keySet())
                + ", but the event's is " + String.join(", ", EventKey.fields(topic))
                + ": make these the table's primary key, or name their columns in Debezium's message.key.columns"
                + " and set REPLICA IDENTITY FULL");
    }

    private ObjectNode object(Map<String, @Nullable Object> row, FieldFaults faults) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        RowColumns.Layout layout = layout(row);
        layout.clashes()
                .forEach((column, other) ->
                        faults.add(FieldPath.ROOT.field(column), "is for the same field as the column " + other));
        layout.places().forEach((name, column) -> {
            Object value = row.get(name);
            if (value != null) {
                put(column, value, object, faults);
            }
        });
        return object;
    }

    private static void put(FieldColumn column, Object value, ObjectNode object, FieldFaults faults) {
        String foreign = ConnectValues.foreign(value);
        if (foreign != null) {
            faults.add(column.path(), "is " + foreign + ", which no field of the catalog is");
        } else if (UNAVAILABLE.equals(value) || (value instanceof Collection<?> list && list.contains(UNAVAILABLE))) {
            faults.add(
                    column.path(),
                    "is large and didn't change, so the database didn't send it: ALTER TABLE … REPLICA IDENTITY FULL");
        } else if (value instanceof String text) {
            column.put(text, object, faults);
        } else {
            column.put(ConnectValues.json(value), object);
        }
    }

    private RowColumns.Layout layout(Map<String, @Nullable Object> row) {
        List<String> names = List.copyOf(row.keySet());
        RowColumns.Layout known = layouts.get(names);
        if (known != null) {
            return known;
        }
        RowColumns.Layout layout = columns.layout(names);
        layouts.put(names, layout);
        return layout;
    }

    /** Says it once for each column, not for each row. */
    private void name(List<String> unknown) {
        if (named.size() < MOST_NAMED && named.addAll(unknown)) {
            LOG.warn(
                    "{} has no fields for the columns {}: {} gets nothing from them",
                    conversion.schema().getName(),
                    unknown,
                    topicName);
        }
    }
}
