package dev.partnercatalog.cli.application;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.encoder.EncoderBase;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
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
        /** For programs: as in {@link JsonLines}. */
        JSON
    }

    /** Must be called before anything is logged. */
    public void startLogging() {
        if (logFormat == LogFormat.JSON && LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
            logAsJson(context);
        }
    }

    static void logAsJson(LoggerContext context) {
        context.getLogger(Logger.ROOT_LOGGER_NAME).iteratorForAppenders().forEachRemaining(appender -> {
            if (appender instanceof OutputStreamAppender<ILoggingEvent> stream) {
                JsonLines encoder = new JsonLines();
                encoder.setContext(context);
                encoder.start();
                stream.setEncoder(encoder);
            }
        });
    }

    /** Writes each event as a JSON object on a line, with the names that collectors of logs expect. */
    private static final class JsonLines extends EncoderBase<ILoggingEvent> {

        private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern(
                        "uuuu-MM-dd'T'HH:mm:ss.SSSX", Locale.ROOT)
                .withZone(ZoneOffset.UTC);
        private static final byte[] NOTHING = {};

        @Override
        public byte[] encode(ILoggingEvent event) {
            ObjectNode line = JsonNodeFactory.instance
                    .objectNode()
                    .put("@timestamp", TIME.format(Instant.ofEpochMilli(event.getTimeStamp())))
                    .put("level", event.getLevel().toString())
                    .put("logger", event.getLoggerName())
                    .put("thread", event.getThreadName())
                    .put("message", event.getFormattedMessage());
            if (event.getKeyValuePairs() != null) {
                ObjectNode labels = line.putObject("labels");
                event.getKeyValuePairs().forEach(pair -> labels.put(pair.key, String.valueOf(pair.value)));
            }
            IThrowableProxy fault = event.getThrowableProxy();
            if (fault != null) {
                line.putObject("error")
                        .put("type", fault.getClassName())
                        .put("message", fault.getMessage())
                        .put("stack_trace", ThrowableProxyUtil.asString(fault));
            }
            return (line + "\n").getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public byte[] headerBytes() {
            return NOTHING;
        }

        @Override
        public byte[] footerBytes() {
            return NOTHING;
        }
    }
}
