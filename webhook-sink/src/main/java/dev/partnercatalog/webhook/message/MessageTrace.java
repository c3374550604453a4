package dev.partnercatalog.webhook.message;

import dev.partnercatalog.runtime.trace.Cause;
import dev.partnercatalog.runtime.trace.TraceParent;
import dev.partnercatalog.webhook.state.Hash;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The trace that a message belongs to.
 *
 * @param own the message's trace, the same in every attempt
 * @param causes the traces of the changes in it, each once
 */
public record MessageTrace(TraceParent own, List<TraceParent> causes) {

    private static final Logger LOG = LoggerFactory.getLogger(MessageTrace.class);

    public MessageTrace {
        causes = List.copyOf(causes);
    }

    /**
     * Returns the trace that the message's changes share. If they have several, the message gets its own, the same in
     * every attempt, and the log lists those that went into it. Null if no change has a trace.
     *
     * @param id id of the message
     * @param causes causes of the changes in it
     */
    public static @Nullable MessageTrace of(String id, List<Cause> causes) {
        List<TraceParent> traces = causes.stream()
                .map(Cause::trace)
                .filter(Objects::nonNull)
                .distinct()
                .toList();
        if (traces.isEmpty()) {
            return null;
        }
        List<String> ids = traces.stream().map(TraceParent::traceId).distinct().toList();
        if (ids.size() == 1) {
            return new MessageTrace(traces.get(traces.size() - 1), traces);
        }
        TraceParent own = TraceParent.of(
                Hash.sha256().digest(id.getBytes(StandardCharsets.US_ASCII)),
                traces.stream().anyMatch(TraceParent::isSampled));
        LOG.debug("webhook {} carries changes of the traces {} under its own, {}", id, ids, own.traceId());
        return new MessageTrace(own, traces);
    }
}
