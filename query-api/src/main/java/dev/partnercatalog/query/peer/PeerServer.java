package dev.partnercatalog.query.peer;

import dev.partnercatalog.http.JsonOutput;
import dev.partnercatalog.http.SerialConnectionFactory;
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
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

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
    private static final int MAX_THREADS = 64;

    /** How long a connection is kept without a request. */
    static final Duration IDLE_TIMEOUT = Duration.ofSeconds(30);

    private static final long STOP_TIMEOUT_MS = 3_000;

    private final Server server;
    private final ServerConnector connector;

    private PeerServer(Server server, ServerConnector connector) {
        this.server = server;
        this.connector = connector;
    }

    /**
     * Takes the port.
     *
     * @param port 0 for a free one
     * @throws UncheckedIOException where it can't be had; the message names it
     */
    public static PeerServer bind(String host, int port) {
        QueuedThreadPool threads = new QueuedThreadPool(MAX_THREADS);
        threads.setName("peer-server");
        Server server = new Server(threads);
        HttpConfiguration http = new HttpConfiguration();
        http.setSendServerVersion(false);
        ServerConnector connector = new ServerConnector(server, new SerialConnectionFactory(http));
        connector.setIdleTimeout(IDLE_TIMEOUT.toMillis());
        connector.setHost(host);
        connector.setPort(port);
        server.addConnector(connector);
        server.setStopTimeout(STOP_TIMEOUT_MS);
        try {
            connector.open();
        } catch (IOException e) {
            throw new UncheckedIOException("can't listen on " + host + ":" + port + ": " + e.getMessage(), e);
        }
        return new PeerServer(server, connector);
    }

    /** {@code http://host:port} */
    public URI address() {
        String host = connector.getHost();
        return URI.create("http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + connector.getLocalPort());
    }

    /**
     * Begins to answer.
     *
     * @param records answers queries that are signed; with nothing where it can't know the table, which is answered 404
     * @param probes answers everyone
     */
    void start(PeerSignature signature, Function<PeerQuery, Optional<PeerAnswer>> records, Probes probes) {
        server.setHandler(new Paths(signature, records, probes));
        try {
            server.start();
        } catch (Exception e) {
            throw new IllegalStateException("the internal server could not start", e);
        }
    }

    @Override
    public void close() {
        try {
            server.stop();
            connector.close();
        } catch (Exception e) {
            throw new IllegalStateException("the internal server could not stop", e);
        }
    }

    private static final class Paths extends Handler.Abstract {

        private final SingleObjectSerde<PeerQuery> queries = new SingleObjectSerde<>(PeerQuery.class);
        private final SingleObjectSerde<PeerAnswer> answers = new SingleObjectSerde<>(PeerAnswer.class);
        private final PeerSignature signature;
        private final Function<PeerQuery, Optional<PeerAnswer>> records;
        private final Probes probes;

        Paths(PeerSignature signature, Function<PeerQuery, Optional<PeerAnswer>> records, Probes probes) {
            this.signature = signature;
            this.records = records;
            this.probes = probes;
        }

        @Override
        public boolean handle(Request request, Response response, Callback callback) throws IOException {
            String path = Request.getPathInContext(request);
            boolean get = HttpMethod.GET.is(request.getMethod());
            if (path.equals(RECORDS_PATH) && HttpMethod.POST.is(request.getMethod())) {
                answerRecords(request, response, callback);
            } else if (path.equals(InternalServer.READY_PATH) && get) {
                answer(response, callback, probes.isReady() ? 200 : 503);
            } else if (path.equals(InternalServer.LIVE_PATH) && get) {
                answer(response, callback, probes.isLive() ? 200 : 503);
            } else if (path.equals(InternalServer.METRICS_PATH) && get) {
                byte[] metrics = probes.metrics().getBytes(StandardCharsets.UTF_8);
                answer(response, callback, InternalServer.METRICS_TYPE, metrics);
            } else if (path.equals(PARTITIONS_PATH) && get) {
                answer(response, callback, "application/json", json(probes.held()));
            } else {
                answer(response, callback, 404);
            }
            return true;
        }

        private void answerRecords(Request request, Response response, Callback callback) throws IOException {
            byte[] body;
            try (InputStream in = Content.Source.asInputStream(request)) {
                body = in.readNBytes(MAX_QUERY_BYTES + 1);
            }
            if (body.length > MAX_QUERY_BYTES) {
                answer(response, callback, 413);
            } else if (!signature.isValid(request.getHeaders().get(PeerSignature.HEADER), body)) {
                answer(response, callback, 401);
            } else {
                Optional<PeerAnswer> found = records.apply(queries.decode(body));
                if (found.isPresent()) {
                    answer(response, callback, "application/octet-stream", answers.encode(found.get()));
                } else {
                    answer(response, callback, 404);
                }
            }
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

        private static void answer(Response response, Callback callback, String contentType, byte[] body) {
            response.getHeaders().put(HttpHeader.CONTENT_TYPE, contentType);
            response.write(true, ByteBuffer.wrap(body), callback);
        }

        private static void answer(Response response, Callback callback, int status) {
            response.setStatus(status);
            response.write(true, ByteBuffer.allocate(0), callback);
        }
    }
}
