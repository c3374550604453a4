package dev.partnercatalog.runtime.http;

import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
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
 * Creates HTTP/1 connections that one thread reads at a time, and that for a while discard what is sent after their last
 * response. Thread-safe.
 */
final class SerialConnections extends HttpConnectionFactory {

    /** For how long what follows the last response is discarded. */
    private static final long LINGER_MS = 1_500;

    SerialConnections(HttpConfiguration configuration) {
        super(configuration);
    }

    @Override
    public Connection newConnection(Connector connector, EndPoint endPoint) {
        OneReaderConnection connection = new OneReaderConnection(getHttpConfiguration(), connector, endPoint);
        connection.setTransferEncodingChunkMaxLength(getTransferEncodingChunkMaxLength());
        return configure(connection, connector, endPoint);
    }

    private static void closeSoon(HttpConnection connection) {
        connection
                .getConnector()
                .getScheduler()
                .schedule(connection.getEndPoint()::close, LINGER_MS, TimeUnit.MILLISECONDS);
    }

    private static final class OneReaderConnection extends HttpConnection {

        private final ReentrantLock reading = new ReentrantLock();

        OneReaderConnection(HttpConfiguration configuration, Connector connector, EndPoint endPoint) {
            super(configuration, connector, endPoint);
        }

        /**
         * The server answers a malformed request in another thread. When that is done, a third one reads on into the
         * buffer that the first is about to release, and that the pool hands to another connection: one caller's
         * malformed request could cause another's to be lost, or answered with a third caller's response.
         */
        @Override
        public void onFillable() {
            reading.lock();
            try {
                super.onFillable();
            } finally {
                reading.unlock();
            }
        }

        @Override
        protected HttpParser newHttpParser(HttpCompliance compliance) {
            HttpParser usual = super.newHttpParser(compliance);
            HttpParser lingering =
                    new LingeringParser((HttpParser.RequestHandler) usual.getHandler(), compliance, this);
            lingering.setHeaderCacheSize(usual.getHeaderCacheSize());
            lingering.setHeaderCacheCaseSensitive(usual.isHeaderCacheCaseSensitive());
            return lingering;
        }

        /**
         * The server would cut off a request whose body is incomplete, and its response too. When it stops, it would wait
         * for connections whose requests just end.
         */
        @Override
        protected HttpStreamOverHTTP1 newHttpStream(String method, String uri, HttpVersion version) {
            return new HttpStreamOverHTTP1(method, uri, version) {
                @Override
                public void succeeded() {
                    super.succeeded();
                    if (getConnector().isShutdown()) {
                        closeSoon(OneReaderConnection.this);
                    }
                }

                @Override
                public @Nullable Throwable consumeAvailable() {
                    // This makes the request the connection's last; after its response, the rest is discarded.
                    super.consumeAvailable();
                    return null;
                }
            };
        }
    }

    /**
     * Discards data after the last response for a moment, before the connection is closed. If the server closed it at the
     * first byte, the operating system would reset it, and the sender of a refused body would never see why.
     */
    private static final class LingeringParser extends HttpParser {

        /** Enough for any client that misjudged a limit. */
        private static final int MOST_DROPPED = 16 << 20;

        private final HttpConnection connection;
        private int dropped;
        private boolean lingers;

        LingeringParser(RequestHandler handler, HttpCompliance compliance, HttpConnection connection) {
            super(handler, connection.getHttpConfiguration().getRequestHeaderSize(), compliance);
            this.connection = connection;
        }

        /** If this is true when the connection is read, it closes at once. */
        @Override
        public boolean isTerminated() {
            return super.isTerminated() && dropped > MOST_DROPPED;
        }

        @Override
        public boolean parseNext(ByteBuffer buffer) {
            if (super.isTerminated()) {
                if (!lingers) {
                    lingers = true;
                    closeSoon(connection);
                }
                dropped += buffer.remaining();
                BufferUtil.clear(buffer);
                return false;
            }
            return super.parseNext(buffer);
        }
    }
}
