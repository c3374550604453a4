package dev.partnercatalog.cli.application;

import dev.partnercatalog.cli.options.ConnectionOptions;
import dev.partnercatalog.cli.output.OperatorFault;
import dev.partnercatalog.runtime.ClockWatch;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.PeriodicTask;
import dev.partnercatalog.runtime.StartWait;
import dev.partnercatalog.schemas.fault.FaultWords;
import dev.partnercatalog.schemas.topic.BrokerUnavailableException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Runs one application until the process is told to stop, by SIGTERM or Ctrl-C, or the application fails. */
abstract class ApplicationCommand<S extends Record> implements Callable<Integer> {

    private static final Logger LOG = LoggerFactory.getLogger(ApplicationCommand.class);
    private static final long POLL_MILLIS = 100;

    /** A running application; {@code close} returns when it has stopped. */
    record Application(BooleanSupplier ready, BooleanSupplier failed, Runnable close) {}

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private ProgramLog.Options log = new ProgramLog.Options();

    private Consumer<Runnable> onStop = stop -> Runtime.getRuntime().addShutdownHook(new Thread(stop, "stop"));
    private UnaryOperator<KafkaSettings> topics = StartWait::untilMade;
    private Function<S, Application> starter = this::start;

    /**
     * The same command, run in another way.
     *
     * @param stopping receives the action to run when the process is told to stop; the process ends when it returns
     * @param found finds the topics' number of partitions, once they exist
     */
    final ApplicationCommand<S> with(
            Consumer<Runnable> stopping, UnaryOperator<KafkaSettings> found, Function<S, Application> other) {
        onStop = stopping;
        topics = found;
        starter = other;
        return this;
    }

    /** Made from the options; throws {@link IllegalArgumentException} if one is out of range. */
    abstract S settings();

    abstract Application start(S settings);

    /** Of the command, and of the application's folder. */
    final String name() {
        return spec.name();
    }

    final ConnectionOptions connection() {
        return connection;
    }

    /** The settings with the number of partitions of the topics, once streams-app has made them. */
    final KafkaSettings onceMade(KafkaSettings kafka) {
        return topics.apply(kafka);
    }

    /** Logs the internal address, which includes the port if a free one was chosen. */
    static void tell(URI internal) {
        LOG.info("metrics and probes are at {}", internal);
    }

    /**
     * Starts the application, logs when it is ready, and returns when it has stopped. Throws {@link OperatorFault} if a
     * setting prevents the application from starting, or if it fails while it runs, so that its supervisor restarts it.
     */
    @Override
    public final Integer call() throws InterruptedException {
        log.startLogging();
        PeriodicTask clock = ClockWatch.start();
        try {
            run(started());
            return 0;
        } finally {
            clock.close();
        }
    }

    private void run(Application application) throws InterruptedException {
        CountDownLatch stopped = new CountDownLatch(1);
        onStop.accept(() -> {
            LOG.info("{} is stopping", name());
            application.close().run();
            LOG.info("{} has stopped", name());
            stopped.countDown();
        });
        boolean ready = false;
        do {
            if (application.failed().getAsBoolean()) {
                throw new OperatorFault(name() + " has failed and stops; the preceding log lines say why");
            }
            if (!ready && application.ready().getAsBoolean()) {
                ready = true;
                LOG.info("{} is ready", name());
            }
        } while (!stopped.await(POLL_MILLIS, TimeUnit.MILLISECONDS));
    }

    /** A setting out of range is reported like one that doesn't work. */
    private Application started() {
        try {
            S made = settings();
            LOG.info("{} is starting with {}", name(), made);
            return starter.apply(made);
        } catch (IllegalArgumentException | UncheckedIOException e) {
            LOG.debug("{} can't start", name(), e);
            throw new OperatorFault(name() + " can't start with these settings: " + FaultWords.of(e), e);
        } catch (BrokerUnavailableException e) {
            throw new OperatorFault(e.getMessage() + " (see --kafka and --kafka-config)", e);
        }
    }
}
