package dev.partnercatalog.cli.topic;

import dev.partnercatalog.cli.output.OperatorFault;
import dev.partnercatalog.schemas.fault.FaultWords;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.common.KafkaException;

/** What the brokers answer, waited for: a question of an operator, or a record, which is durable once it is answered. */
public final class BrokerAnswer {

    private static final long PAUSE_MS = 100;

    private BrokerAnswer() {}

    /** Asks the brokers and waits. */
    @FunctionalInterface
    public interface Asking<T> {
        T ask() throws ExecutionException, InterruptedException;
    }

    /**
     * Waits for an answer.
     *
     * @param failed what is said if they don't give it, such as {@code the record was not removed}
     * @throws OperatorFault if they don't, or this thread is interrupted before it is known
     */
    public static <T> T await(String failed, Asking<T> asking) {
        try {
            return asking.ask();
        } catch (ExecutionException | KafkaException e) {
            throw new OperatorFault(failed + ": " + FaultWords.of(e), e);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    /** The pause between two looks at what brokers notify nobody of, such as that a topic appears. */
    public static void pause() {
        try {
            // No client of Kafka can await any of these: each look asks the brokers.
            Thread.sleep(PAUSE_MS);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private static OperatorFault interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new OperatorFault("interrupted while waiting for the Kafka broker", e);
    }
}
