package dev.partnercatalog.webhook.delivery;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** An endpoint that writes bytes of a test's choice in response to each request, whatever HTTP says. */
public final class RawEndpoint implements AutoCloseable {

    private static final int CONNECTIONS = 500;

    /** What is written to a connection once a request has arrived. */
    @FunctionalInterface
    public interface Answer {
        void write(OutputStream to) throws IOException;
    }

    private final ServerSocket server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final AtomicInteger requests = new AtomicInteger();
    private final AtomicInteger connections = new AtomicInteger();
    private final AtomicInteger ended = new AtomicInteger();
    private volatile Answer answer;

    public RawEndpoint(Answer answer) {
        this.answer = answer;
        try {
            server = new ServerSocket(0, CONNECTIONS, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        threads.execute(this::accept);
    }

    /** Answers each request with this text, and then closes the connection. */
    public RawEndpoint(String text) {
        this(to -> {
            to.write(text.getBytes(StandardCharsets.ISO_8859_1));
            to.close();
        });
    }

    void answer(Answer next) {
        answer = next;
    }

    public String url() {
        return "http://127.0.0.1:" + server.getLocalPort() + "/";
    }

    int requests() {
        return requests.get();
    }

    int connections() {
        return connections.get();
    }

    /** The connections that have ended. */
    int ended() {
        return ended.get();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                connections.incrementAndGet();
                threads.execute(() -> serve(socket));
            } catch (IOException e) {
                // The test is over.
            }
        }
    }

    private void serve(Socket accepted) {
        try (Socket socket = accepted) {
            while (readRequest(socket)) {
                requests.incrementAndGet();
                answer.write(socket.getOutputStream());
                socket.getOutputStream().flush();
            }
        } catch (IOException e) {
            // The sender has given up, or the answer closed the connection.
        }
        ended.incrementAndGet();
    }

    /** Reads a head and the body that it announces; returns false at the end of the connection. */
    private static boolean readRequest(Socket socket) throws IOException {
        StringBuilder head = new StringBuilder();
        while (!head.toString().endsWith("\r\n\r\n")) {
            int next = socket.getInputStream().read();
            if (next < 0) {
                return false;
            }
            head.append((char) next);
        }
        int length = head.toString()
                .lines()
                .filter(line -> line.startsWith("Content-Length: "))
                .mapToInt(line -> Integer.parseInt(line.substring("Content-Length: ".length())))
                .findFirst()
                .orElse(0);
        return socket.getInputStream().readNBytes(length).length == length;
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        threads.shutdownNow();
    }
}
