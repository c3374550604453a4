package dev.partnercatalog.runtime.quarantine;

import dev.partnercatalog.runtime.store.StoreFault;
import dev.partnercatalog.schemas.registry.RegistryUnavailableException;
import dev.partnercatalog.schemas.topic.BrokerUnavailableException;
import java.util.List;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.RecordBatchTooLargeException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.errors.LockException;
import org.apache.kafka.streams.errors.TaskCorruptedException;
import org.apache.kafka.streams.errors.TaskMigratedException;

/** Whether a fault can be due to the record being processed, rather than to the brokers, the registry or the disk. */
final class Blame {

    private Blame() {}

    static boolean isOfRecord(Throwable fault) {
        return StoreFault.chain(fault).stream().noneMatch(Blame::isOfOthers)
                && StoreFault.of(fault).isEmpty();
    }

    /** Whether the brokers refuse the output for the record, as they would every time. */
    static boolean isOfSize(Throwable fault) {
        return StoreFault.chain(fault).stream()
                .anyMatch(link -> link instanceof RecordTooLargeException
                        || link instanceof RecordBatchTooLargeException
                        || link instanceof InvalidRecordException);
    }

    /** What the fault was caused by, in a line. */
    static String describe(Throwable fault) {
        List<Throwable> chain = StoreFault.chain(fault);
        return chain.get(chain.size() - 1).toString();
    }

    private static boolean isOfOthers(Throwable link) {
        // Output that is refused, too, is not known to follow from the record that the thread is processing.
        return link instanceof ApiException
                || link instanceof RegistryUnavailableException
                || link instanceof BrokerUnavailableException
                || link instanceof TaskMigratedException
                || link instanceof TaskCorruptedException
                || link instanceof InvalidStateStoreException
                || link instanceof LockException
                || link instanceof InterruptException
                || link instanceof WakeupException;
    }
}
