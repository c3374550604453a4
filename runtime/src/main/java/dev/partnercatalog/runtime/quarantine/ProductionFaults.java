package dev.partnercatalog.runtime.quarantine;

import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.streams.errors.ErrorHandlerContext;
import org.apache.kafka.streams.errors.ProductionExceptionHandler;
import org.jspecify.annotations.Nullable;

/** Notes of which record it came that something can't be written; the thread fails, and with it the transaction. */
public final class ProductionFaults implements ProductionExceptionHandler {

    private @Nullable Quarantine quarantine;

    @Override
    public void configure(Map<String, ?> configs) {
        quarantine = (Quarantine) configs.get(Quarantine.CONFIG);
    }

    @Override
    public Response handleError(
            ErrorHandlerContext context, ProducerRecord<byte[], byte[]> record, Exception exception) {
        if (exception instanceof RetriableException) {
            return Response.retry();
        }
        Objects.requireNonNull(quarantine).outputRefused(context, exception);
        return Response.fail();
    }

    @Override
    @SuppressWarnings("rawtypes") // as Kafka declares it
    public Response handleSerializationError(
            ErrorHandlerContext context,
            ProducerRecord record,
            Exception exception,
            SerializationExceptionOrigin origin) {
        Objects.requireNonNull(quarantine).outputRefused(context, exception);
        return Response.fail();
    }
}
