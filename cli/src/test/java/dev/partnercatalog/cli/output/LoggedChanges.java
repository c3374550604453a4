package dev.partnercatalog.cli.output;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.slf4j.LoggerFactory;

/** What a test's own thread logged of changes, from when this is made. */
public final class LoggedChanges implements AutoCloseable {

    private final Logger logger = (Logger) LoggerFactory.getLogger(CommandOutput.class);
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final AppenderBase<ILoggingEvent> appender = new AppenderBase<>() {

        private final String thread = Thread.currentThread().getName();

        @Override
        protected void append(ILoggingEvent event) {
            if (event.getThreadName().equals(thread)) {
                lines.add(event.getKeyValuePairs().stream()
                        .map(pair -> pair.key + "=" + pair.value)
                        .collect(Collectors.joining(" ", event.getFormattedMessage() + " ", "")));
            }
        }
    };

    public LoggedChanges() {
        appender.start();
        logger.addAppender(appender);
    }

    /** Each is what was changed, and of what, by the user of the operating system. */
    public List<String> lines() {
        String start = "changed who=" + System.getProperty("user.name") + " what=";
        return lines.stream()
                .map(line -> line.startsWith(start) ? line.substring(start.length()) : line)
                .map(line -> line.replace(" target=", ": "))
                .toList();
    }

    @Override
    public void close() {
        logger.detachAppender(appender);
    }
}
