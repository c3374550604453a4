package dev.partnercatalog.benchmarks.delivery;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.apache.camel.AggregationStrategy;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.jspecify.annotations.Nullable;

/** Gathers JSON records to one body like ours. */
final class GatheredRecords implements AggregationStrategy {

    private static final byte[] HEAD =
            "{\"type\":\"variants.changed\",\"timestamp\":\"2026-01-01T00:00:00.000Z\",\"data\":{\"variants\":["
                    .getBytes(StandardCharsets.US_ASCII);
    private static final byte[] TAIL = "],\"removed\":[]}}".getBytes(StandardCharsets.US_ASCII);

    @Override
    public Exchange aggregate(@Nullable Exchange gathered, @Nullable Exchange incoming) {
        Exchange next = Objects.requireNonNull(incoming);
        byte[] record = next.getMessage().getBody(byte[].class);
        if (gathered == null) {
            ByteArrayOutputStream body = new ByteArrayOutputStream(256 << 10);
            body.writeBytes(HEAD);
            body.writeBytes(record);
            // A record's headers would be sent as headers of the request.
            next.getMessage().removeHeaders("*");
            next.getMessage().setBody(body);
            return next;
        }
        ByteArrayOutputStream body = body(gathered);
        body.write(',');
        body.writeBytes(record);
        return gathered;
    }

    /** The body is complete. */
    static void close(Exchange gathered) {
        ByteArrayOutputStream body = body(gathered);
        body.writeBytes(TAIL);
        Message message = gathered.getMessage();
        message.setBody(body.toByteArray());
        message.setHeader(Exchange.CONTENT_TYPE, "application/json");
    }

    private static ByteArrayOutputStream body(Exchange gathered) {
        return (ByteArrayOutputStream)
                Objects.requireNonNull(gathered.getMessage().getBody());
    }
}
