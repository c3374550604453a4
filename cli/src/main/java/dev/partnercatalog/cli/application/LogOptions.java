package dev.partnercatalog.cli.application;

import picocli.CommandLine.Option;

/** How a command that runs until it is stopped logs. Mixed in. */
public final class LogOptions {

    @Option(
            names = "--log-format",
            paramLabel = "text|json",
            defaultValue = "${env:CATALOG_LOG_FORMAT:-text}",
            description = {
                "How to log on standard error: a line an event either way.",
                "$CATALOG_LOG_FORMAT, default ${DEFAULT-VALUE}"
            })
    private LogFormat logFormat = LogFormat.TEXT;

    /** To be called before anything is logged. */
    public void startLogging() {
        logFormat.apply();
    }
}
