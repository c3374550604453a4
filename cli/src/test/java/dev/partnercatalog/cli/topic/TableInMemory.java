package dev.partnercatalog.cli.topic;

import dev.partnercatalog.runtime.unreadable.UnreadableRecord;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;

/**
 * A table without a broker.
 *
 * @param topic the topic whose table this is
 */
public record TableInMemory<R extends SpecificRecord>(
        CatalogTopic topic, Map<String, R> records, List<UnreadableRecord> unreadable) implements RecordTable<R> {

    public TableInMemory(CatalogTopic topic) {
        this(topic, new TreeMap<>(), new ArrayList<>());
    }

    @Override
    public TableContents<R> contents() {
        return new TableContents<>(new TreeMap<>(records), unreadable);
    }

    /** Makes the record under this key unreadable from now on. */
    public void spoil(String key) {
        records.remove(key);
        unreadable.add(new UnreadableRecord(topic, 3, 88, key.getBytes(StandardCharsets.UTF_8), "it has no bytes"));
    }

    @Override
    public void put(String key, R value) {
        records.put(key, value);
    }

    @Override
    public void remove(String key) {
        records.remove(key);
    }

    @Override
    public void remove(UnreadableRecord record) {
        unreadable.remove(record);
    }
}
