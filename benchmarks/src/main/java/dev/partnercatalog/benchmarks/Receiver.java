package dev.partnercatalog.benchmarks;

import dev.partnercatalog.runtime.PeriodicTask;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/** A partner's endpoint that costs next to nothing. Thread-safe. */
final class Receiver implements AutoCloseable {

    private static final byte[] ACCEPTED = "HTTP/1.1 204 No Content\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private final ServerSocket server = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
    private final ExecutorService threads =
            Executors.newCachedThreadPool(task -> PeriodicTask.daemon(task, "receiver"));
    private @Nullable Latencies watching;
    private Counted counted = Counted.NOTHING;

    /**
     * What it counted.
     *
     * @param last when the last body arrived, in microseconds since 1970
     */
    record Counted(long bodies, long last) {

        private static final Counted NOTHING = new Counted(0, 0);
    }

    Receiver() throws IOException {
        threads.execute(this::accept);
    }

    String url() {
        return "http://127.0.0.1:" + server.getLocalPort();
    }

    /** Counts anew from now on, and looks for no changes. */
    synchronized void count() {
        counted = Counted.NOTHING;
        watching = null;
    }

    synchronized Counted counted() {
        return counted;
    }

    /** Notes in these each change that arrives from now on. */
    synchronized void watch(Latencies latencies) {
        watching = latencies;
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = server.accept();
                threads.execute(() -> serve(socket));
            }
        } catch (IOException e) {
            if (!server.isClosed()) {
                System.err.println("no connections are accepted any more: " + e.getMessage());
            }
        }
    }

    private void serve(Socket socket) {
        try (HttpMessages requests = new HttpMessages(socket)) {
            while (requests.read()) {
                add(requests.body());
                requests.write(ACCEPTED);
            }
        } catch (IOException e) {
            System.err.println("a connection ended: " + e.getMessage());
        }
    }

    private synchronized void add(byte[] body) {
        long now = Pace.now();
        counted = new Counted(counted.bodies + 1, now);
        if (watching != null) {
            watching.found(body, now);
        }
    }

    @Override
    public void close() throws IOException {
        threads.shutdownNow();
        server.close();
    }
}
