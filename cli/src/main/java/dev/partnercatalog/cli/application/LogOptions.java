package dev.partnercatalog.cli.application;

import ch.qos.logback.classic.LoggerContext;
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

    private enum LogFormat {
        /** For people: as in {@link ProgramLog}. */
        TEXT,
        /** For programs: as in {@link ProgramLog#asJson}. */
        JSON
    }

    /** Must be called before anything is logged. */
    public void startLogging() {
        if (logFormat == LogFormat.JSON && LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
            ProgramLog.asJson(context);
        }
    }
}
