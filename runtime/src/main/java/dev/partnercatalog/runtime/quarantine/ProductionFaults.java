package dev.partnercatalog.runtime.quarantine;

import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.streams.errors.ErrorHandlerContext;
import org.apache.kafka.streams.errors.ProductionExceptionHandler;

/**
 * Lets the thread fail, and so the transaction, if something can't be written. Of which record it came the producer has
 * noted by then ({@link SourcedProducer}).
 */
public final class ProductionFaults implements ProductionExceptionHandler {

    @Override
    public void configure(Map<String, ?> configs) {}

    @Override
    public Response handleError(
            ErrorHandlerContext context, ProducerRecord<byte[], byte[]> record, Exception exception) {
        return exception instanceof RetriableException ? Response.retry() : Response.fail();
    }

    @Override
    @SuppressWarnings("rawtypes") // as Kafka declares it
    public Response handleSerializationError(
            ErrorHandlerContext context,
            ProducerRecord record,
            Exception exception,
            SerializationExceptionOrigin origin) {
        return Response.fail();
    }
}
