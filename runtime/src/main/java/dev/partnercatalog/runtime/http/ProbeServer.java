package dev.partnercatalog.runtime.http;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An address for operators: a server that listens from its creation until it is closed. It answers GET at paths that are
 * matched exactly, and others with 404. No thread waits for a sender or a receiver, so slow clients can't hold up
 * probes. Thread-safe.
 */
public final class ProbeServer implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ProbeServer.class);

    private final Server server;

    private ProbeServer(Server server) {
        this.server = server;
    }

    /**
     * A response that is completely in memory.
     *
     * @param contentType of the body; not sent if the body is empty
     * @param body must not be changed any more
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared, and not to be copied
    public record Reply(int status, String contentType, byte[] body) {

        private static final byte[] NOTHING = {};

        /** A response that consists of its status alone. */
        public static Reply of(int status) {
            return new Reply(status, "text/plain", NOTHING);
        }
    }

    /**
     * Starts serving.
     *
     * @param listener closed together with the server
     * @param always the paths that are answered under any load; their replies cost nothing and wait for nothing
     * @param limited the paths that are answered within the limit on concurrent requests
     */
    public static ProbeServer start(
            Listener listener,
            HttpLimits limits,
            Map<String, Supplier<Reply>> always,
            Map<String, Supplier<Reply>> limited) {
        EntryHandler entry = new EntryHandler(Map.of(), listener.meters());
        QueuedThreadPool threads = Hardening.threads(limits);
        threads.setName("internal-server");
        threads.setDaemon(true);
        Server server = new Server(threads);
        HttpConfiguration http = new HttpConfiguration();
        Hardening.configure(http);
        // Probes and scrapes need no persistent connections; a pipeline of them would occupy a thread.
        http.setPersistentConnectionsEnabled(false);
        server.addConnector(Hardening.connector(server, http, listener, limits));
        server.setErrorHandler(new ContainerErrors(new ErrorBody(), entry));
        server.setStopTimeout(Hardening.STOP_TIMEOUT_MS);
        Map<String, Supplier<Reply>> paths = new HashMap<>(limited);
        paths.putAll(always);
        server.setHandler(new Paths(paths));
        server.insertHandler(new Slots(limits.maxConcurrentRequests(), always.keySet()));
        server.insertHandler(new GracefulHandler());
        server.insertHandler(entry);
        try {
            server.start();
        } catch (Exception e) {
            throw new IllegalStateException("the server at " + listener.address() + " could not start", e);
        }
        return new ProbeServer(server);
    }

    /** Refuses new requests, lets those in progress finish within three seconds, and then cuts off the rest. */
    @Override
    public void close() {
        try {
            server.stop();
        } catch (Exception e) {
            // The server has stopped nevertheless; it throws this if a connection took too long to end.
            LOG.info("requests in progress may have been cut off when the server stopped");
            LOG.debug("the server took too long to stop", e);
        }
    }

    private static final class Paths extends Handler.Abstract {

        private final Map<String, Supplier<Reply>> paths;

        Paths(Map<String, Supplier<Reply>> paths) {
            this.paths = paths;
        }

        @Override
        public boolean handle(Request request, Response response, Callback callback) {
            Supplier<Reply> get = paths.get(request.getHttpURI().getPath());
            if (get == null || !HttpMethod.GET.is(request.getMethod())) {
                Response.writeError(request, response, callback, HttpStatus.NOT_FOUND_404);
            } else if (announcesBody(request.getHeaders())) {
                Response.writeError(request, response, callback, HttpStatus.PAYLOAD_TOO_LARGE_413);
            } else {
                Reply reply = get.get();
                response.setStatus(reply.status());
                if (reply.body().length > 0) {
                    response.getHeaders().put(HttpHeader.CONTENT_TYPE, reply.contentType());
                }
                response.write(true, ByteBuffer.wrap(reply.body()), callback);
            }
            return true;
        }

        private static boolean announcesBody(HttpFields headers) {
            HttpField length = headers.getField(HttpHeader.CONTENT_LENGTH);
            return headers.contains(HttpHeader.TRANSFER_ENCODING)
                    || (length != null && !length.getValue().equals("0"));
        }
    }
}
