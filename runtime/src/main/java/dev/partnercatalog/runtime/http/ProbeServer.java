package dev.partnercatalog.runtime.http;

import java.nio.ByteBuffer;
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
 * An address for operators: a server that listens from its creation until it is closed. No thread waits for a sender or
 * a receiver, so slow clients can't hold up probes. Thread-safe.
 */
public final class ProbeServer implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ProbeServer.class);

    private final Server server;

    private ProbeServer(Server server) {
        this.server = server;
    }

    /**
     * Starts serving.
     *
     * @param listener closed together with the server
     */
    public static ProbeServer start(Listener listener, HttpLimits limits, ProbeRoutes routes) {
        CommonHeaders headers = new CommonHeaders(Map.of());
        QueuedThreadPool threads = Hardening.threads(limits);
        threads.setName("internal-server");
        threads.setDaemon(true);
        Server server = new Server(threads);
        HttpConfiguration http = new HttpConfiguration();
        Hardening.configure(http);
        // Probes and scrapes need no persistent connections; a pipeline of them would occupy a thread.
        http.setPersistentConnectionsEnabled(!routes.posts().isEmpty());
        server.addConnector(Hardening.connector(server, http, listener, limits));
        server.setErrorHandler(new ContainerErrors(new ErrorBody(), headers));
        server.setStopTimeout(Hardening.STOP_TIMEOUT_MS);
        server.setHandler(new Paths(routes));
        server.insertHandler(new LoadShedding(limits.maxConcurrentRequests(), routes.unbounded()));
        server.insertHandler(new GracefulHandler());
        server.insertHandler(new EntryHandler(headers, listener.meters()));
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

        private final Map<String, Supplier<Reply>> gets;
        private final Map<String, Request.Handler> posts;

        Paths(ProbeRoutes routes) {
            this.gets = routes.gets();
            this.posts = routes.posts();
        }

        @Override
        public boolean handle(Request request, Response response, Callback callback) throws Exception {
            String path = request.getHttpURI().getPath();
            Supplier<Reply> get = HttpMethod.GET.is(request.getMethod()) ? gets.get(path) : null;
            Request.Handler post = HttpMethod.POST.is(request.getMethod()) ? posts.get(path) : null;
            if (post != null) {
                return post.handle(request, response, callback);
            }
            if (get == null) {
                Response.writeError(request, response, callback, HttpStatus.NOT_FOUND_404);
            } else if (announcesBody(request.getHeaders())) {
                Response.writeError(request, response, callback, HttpStatus.PAYLOAD_TOO_LARGE_413);
            } else {
                answer(response, callback, get.get());
            }
            return true;
        }

        private static boolean announcesBody(HttpFields headers) {
            HttpField length = headers.getField(HttpHeader.CONTENT_LENGTH);
            return headers.contains(HttpHeader.TRANSFER_ENCODING)
                    || (length != null && !length.getValue().equals("0"));
        }

        private static void answer(Response response, Callback callback, Reply reply) {
            response.setStatus(reply.status());
            if (reply.body().length > 0) {
                response.getHeaders().put(HttpHeader.CONTENT_TYPE, reply.contentType());
            }
            response.write(true, ByteBuffer.wrap(reply.body()), callback);
        }
    }
}
