package dev.partnercatalog.runtime.quarantine;

import dev.partnercatalog.schemas.fault.FaultWords;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.streams.errors.DeserializationExceptionHandler;
import org.apache.kafka.streams.errors.ErrorHandlerContext;
import org.apache.kafka.streams.errors.ProcessingExceptionHandler;
import org.apache.kafka.streams.errors.ProductionExceptionHandler;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/** How Kafka Streams asks a quarantine what to do. Instantiated by Kafka Streams, with the application's properties. */
public final class FaultHandler
        implements ProcessingExceptionHandler, DeserializationExceptionHandler, ProductionExceptionHandler {

    private @Nullable Quarantine quarantine;

    @Override
    public void configure(Map<String, ?> configs) {
        quarantine = (Quarantine) configs.get(Quarantine.CONFIG);
    }

    private Quarantine quarantine() {
        return Objects.requireNonNull(quarantine);
    }

    /** Sets aside what a processor rejects; for any other fault, lets the thread fail and so abort its transaction. */
    @Override
    public ProcessingExceptionHandler.Response handleError(
            ErrorHandlerContext context, Record<?, ?> record, Exception exception) {
        return exception instanceof RejectedRecordException rejection
                ? ProcessingExceptionHandler.Response.resume(quarantine().setAside(context, rejection))
                : ProcessingExceptionHandler.Response.fail();
    }

    /**
     * Sets aside an unreadable record of an internal topic, which only this application should write. Input topics are
     * read as bytes, and never fail here.
     */
    @Override
    public DeserializationExceptionHandler.Response handleError(
            ErrorHandlerContext context, ConsumerRecord<byte[], byte[]> record, Exception exception) {
        RejectedRecordException rejection = new RejectedRecordException("a record of an internal topic can't be read ("
                + FaultWords.of(exception) + "): no version of this program wrote it");
        return DeserializationExceptionHandler.Response.resume(quarantine().setAside(context, rejection));
    }

    /** Lets the thread fail, as Kafka Streams does by itself, but knowing of which record. */
    @Override
    public ProductionExceptionHandler.Response handleError(
            ErrorHandlerContext context, ProducerRecord<byte[], byte[]> record, Exception exception) {
        if (exception instanceof RetriableException) {
            return ProductionExceptionHandler.Response.retry();
        }
        quarantine().outputRefused(exception);
        return ProductionExceptionHandler.Response.fail();
    }
}
