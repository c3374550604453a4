package dev.partnercatalog.cli.application;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.OutputStreamAppender;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Option;

/** The log format of a command that runs until it is stopped. Mixed in. */
public final class LogOptions {

    @Option(
            names = "--log-format",
            paramLabel = "text|json",
            defaultValue = "${env:CATALOG_LOG_FORMAT:-text}",
            description = "Format of the log on standard error: one line per event in both.")
    private LogFormat logFormat = LogFormat.TEXT;

    /** The log format of an application: one event per line in both, including stack traces. */
    enum LogFormat {
        /** For people: as in {@link ProgramLog}. */
        TEXT,
        /** For programs: an object on each line, see {@link JsonLines}. */
        JSON;

        /** Makes the process log in this format from now on. */
        void apply() {
            if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
                apply(context);
            }
        }

        void apply(LoggerContext context) {
            if (this == TEXT) {
                return;
            }
            context.getLogger(Logger.ROOT_LOGGER_NAME)
                    .iteratorForAppenders()
                    .forEachRemaining(appender -> encodeAsJson(context, appender));
        }

        private static void encodeAsJson(LoggerContext context, Appender<ILoggingEvent> appender) {
            if (appender instanceof OutputStreamAppender<ILoggingEvent> stream) {
                JsonLines encoder = new JsonLines();
                encoder.setContext(context);
                encoder.start();
                stream.setEncoder(encoder);
            }
        }
    }

    /** Must be called before anything is logged. */
    public void startLogging() {
        logFormat.apply();
    }
}
