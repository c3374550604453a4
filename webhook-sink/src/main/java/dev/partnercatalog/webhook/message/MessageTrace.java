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
 * Which trace a message belongs to.
 *
 * @param own that of the message, the same at each attempt
 * @param causes what the changes in it name, each once
 */
public record MessageTrace(TraceParent own, List<TraceParent> causes) {

    private static final Logger LOG = LoggerFactory.getLogger(MessageTrace.class);

    public MessageTrace {
        causes = List.copyOf(causes);
    }

    /**
     * The trace that the message's changes share. Where they come of several the message has one of its own, the same at
     * each attempt, and the log says which went into it. Null where none of them names one.
     *
     * @param id of the message
     * @param causes of the changes in it
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
