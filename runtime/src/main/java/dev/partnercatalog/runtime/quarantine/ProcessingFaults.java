package dev.partnercatalog.runtime.quarantine;

import java.util.Map;
import java.util.Objects;
import org.apache.kafka.streams.errors.ErrorHandlerContext;
import org.apache.kafka.streams.errors.ProcessingExceptionHandler;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/** Sets aside what a processor rejects; for any other fault, lets the thread fail and so abort its transaction. */
public final class ProcessingFaults implements ProcessingExceptionHandler {

    private @Nullable Quarantine quarantine;

    @Override
    public void configure(Map<String, ?> configs) {
        quarantine = (Quarantine) configs.get(Quarantine.CONFIG);
    }

    @Override
    public Response handleError(ErrorHandlerContext context, Record<?, ?> record, Exception exception) {
        return exception instanceof RejectedRecordException rejection
                ? Response.resume(Objects.requireNonNull(quarantine).setAside(context, rejection))
                : Response.fail();
    }
}
