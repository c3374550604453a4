package dev.partnercatalog.runtime.http;

import java.nio.ByteBuffer;
import java.util.concurrent.locks.ReentrantLock;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.http.HttpParser;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.internal.HttpConnection;
import org.eclipse.jetty.util.BufferUtil;
import org.jspecify.annotations.Nullable;

/**
 * Creates HTTP/1 connections that are read by one thread at a time, and that for a while discard data received after
 * the last response.
 *
 * <p>The server's own connections (at least in Jetty 12.1.5 to 12.1.13) answer a malformed request in another thread.
 * When that is done, a third thread continues reading into the buffer that the first is about to release. Meanwhile the
 * pool hands that buffer to another connection. One caller's malformed request could therefore cause another's request
 * to be read twice, lost, or answered with a third caller's response.
 *
 * <p>They also close a connection at the first byte after the last response. The operating system then resets it, and a
 * sender whose body was refused unread never sees why. Thread-safe.
 */
final class SerialConnectionFactory extends HttpConnectionFactory {

    SerialConnectionFactory(HttpConfiguration configuration) {
        super(configuration);
    }

    @Override
    public Connection newConnection(Connector connector, EndPoint endPoint) {
        SerialConnection connection = new SerialConnection(getHttpConfiguration(), connector, endPoint);
        connection.setTransferEncodingChunkMaxLength(getTransferEncodingChunkMaxLength());
        return configure(connection, connector, endPoint);
    }

    private static final class SerialConnection extends HttpConnection {

        private final ReentrantLock reading = new ReentrantLock();

        SerialConnection(HttpConfiguration configuration, Connector connector, EndPoint endPoint) {
            super(configuration, connector, endPoint);
        }

        @Override
        protected HttpParser newHttpParser(HttpCompliance compliance) {
            HttpParser usual = super.newHttpParser(compliance);
            HttpParser lingering = new LingeringParser(
                    (HttpParser.RequestHandler) usual.getHandler(),
                    getHttpConfiguration().getRequestHeaderSize(),
                    compliance);
            lingering.setHeaderCacheSize(usual.getHeaderCacheSize());
            lingering.setHeaderCacheCaseSensitive(usual.isHeaderCacheCaseSensitive());
            return lingering;
        }

        /** The server would cut off a request whose body is incomplete, and its response too. */
        @Override
        protected HttpStreamOverHTTP1 newHttpStream(String method, String uri, HttpVersion version) {
            return new HttpStreamOverHTTP1(method, uri, version) {
                @Override
                public @Nullable Throwable consumeAvailable() {
                    // This makes the request the connection's last; after its response, the rest is discarded.
                    super.consumeAvailable();
                    return null;
                }
            };
        }

        @Override
        public void onFillable() {
            reading.lock();
            try {
                super.onFillable();
            } finally {
                reading.unlock();
            }
        }
    }

    /** Discards data after the last request. The {@link ConnectionReaper} decides for how long. */
    private static final class LingeringParser extends HttpParser {

        /** Enough for any client that misjudged a limit. */
        private static final int MOST_DROPPED = 16 << 20;

        private int dropped;

        LingeringParser(RequestHandler handler, int maxHeaderBytes, HttpCompliance compliance) {
            super(handler, maxHeaderBytes, compliance);
        }

        /** If this is true when the connection is read, it closes at once. */
        @Override
        public boolean isTerminated() {
            return super.isTerminated() && dropped > MOST_DROPPED;
        }

        @Override
        public boolean parseNext(ByteBuffer buffer) {
            if (super.isTerminated()) {
                dropped += buffer.remaining();
                BufferUtil.clear(buffer);
                return false;
            }
            return super.parseNext(buffer);
        }
    }
}
