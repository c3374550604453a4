package dev.partnercatalog.cli.application;

import picocli.CommandLine.Option;

/** The log format of a command that runs until it is stopped. Mixed in. */
public final class LogOptions {

    @Option(
            names = "--log-format",
            paramLabel = "text|json",
            defaultValue = "${env:CATALOG_LOG_FORMAT:-text}",
            description = "Format of the log on standard error: one line per event in both.")
    private LogFormat logFormat = LogFormat.TEXT;

    /** Must be called before anything is logged. */
    public void startLogging() {
        logFormat.apply();
    }
}
