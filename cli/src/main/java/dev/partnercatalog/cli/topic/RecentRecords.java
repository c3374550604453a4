package dev.partnercatalog.cli.topic;

import dev.partnercatalog.runtime.unreadable.OwnRecords;
import dev.partnercatalog.schemas.registry.UnreadableRecordException;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Passes on the latest records of a topic, except those that can't be read. Not thread-safe.
 *
 * @param <R> the records' type
 */
public final class RecentRecords<R extends SpecificRecord> implements TopicReceiver {

    private static final Logger LOG = LoggerFactory.getLogger(RecentRecords.class);

    private final IntFunction<OwnRecords<R>> readers;
    private final long latest;
    private final Runnable forget;
    private final Consumer<R> receiver;
    private @Nullable OwnRecords<R> reader;

    /**
     * Creates a receiver that is begun before it receives anything.
     *
     * @param readers creates a reader of the topic's records, given its number of partitions
     * @param latest the number of records per partition that are read after a start
     * @param forget called before they are read again
     */
    public RecentRecords(IntFunction<OwnRecords<R>> readers, long latest, Runnable forget, Consumer<R> receiver) {
        this.readers = readers;
        this.latest = latest;
        this.forget = forget;
        this.receiver = receiver;
    }

    @Override
    public void begin(int partitions) {
        reader = readers.apply(partitions);
        forget.run();
    }

    @Override
    public long latest() {
        return latest;
    }

    @Override
    public void accept(ConsumerRecord<String, byte[]> record) {
        if (record.value() == null || reader == null) {
            return;
        }
        try {
            receiver.accept(reader.value(record.key(), record.partition(), record.value()));
        } catch (UnreadableRecordException e) {
            // The log of the applications reports it.
            LOG.debug("can't read the record at {}-{}-{}", record.topic(), record.partition(), record.offset(), e);
        }
    }
}
