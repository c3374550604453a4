package dev.partnercatalog.query.http;

import java.util.concurrent.locks.ReentrantLock;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.internal.HttpConnection;

/**
 * Makes HTTP/1 connections that are read by one thread at a time.
 *
 * <p>The server's own (Jetty 12.1.5 to 12.1.13, at least) has another thread answer a malformed request, and once that is done a
 * third one reads on, into the buffer that the first is about to give back. The pool hands that buffer to somebody else
 * meanwhile: so one caller's malformed request had another's request read twice, lost, or answered with what was
 * another's. Thread-safe.
 */
public final class SerialConnectionFactory extends HttpConnectionFactory {

    public SerialConnectionFactory(HttpConfiguration configuration) {
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
        public void onFillable() {
            reading.lock();
            try {
                super.onFillable();
            } finally {
                reading.unlock();
            }
        }
    }
}
