package dev.partnercatalog.operations.topic;

import dev.partnercatalog.runtime.unreadable.OwnRecords;
import dev.partnercatalog.runtime.unreadable.UnreadableRecord;
import dev.partnercatalog.schemas.registry.UnreadableRecordException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;

/**
 * What a table of ours holds. Immutable.
 *
 * @param records that can be read, in the order of their keys
 * @param unreadable those that can't, which are left out of {@code records}
 */
public record TableContents<R extends SpecificRecord>(Map<String, R> records, List<UnreadableRecord> unreadable) {

    public TableContents {
        records = Collections.unmodifiableMap(new TreeMap<>(records));
        unreadable = List.copyOf(unreadable);
    }

    /**
     * What can be read of these, and what can't.
     *
     * @throws dev.partnercatalog.schemas.registry.RegistryUnavailableException where that can't be told now
     */
    public static <R extends SpecificRecord> TableContents<R> of(List<StoredRecord> stored, OwnRecords<R> reader) {
        Map<String, R> records = new TreeMap<>();
        List<UnreadableRecord> unreadable = new ArrayList<>();
        for (StoredRecord record : stored) {
            try {
                records.put(record.key(), reader.value(record.key(), record.partition(), record.value()));
            } catch (UnreadableRecordException e) {
                unreadable.add(new UnreadableRecord(
                        reader.topic(),
                        record.partition(),
                        record.offset(),
                        record.key().getBytes(StandardCharsets.UTF_8),
                        String.valueOf(e.getMessage())));
            }
        }
        return new TableContents<>(records, unreadable);
    }

    /** The record of a key that is there and can't be read; empty where it can, or there is none. */
    public Optional<UnreadableRecord> unreadable(String key) {
        return records.containsKey(key)
                ? Optional.empty()
                : unreadable.stream()
                        .filter(record ->
                                record.key() != null && key.equals(new String(record.key(), StandardCharsets.UTF_8)))
                        .findFirst();
    }
}
