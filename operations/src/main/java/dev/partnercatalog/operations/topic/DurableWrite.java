package dev.partnercatalog.operations.topic;

import dev.partnercatalog.operations.OperatorFault;
import dev.partnercatalog.schemas.fault.FaultWords;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.apache.kafka.common.KafkaException;

/** Writes that are durable when they return. */
public final class DurableWrite {

    private DurableWrite() {}

    /**
     * Sends a record and waits until the brokers have stored it.
     *
     * @param failed what is said if they don't, such as {@code the record was not removed}
     * @throws OperatorFault if they don't, or this thread is interrupted before it is known
     */
    public static void await(String failed, Supplier<? extends Future<?>> sending) {
        try {
            sending.get().get();
        } catch (ExecutionException | KafkaException e) {
            throw new OperatorFault(failed + ": " + FaultWords.of(e), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new OperatorFault("interrupted; perhaps " + failed, e);
        }
    }
}
