package dev.partnercatalog.cli.application;

import dev.partnercatalog.cli.output.OperatorFault;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.TopicWait;
import dev.partnercatalog.schemas.fault.FaultWords;
import dev.partnercatalog.schemas.topic.BrokerUnavailableException;
import java.io.UncheckedIOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs one application until the process is told to stop, by SIGTERM or Ctrl-C, or the application fails. */
final class Foreground {

    private static final Logger LOG = LoggerFactory.getLogger(Foreground.class);
    private static final long LOOK_MILLIS = 100;

    private final Consumer<Runnable> onStop;
    private final UnaryOperator<KafkaSettings> topics;

    /**
     * A running application.
     *
     * @param ready whether it does all of its work
     * @param failed whether it has stopped because of a fault
     * @param close stops it; returns when it has stopped
     */
    record Application(BooleanSupplier ready, BooleanSupplier failed, Runnable close) {}

    /**
     * Creates a runner.
     *
     * @param onStop receives the action to run when the process is told to stop; the process ends when it returns
     * @param topics finds their number of partitions, once they exist
     */
    Foreground(Consumer<Runnable> onStop, UnaryOperator<KafkaSettings> topics) {
        this.onStop = onStop;
        this.topics = topics;
    }

    static Foreground ofProcess() {
        return new Foreground(
                stop -> Runtime.getRuntime().addShutdownHook(new Thread(stop, "stop")), TopicWait::untilMade);
    }

    /** The settings with the number of partitions of the topics, once streams-app has made them. */
    KafkaSettings onceMade(KafkaSettings kafka) {
        return topics.apply(kafka);
    }

    /**
     * Starts the application, logs when it is ready, and returns when it has stopped.
     *
     * @param settings creates the settings, so that one out of range is reported like one that doesn't work; they print
     *     no secret
     * @throws OperatorFault if a setting prevents the application from starting, or if it fails while it runs, so that
     *     its supervisor restarts it
     */
    <S extends Record> void run(String name, Supplier<S> settings, Function<S, Application> starter)
            throws InterruptedException {
        Application application = start(name, settings, starter);
        CountDownLatch stopped = new CountDownLatch(1);
        onStop.accept(() -> {
            LOG.info("{} is stopping", name);
            application.close().run();
            LOG.info("{} has stopped", name);
            stopped.countDown();
        });
        boolean ready = false;
        do {
            if (application.failed().getAsBoolean()) {
                throw new OperatorFault(name + " has failed and stops; the preceding log lines say why");
            }
            if (!ready && application.ready().getAsBoolean()) {
                ready = true;
                LOG.info("{} is ready", name);
            }
        } while (!stopped.await(LOOK_MILLIS, TimeUnit.MILLISECONDS));
    }

    private static <S extends Record> Application start(
            String name, Supplier<S> settings, Function<S, Application> starter) {
        try {
            S made = settings.get();
            LOG.info("{} is starting with {}", name, made);
            return starter.apply(made);
        } catch (IllegalArgumentException | UncheckedIOException e) {
            LOG.debug("{} can't start", name, e);
            throw new OperatorFault(name + " can't start with these settings: " + FaultWords.of(e), e);
        } catch (BrokerUnavailableException e) {
            throw new OperatorFault(e.getMessage() + " (see --kafka and --kafka-config)", e);
        }
    }
}
