package dev.partnercatalog.standalone;

import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.slf4j.LoggerFactory;

/**
 * Keeps what some loggers say of one thing, such as a test's own folder, until it is closed: other tests that run in
 * parallel log too.
 */
public final class LinesAbout extends AppenderBase<ILoggingEvent> implements AutoCloseable {
    private final String about;
    private final List<Logger> loggers;
    private final Queue<String> lines = new ConcurrentLinkedQueue<>();

    /** @param loggers their names */
    public LinesAbout(String about, String... loggers) {
        this.about = about;
        // While another test's thread is starting the log, everybody else gets stand-ins.
        await().pollDelay(Duration.ZERO).until(() -> LoggerFactory.getILoggerFactory() instanceof LoggerContext);
        this.loggers = Stream.of(loggers)
                .map(name -> (Logger) LoggerFactory.getLogger(name))
                .toList();
        start();
        this.loggers.forEach(logger -> logger.addAppender(this));
    }

    public List<String> lines() {
        return List.copyOf(lines);
    }

    /** Forgets what was said until now. */
    void clear() {
        lines.clear();
    }

    @Override
    protected void append(ILoggingEvent event) {
        if (event.getFormattedMessage().contains(about)) {
            lines.add(event.getFormattedMessage());
        }
    }

    @Override
    public void close() {
        loggers.forEach(logger -> logger.detachAppender(this));
    }
}
