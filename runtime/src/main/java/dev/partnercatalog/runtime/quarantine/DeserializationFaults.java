package dev.partnercatalog.runtime.quarantine;

import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.streams.errors.DeserializationExceptionHandler;
import org.apache.kafka.streams.errors.ErrorHandlerContext;
import org.jspecify.annotations.Nullable;

/**
 * Sets aside unreadable records of an internal topic, which only this application should write. Input topics are read
 * as bytes, and never fail here.
 */
public final class DeserializationFaults implements DeserializationExceptionHandler {

    private @Nullable Quarantine quarantine;

    @Override
    public void configure(Map<String, ?> configs) {
        quarantine = (Quarantine) configs.get(Quarantine.CONFIG);
    }

    @Override
    public Response handleError(
            ErrorHandlerContext context, ConsumerRecord<byte[], byte[]> record, Exception exception) {
        RejectedRecordException rejection = new RejectedRecordException("a record of an internal topic can't be read ("
                + exception.getMessage() + "): no version of this program wrote it");
        return Response.resume(Objects.requireNonNull(quarantine).setAside(context, rejection));
    }
}
