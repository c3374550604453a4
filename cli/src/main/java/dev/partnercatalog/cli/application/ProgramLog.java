package dev.partnercatalog.cli.application;

import ch.qos.logback.classic.ClassicConstants;
import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ConfiguratorRank;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.LayoutBase;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.encoder.LayoutWrappingEncoder;
import ch.qos.logback.core.joran.spi.ConsoleTarget;
import ch.qos.logback.core.spi.ContextAwareBase;
import ch.qos.logback.core.util.CachingDateFormatter;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Option;

/**
 * Configures the program's log, unless Logback's own property specifies a file instead. It is done in code, because a
 * short command would spend a tenth of its time on reading a file.
 */
@ConfiguratorRank(ConfiguratorRank.CUSTOM_NORMAL_PRIORITY)
public final class ProgramLog extends ContextAwareBase implements Configurator {

    private static final String PROGRAM = "dev.partnercatalog";
    private static final String LEVEL = "CATALOG_LOG_LEVEL";

    /** What a line contains besides its message. */
    private static final String NAMED = "%replace(%kvp{NONE}){'^(.+)$', ' [$1]'}";

    /** An event is one line, including its stack trace. XXX is the offset of the time zone, as in +01:00. */
    private static final String PATTERN = "%d{yyyy-MM-dd'T'HH:mm:ss.SSSXXX} %-5level %logger{0}"
            + " %replace(%replace(%msg" + NAMED + "%n%ex){'\\s*[\\r\\n]+\\s*', ' | '}){' [|] $', ''}%nopex%n";

    private static final List<String> ERRORS_ONLY = List.of(
            // Kafka fixes what it warns of here by itself: it sends the record again.
            "org.apache.kafka.clients.producer.internals.Sender",
            // It reads a global table again.
            "org.apache.kafka.clients.consumer.internals.OffsetFetcherUtils",
            // It warns of one of our properties, which part of a consumer doesn't know.
            "org.apache.kafka.streams.StreamsConfig",
            // A single instance has nowhere to keep a second copy; it repeats this for each partition at each
            // assignment.
            "org.apache.kafka.streams.processor.internals.assignment.DefaultStandbyTaskAssignor",
            "org.apache.kafka.streams.processor.internals.assignment.ClientTagAwareStandbyTaskAssignor",
            // A task whose store is still being closed by another thread is retried.
            "org.apache.kafka.streams.processor.internals.StandbyTask",
            // They warn of what anyone sends, as often as it is sent.
            "org.eclipse.jetty.http.HttpParser",
            "org.eclipse.jetty.util.HostPort");

    /** The log format of a command that runs until it is stopped. Mixed in. */
    public static final class Options {

        @Option(
                names = "--log-format",
                paramLabel = "text|json",
                defaultValue = "text",
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

    /** Logs no more than warnings, unless the environment asks for a level. */
    public static void onlyWarnings() {
        if (System.getenv(LEVEL) == null
                && LoggerFactory.getLogger(PROGRAM) instanceof ch.qos.logback.classic.Logger log) {
            log.setLevel(Level.WARN);
        }
    }

    @Override
    public ExecutionStatus configure(LoggerContext context) {
        if (System.getProperty(ClassicConstants.CONFIG_FILE_PROPERTY) != null) {
            return ExecutionStatus.INVOKE_NEXT_IF_ANY;
        }
        context.getLogger(PROGRAM).setLevel(Level.toLevel(System.getenv(LEVEL), Level.INFO));
        ERRORS_ONLY.forEach(name -> context.getLogger(name).setLevel(Level.ERROR));
        // We ask how far stores are behind. If their topics don't exist yet, this logger writes a line for each
        // partition.
        context.getLogger("org.apache.kafka.clients.admin.internals.PartitionLeaderStrategy")
                .setLevel(Level.OFF);
        ch.qos.logback.classic.Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
        root.setLevel(Level.WARN);
        root.addAppender(standardError(context));
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }

    /** Standard output is for what commands print. */
    private static ConsoleAppender<ILoggingEvent> standardError(LoggerContext context) {
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(context);
        encoder.setPattern(PATTERN);
        encoder.start();
        ConsoleAppender<ILoggingEvent> appender = new ConsoleAppender<>();
        appender.setContext(context);
        appender.setTarget(ConsoleTarget.SystemErr.getName());
        appender.setEncoder(encoder);
        appender.start();
        return appender;
    }

    /** Writes JSON from now on instead of text. */
    static void asJson(LoggerContext context) {
        context.getLogger(Logger.ROOT_LOGGER_NAME).iteratorForAppenders().forEachRemaining(appender -> {
            if (appender instanceof OutputStreamAppender<ILoggingEvent> stream) {
                LayoutWrappingEncoder<ILoggingEvent> encoder = new LayoutWrappingEncoder<>();
                encoder.setContext(context);
                encoder.setLayout(new JsonLines());
                encoder.setCharset(StandardCharsets.UTF_8);
                encoder.start();
                stream.setEncoder(encoder);
            }
        });
    }

    /** Writes each event as a JSON object on a line, with the names that collectors of logs expect. */
    private static final class JsonLines extends LayoutBase<ILoggingEvent> {

        private final CachingDateFormatter time =
                new CachingDateFormatter("yyyy-MM-dd'T'HH:mm:ss.SSSX", ZoneOffset.UTC);

        @Override
        public String doLayout(ILoggingEvent event) {
            ObjectNode line = JsonNodeFactory.instance
                    .objectNode()
                    .put("@timestamp", time.format(event.getTimeStamp()))
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
            return line + "\n";
        }
    }
}
