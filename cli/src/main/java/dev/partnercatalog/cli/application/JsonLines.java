package dev.partnercatalog.cli.application;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.encoder.EncoderBase;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Writes each event of the log as a JSON object on a line, with the names that collectors of logs expect. */
final class JsonLines extends EncoderBase<ILoggingEvent> {

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSX", Locale.ROOT)
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
