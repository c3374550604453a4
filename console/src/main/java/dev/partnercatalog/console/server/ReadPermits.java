package dev.partnercatalog.console.server;

import dev.partnercatalog.console.live.Outage;
import dev.partnercatalog.operations.OperatorFault;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.kafka.common.KafkaException;

/**
 * Lets only a few ask the brokers at once, so that many requests can't fill the memory, and none while the brokers are known
 * to be away, so that nobody waits for nothing. Thread-safe.
 */
public final class ReadPermits {

    /** What is said of work that needs the brokers while they are known to be away. */
    static final String NOT_TRIED = "this has to ask the Kafka brokers, which don't answer, so it wasn't tried";

    private static final long PATIENCE_SECONDS = 5;

    private final Supplier<Optional<Outage>> outage;
    private final Semaphore free;

    /**
     * @param outage of the brokers, at the moment
     * @param atOnce how many may ask
     */
    public ReadPermits(Supplier<Optional<Outage>> outage, int atOnce) {
        this.outage = outage;
        this.free = new Semaphore(atOnce);
    }

    /**
     * Does the work once it has one of the permits.
     *
     * @throws OperatorFault where the brokers are away, or fail at it
     */
    <T> T use(Supplier<T> work) {
        if (outage.get().isPresent()) {
            throw new OperatorFault(NOT_TRIED);
        }
        try {
            if (!free.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw new Faults.TooBusyException();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Faults.TooBusyException();
        }
        try {
            return work.get();
        } catch (KafkaException e) {
            throw new OperatorFault("the Kafka brokers failed at it: " + e.getMessage(), e);
        } finally {
            free.release();
        }
    }
}
