package dev.partnercatalog.standalone.cluster;

import dev.partnercatalog.standalone.FixedPort;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The path to a server: a port of this machine whose connections are forwarded to another port, until they are cut,
 * refused, or silenced. Thread-safe.
 */
final class Cable implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Cable.class);
    private static final int BUFFER = 1 << 16;

    private enum State {
        WHOLE,
        CUT,
        SILENT
    }

    private final ServerSocket listener;
    private final int target;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private State state = State.WHOLE;

    private Cable(ServerSocket listener, int target) {
        this.listener = listener;
        this.target = target;
    }

    /** Forwards to a port; nothing needs to listen on it yet. */
    static Cable to(int target) throws IOException {
        Cable cable = new Cable(new ServerSocket(FixedPort.free(), 128, InetAddress.getLoopbackAddress()), target);
        cable.threads.execute(cable::accept);
        return cable;
    }

    int port() {
        return listener.getLocalPort();
    }

    /** Resets all connections; new ones can be made at once. */
    void reset() {
        sockets.forEach(this::abort);
    }

    /** Resets all connections, and each new one too. */
    void cut() {
        become(State.CUT);
        reset();
    }

    /** Lets connections exist and be made, but nothing pass. */
    void silence() {
        become(State.SILENT);
    }

    /** Ends what {@link #cut} or {@link #silence} began. */
    void mend() {
        become(State.WHOLE);
    }

    private synchronized void become(State next) {
        state = next;
        notifyAll();
    }

    private synchronized State awaitSound() throws InterruptedException {
        while (state == State.SILENT) {
            wait();
        }
        return state;
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                sockets.add(client);
                threads.execute(() -> connect(client));
            } catch (IOException e) {
                LOG.debug("Nobody is connected to port {} any more", target, e);
            }
        }
    }

    private void connect(Socket client) {
        Socket server = new Socket();
        sockets.add(server);
        try {
            if (awaitSound() == State.WHOLE) {
                server.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), target));
                server.setTcpNoDelay(true);
                client.setTcpNoDelay(true);
                Future<?> back = threads.submit(() -> carry(server, client));
                carry(client, server);
                back.get();
            }
        } catch (IOException | ExecutionException e) {
            LOG.debug("Port {} can't be reached", target, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            abort(client);
            abort(server);
        }
    }

    private void carry(Socket from, Socket to) {
        byte[] buffer = new byte[BUFFER];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                awaitSound();
                out.write(buffer, 0, read);
            }
            to.shutdownOutput();
        } catch (IOException e) {
            LOG.debug("A connection to port {} broke", target, e);
            abort(from);
            abort(to);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            abort(from);
            abort(to);
        }
    }

    /** Closes it with a reset, unless it was closed in an orderly way. */
    private void abort(Socket socket) {
        sockets.remove(socket);
        try (socket) {
            if (!socket.isOutputShutdown()) {
                socket.setSoLinger(true, 0);
            }
        } catch (IOException e) {
            LOG.debug("It was closed already", e);
        }
    }

    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            cut();
            threads.shutdownNow();
        }
    }
}
