package dev.partnercatalog.webhook;

import dev.partnercatalog.runtime.freshness.Freshness;
import dev.partnercatalog.runtime.quarantine.Quarantine;
import dev.partnercatalog.runtime.unreadable.UnreadableRecords;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Set;

/**
 * What operators learn of single records that pass. Thread-safe.
 *
 * @param unreadable learns which can't be read
 * @param quarantine receives those that can't be reconciled
 * @param delivered receives each change that a partner accepted
 */
record RecordWatch(UnreadableRecords unreadable, Quarantine quarantine, Freshness delivered) {

    /** Registers the metrics. */
    static RecordWatch of(UnreadableRecords unreadable, MeterRegistry meters) {
        Quarantine quarantine = Quarantine.inLog();
        quarantine.bindTo(meters, Set.of());
        return new RecordWatch(unreadable, quarantine, new Freshness(meters, "delivered"));
    }
}
