package dev.partnercatalog.cli.application;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.JsonEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.OutputStreamAppender;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How an application logs: one event a line either way, traces included. */
enum LogFormat {
    /** For people: as {@link ProgramLog} has it. */
    TEXT,
    /** For programs: an object with the time, level, logger, thread, message and fault. */
    JSON;

    /** Lets the process log in this format from now on. */
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
            JsonEncoder encoder = new JsonEncoder();
            encoder.setContext(context);
            // The message as it reads; the bare arguments would tell the same again.
            encoder.setWithFormattedMessage(true);
            encoder.setWithMessage(false);
            encoder.setWithArguments(false);
            encoder.setWithSequenceNumber(false);
            encoder.setWithNanoseconds(false);
            encoder.setWithContext(false);
            encoder.setWithMarkers(false);
            encoder.setWithMDC(false);
            encoder.start();
            stream.setEncoder(encoder);
        }
    }
}
