package dev.partnercatalog.schemas.topic;

import dev.partnercatalog.schemas.fault.FaultWords;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Waits for the brokers' answers, for a limited time. */
final class BrokerReplies {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final Duration PAUSE = Duration.ofMillis(50);

    private BrokerReplies() {}

    /** Asks again while the broker doesn't know a topic yet that the controller has just created. */
    static <T> T awaitKnown(Supplier<KafkaFuture<T>> question) {
        long deadline = System.nanoTime() + TIMEOUT.toNanos();
        while (true) {
            try {
                return await(question.get());
            } catch (BrokerUnavailableException e) {
                boolean unknown = e.getCause() instanceof ExecutionException answer
                        && answer.getCause() instanceof UnknownTopicOrPartitionException;
                if (!unknown || System.nanoTime() > deadline) {
                    throw e;
                }
            }
            pause();
        }
    }

    private static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(PAUSE.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BrokerUnavailableException("interrupted while waiting for the brokers", e);
        }
    }

    static <T> T await(KafkaFuture<T> future) {
        try {
            return future.get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof TopicExistsException exists) {
                throw exists;
            }
            throw new BrokerUnavailableException("the brokers returned an error: " + FaultWords.of(e), e);
        } catch (TimeoutException e) {
            throw new BrokerUnavailableException("the brokers didn't respond within " + TIMEOUT.toSeconds() + " s", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BrokerUnavailableException("interrupted while waiting for the brokers", e);
        }
    }
}
