package dev.partnercatalog.http;

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
 * Makes HTTP/1 connections that are read by one thread at a time, and that drop for a while what still comes after the
 * last answer.
 *
 * <p>The server's own (Jetty 12.1.5 to 12.1.13, at least) has another thread answer a malformed request, and once that is done a
 * third one reads on, into the buffer that the first is about to give back. The pool hands that buffer to somebody else
 * meanwhile: so one caller's malformed request had another's request read twice, lost, or answered with what was
 * another's.
 *
 * <p>It also closes a connection at the first byte after the last answer. The system then resets it, and a sender whose body
 * was refused unread never sees why. Thread-safe.
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

        /** The server would cut off, answer and all, a request of whose body more is to come. */
        @Override
        protected HttpStreamOverHTTP1 newHttpStream(String method, String uri, HttpVersion version) {
            return new HttpStreamOverHTTP1(method, uri, version) {
                @Override
                public @Nullable Throwable consumeAvailable() {
                    // It makes this the connection's last request, after whose answer the rest is dropped.
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

    /** Drops what comes after the last request. For how long is the {@link ConnectionReaper}'s to say. */
    private static final class LingeringParser extends HttpParser {

        /** Enough for any client that mistook a limit. */
        private static final int MOST_DROPPED = 16 << 20;

        private int dropped;

        LingeringParser(RequestHandler handler, int maxHeaderBytes, HttpCompliance compliance) {
            super(handler, maxHeaderBytes, compliance);
        }

        /** The connection closes at once where it reads and this is true. */
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
