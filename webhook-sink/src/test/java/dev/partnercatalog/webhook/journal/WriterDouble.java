package dev.partnercatalog.webhook.journal;

import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/** A writer for which a test decides what becomes of each record. */
public final class WriterDouble implements RecordWriter {

    record Write(CatalogTopic topic, String key, @Nullable SpecificRecord record, Done done) {}

    private final List<Write> writes = new ArrayList<>();
    private boolean down;
    private boolean held;

    /** A journal that writes here. */
    public Journal journal() {
        return new Journal(this);
    }

    @Override
    public void write(CatalogTopic topic, String key, @Nullable SpecificRecord record, Done done) {
        synchronized (this) {
            if (down) {
                throw new IllegalStateException("the brokers are unavailable");
            }
            writes.add(new Write(topic, key, record, done));
            if (held) {
                return;
            }
        }
        done.ended(null);
    }

    /** From now on nothing can be written. */
    synchronized void takeDown() {
        down = true;
    }

    synchronized void bringUp() {
        down = false;
    }

    /** From now on a write doesn't end until the test says so. */
    synchronized void hold() {
        held = true;
    }

    synchronized List<Write> writes() {
        return List.copyOf(writes);
    }

    @Override
    public void close(Duration timeout) {}
}
