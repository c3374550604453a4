package dev.partnercatalog.standalone;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;

/** Keeps the log's lines about one thing, such as a test's own folder: other tests that run in parallel log too. */
public final class LinesAbout extends ListAppender<ILoggingEvent> {

    private final String about;

    public LinesAbout(String about) {
        this.about = about;
        start();
    }

    @Override
    protected void append(ILoggingEvent event) {
        if (event.getFormattedMessage().contains(about)) {
            super.append(event);
        }
    }
}
