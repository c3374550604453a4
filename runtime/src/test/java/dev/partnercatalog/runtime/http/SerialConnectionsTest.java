package dev.partnercatalog.runtime.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SerialConnectionsTest {

    private static final long LONG_ENOUGH_FOR_ANOTHER_MS = 500;

    private volatile @Nullable Thread reader;
    private final AtomicBoolean handedOver = new AtomicBoolean();
    private final CountDownLatch readByAnother = new CountDownLatch(1);
    private volatile boolean readByTwoAtOnce;

    @Test
    void after_a_malformed_request_no_other_thread_reads_while_the_first_still_holds_its_buffer() throws Exception {
        sendMalformed(new SerialConnections(new HttpConfiguration()));
        assertThat(readByTwoAtOnce).isFalse();
    }

    /** As long as they are, {@link SerialConnections} is needed. */
    @Test
    void the_server_s_own_connections_are_read_by_two_threads_at_once() throws Exception {
        sendMalformed(new HttpConnectionFactory());
        assertThat(readByTwoAtOnce).isTrue();
    }

    private void sendMalformed(HttpConnectionFactory connections) throws Exception {
        Server server = new Server(new HandsOver());
        try (ServerConnector connector = new Watched(server, connections)) {
            connector.setHost("127.0.0.1");
            server.addConnector(connector);
            server.start();
            URI address = URI.create("http://127.0.0.1:" + connector.getLocalPort());
            RawClient.Response response =
                    RawClient.send(address, "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: ten\r\n\r\n");
            assertThat(response.status()).isEqualTo(400);
            assertThat(readByAnother.await(1, TimeUnit.MINUTES))
                    .as("read on, by another thread, in the end")
                    .isTrue();
        } finally {
            server.stop();
        }
    }

    /** Lets another thread answer a malformed request, as the server does, and delays the thread that found it. */
    private final class HandsOver extends QueuedThreadPool {

        @Override
        public boolean tryExecute(Runnable task) {
            if (!Thread.currentThread().equals(reader) || handedOver.getAndSet(true)) {
                return super.tryExecute(task);
            }
            new Thread(task, "answering").start();
            try {
                readByTwoAtOnce = readByAnother.await(LONG_ENOUGH_FOR_ANOTHER_MS, TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return true;
        }
    }

    /** Records who reads from its connections. */
    private final class Watched extends ServerConnector {

        Watched(Server server, HttpConnectionFactory connections) {
            super(server, connections);
        }

        @Override
        protected SocketChannelEndPoint newEndPoint(SocketChannel channel, ManagedSelector selector, SelectionKey key) {
            SocketChannelEndPoint endPoint = new SocketChannelEndPoint(channel, selector, key, getScheduler()) {
                @Override
                public int fill(ByteBuffer buffer) throws IOException {
                    if (reader == null) {
                        reader = Thread.currentThread();
                    } else if (!Thread.currentThread().equals(reader)) {
                        readByAnother.countDown();
                    }
                    return super.fill(buffer);
                }
            };
            endPoint.setIdleTimeout(getIdleTimeout());
            return endPoint;
        }
    }
}
