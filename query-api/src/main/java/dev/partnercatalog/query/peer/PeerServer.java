package dev.partnercatalog.query.peer;

import dev.partnercatalog.http.HttpLimits;
import dev.partnercatalog.http.JsonOutput;
import dev.partnercatalog.http.Listener;
import dev.partnercatalog.http.ProbeServer;
import dev.partnercatalog.http.Reply;
import dev.partnercatalog.query.table.HeldPartition;
import dev.partnercatalog.records.PeerAnswer;
import dev.partnercatalog.records.PeerQuery;
import dev.partnercatalog.runtime.internal.InternalServer;
import dev.partnercatalog.runtime.store.SingleObjectSerde;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * The internal address of an instance: records for other instances, and probes for whoever runs it. Its port is taken
 * when it is made; it answers from {@link #start} until it is closed. Thread-safe.
 */
public final class PeerServer implements AutoCloseable {

    /** Where other instances ask for records. */
    static final String RECORDS_PATH = "/internal/records";

    /** What this instance holds and how far behind it is, as JSON, for whoever runs it. */
    static final String PARTITIONS_PATH = "/internal/partitions";

    private static final int MAX_QUERY_BYTES = 4 << 20;

    private static final HttpLimits LIMITS = new HttpLimits(64, 1_024, HttpLimits.DEFAULT_PATIENCE);

    /** How long a connection is kept without a request, at least. */
    static final Duration IDLE_TIMEOUT = Duration.ofSeconds(30);

    private final Listener listener;
    private @Nullable ProbeServer server;

    private PeerServer(Listener listener) {
        this.listener = listener;
    }

    /**
     * Takes the port.
     *
     * @param port 0 for a free one
     * @throws UncheckedIOException where it can't be had; the message names it
     */
    public static PeerServer bind(String host, int port) {
        return new PeerServer(Listener.bind(host, port));
    }

    /** {@code http://host:port} */
    public URI address() {
        return listener.address();
    }

    /**
     * Begins to answer.
     *
     * @param records answers queries that are signed; with nothing where it can't know the table, which is answered 404
     * @param probes answers everyone
     */
    synchronized void start(PeerSignature signature, Function<PeerQuery, Optional<PeerAnswer>> records, Probes probes) {
        server = ProbeServer.start(
                listener,
                LIMITS,
                InternalServer.routes(probes::isReady, probes::isLive, probes::metrics)
                        .get(PARTITIONS_PATH, () -> new Reply(200, "application/json", json(probes.held())))
                        .post(RECORDS_PATH, new Records(signature, records)));
    }

    @Override
    public synchronized void close() {
        if (server != null) {
            server.close();
        }
        listener.close();
    }

    private static byte[] json(List<HeldPartition> held) {
        return JsonOutput.bytes(json -> {
            json.writeStartArray();
            for (HeldPartition partition : held) {
                json.writeStartObject();
                json.writeStringField("table", partition.table().baseName());
                json.writeNumberField("partition", partition.partition());
                json.writeStringField("role", partition.active() ? "active" : "standby");
                json.writeBooleanField("readable", partition.lag().isPresent());
                if (partition.lag().isPresent()) {
                    json.writeNumberField("lag", partition.lag().getAsLong());
                }
                json.writeEndObject();
            }
            json.writeEndArray();
        });
    }

    private static final class Records implements Request.Handler {

        private final SingleObjectSerde<PeerQuery> queries = new SingleObjectSerde<>(PeerQuery.class);
        private final SingleObjectSerde<PeerAnswer> answers = new SingleObjectSerde<>(PeerAnswer.class);
        private final PeerSignature signature;
        private final Function<PeerQuery, Optional<PeerAnswer>> records;

        Records(PeerSignature signature, Function<PeerQuery, Optional<PeerAnswer>> records) {
            this.signature = signature;
            this.records = records;
        }

        /** Who sends is known before the body is read, and the body for the sender's afterwards. */
        @Override
        public boolean handle(Request request, Response response, Callback callback) throws IOException {
            String given = request.getHeaders().get(PeerSignature.HEADER);
            if (!signature.admits(given, request.getLength())) {
                Response.writeError(request, response, callback, 401);
                return true;
            }
            if (request.getLength() > MAX_QUERY_BYTES) {
                Response.writeError(request, response, callback, 413);
                return true;
            }
            byte[] body;
            try (InputStream in = Content.Source.asInputStream(request)) {
                body = in.readNBytes(MAX_QUERY_BYTES);
            }
            if (!signature.isValid(given, body)) {
                Response.writeError(request, response, callback, 401);
                return true;
            }
            Optional<PeerAnswer> found = records.apply(queries.decode(body));
            if (found.isPresent()) {
                response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/octet-stream");
                response.write(true, ByteBuffer.wrap(answers.encode(found.get())), callback);
            } else {
                Response.writeError(request, response, callback, 404);
            }
            return true;
        }
    }
}
