package dev.partnercatalog.console.pages;

import dev.partnercatalog.console.live.Outage;
import dev.partnercatalog.operations.OperatorFault;
import dev.partnercatalog.schemas.fault.FaultWords;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.kafka.common.KafkaException;

/**
 * Lets only a few requests use the brokers at a time, so that many requests can't fill the memory, and none while the
 * brokers are known to be unavailable, so that nobody waits in vain. Thread-safe.
 */
public final class ReadPermits {

    /** The message for work that needs the brokers while they are known to be unavailable. */
    static final String NOT_TRIED = "this needs the Kafka brokers, which don't answer, so it wasn't tried";

    private static final long PATIENCE_SECONDS = 5;

    private final Supplier<Optional<Outage>> outage;
    private final Semaphore free;

    /**
     * @param outage the current outage of the brokers
     * @param atOnce the number of permits
     */
    public ReadPermits(Supplier<Optional<Outage>> outage, int atOnce) {
        this.outage = outage;
        this.free = new Semaphore(atOnce);
    }

    /**
     * Does the work once it has one of the permits.
     *
     * @throws OperatorFault if the brokers are unavailable, or fail meanwhile
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
            throw new OperatorFault("the Kafka brokers failed: " + FaultWords.of(e), e);
        } finally {
            free.release();
        }
    }
}
