package dev.partnercatalog.cli.topic;

import dev.partnercatalog.cli.output.OperatorFault;
import dev.partnercatalog.runtime.unreadable.UnreadableRecord;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/**
 * The contents of one of our tables. Immutable.
 *
 * @param records the records that can be read, in order of their keys
 * @param unreadable the records that can't be read, which are not in {@code records}
 */
public record TableContents<R extends SpecificRecord>(Map<String, R> records, List<UnreadableRecord> unreadable) {

    public TableContents {
        records = Collections.unmodifiableMap(new TreeMap<>(records));
        unreadable = List.copyOf(unreadable);
    }

    /** The unreadable record of a key; empty if the record can be read, or there is none. */
    public Optional<UnreadableRecord> unreadable(String key) {
        return records.containsKey(key)
                ? Optional.empty()
                : unreadable.stream()
                        .filter(record ->
                                record.key() != null && key.equals(new String(record.key(), StandardCharsets.UTF_8)))
                        .findFirst();
    }

    /**
     * The record of a key; null if there is none.
     *
     * @param fault what is said of a record that can't be read
     * @throws OperatorFault if it can't be read
     */
    public @Nullable R readable(String key, Function<UnreadableRecord, String> fault) {
        unreadable(key).ifPresent(record -> {
            throw new OperatorFault(fault.apply(record));
        });
        return records.get(key);
    }
}
