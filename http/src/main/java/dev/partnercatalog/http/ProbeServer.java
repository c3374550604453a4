package dev.partnercatalog.http;

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
 * An address for those who run the system: a server that listens from its creation until it is closed. No thread
 * waits for a sender or a receiver, so nobody can keep probes from their answers by being slow. Thread-safe.
 */
public final class ProbeServer implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ProbeServer.class);

    private final Server server;

    private ProbeServer(Server server) {
        this.server = server;
    }

    /**
     * Starts to serve.
     *
     * @param listener closed with the server
     */
    public static ProbeServer start(Listener listener, HttpLimits limits, ProbeRoutes routes) {
        CommonHeaders headers = new CommonHeaders(Map.of());
        QueuedThreadPool threads = Hardening.threads(limits);
        threads.setName("internal-server");
        threads.setDaemon(true);
        Server server = new Server(threads);
        HttpConfiguration http = new HttpConfiguration();
        Hardening.configure(http);
        // A probe or a scrape needs no connection kept; a pipeline of them would keep a thread.
        http.setPersistentConnectionsEnabled(!routes.posts().isEmpty());
        server.addConnector(Hardening.connector(server, http, listener, limits));
        server.setErrorHandler(new ContainerErrors(new ErrorBody(), headers));
        server.setStopTimeout(Hardening.STOP_TIMEOUT_MS);
        server.setHandler(new Paths(routes));
        server.insertHandler(new LoadShedding(limits.maxConcurrentRequests(), routes.unbounded()));
        server.insertHandler(new GracefulHandler());
        server.insertHandler(new EntryHandler(headers, listener.meters(), listener.spans()));
        try {
            server.start();
        } catch (Exception e) {
            throw new IllegalStateException("the server at " + listener.address() + " could not start", e);
        }
        return new ProbeServer(server);
    }

    /** Lets the requests in hand end, within three seconds, refuses new ones, and cuts off what then is left. */
    @Override
    public void close() {
        try {
            server.stop();
        } catch (Exception e) {
            // The server has stopped all the same; it says so where a connection took longer to end than it had.
            LOG.info("what was asked when the server stopped may have been cut off: {}", e.getMessage());
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
