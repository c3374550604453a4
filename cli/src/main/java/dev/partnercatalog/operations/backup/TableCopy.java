package dev.partnercatalog.operations.backup;

import dev.partnercatalog.runtime.store.SingleObjectSerde;
import dev.partnercatalog.runtime.unreadable.OwnRecords;
import dev.partnercatalog.schemas.registry.UnreadableRecordException;
import dev.partnercatalog.webhook.state.Hash;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Copies a table's records that can be read. Only the newest record of a key counts: if it can't be read, the backup
 * lacks the key, and doesn't fall back to the record before it. Not thread-safe.
 */
final class TableCopy<T extends SpecificRecord> implements Backup.RecordCopy {

    /** Receives the copies, in a form that needs no registry. */
    interface Output {

        void write(int partition, byte[] key, byte @Nullable [] value);
    }

    /** Keys may be as large as records, so only their hash is kept. */
    private record Key(int partition, Hash hash) {}

    private final OwnRecords<T> own;
    private final SingleObjectSerde<T> copies;
    private final Output output;
    private final Set<Key> unreadable = new HashSet<>();
    private long withoutKey;

    TableCopy(OwnRecords<T> own, SingleObjectSerde<T> copies, Output output) {
        this.own = own;
        this.copies = copies;
        this.output = output;
    }

    @Override
    public void take(ConsumerRecord<byte[], byte[]> record) {
        String key;
        try {
            key = own.key(record.key(), record.partition());
        } catch (UnreadableRecordException e) {
            note(record, record.value() != null);
            return;
        }
        byte[] value = null;
        boolean faulty = false;
        try {
            value = record.value() == null ? null : copies.encode(own.value(key, record.value()));
        } catch (UnreadableRecordException e) {
            faulty = true;
        }
        note(record, faulty);
        output.write(record.partition(), key.getBytes(StandardCharsets.UTF_8), value);
    }

    private void note(ConsumerRecord<byte[], byte[]> record, boolean faulty) {
        if (record.key() == null) {
            withoutKey += faulty ? 1 : 0;
            return;
        }
        Key key = new Key(record.partition(), Hash.of(record.key()));
        if (faulty) {
            unreadable.add(key);
        } else if (!unreadable.isEmpty()) {
            unreadable.remove(key);
        }
    }

    @Override
    public long unreadable() {
        return unreadable.size() + withoutKey;
    }
}
