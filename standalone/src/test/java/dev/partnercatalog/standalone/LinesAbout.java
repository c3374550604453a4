package dev.partnercatalog.standalone;

import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.time.Duration;
import org.slf4j.LoggerFactory;

/** Keeps the log's lines about one thing, such as a test's own folder: other tests that run in parallel log too. */
public final class LinesAbout extends ListAppender<ILoggingEvent> {

    private final String about;

    public LinesAbout(String about) {
        this.about = about;
        start();
    }

    /** The logger of a class. While another test's thread is starting the log, everybody else gets stand-ins. */
    public static Logger logger(Class<?> type) {
        return logger(type.getName());
    }

    /** The same, by the logger's name. */
    public static Logger logger(String name) {
        await().pollDelay(Duration.ZERO).until(() -> LoggerFactory.getILoggerFactory() instanceof LoggerContext);
        return (Logger) LoggerFactory.getLogger(name);
    }

    @Override
    protected void append(ILoggingEvent event) {
        if (event.getFormattedMessage().contains(about)) {
            super.append(event);
        }
    }
}
