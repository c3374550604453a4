package dev.partnercatalog.cli.topic;

import dev.partnercatalog.runtime.unreadable.UnreadableRecord;
import org.apache.avro.specific.SpecificRecord;

/**
 * Records by key, of which there are few. Its methods throw {@link dev.partnercatalog.cli.output.OperatorFault} if the
 * brokers are unavailable or the topic doesn't exist.
 *
 * @param <R> the records' type
 */
public interface RecordTable<R extends SpecificRecord> {

    /** Every current record. */
    TableContents<R> contents();

    /** Stores a record under its key; when it returns, the record is durable. */
    void put(String key, R value);

    /** Deletes a key's record; when it returns, it is gone for good. */
    void remove(String key);

    /** Deletes a record that can't be read, whatever partition it is in; when it returns, it is gone for good. */
    void remove(UnreadableRecord record);
}
