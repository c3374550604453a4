package dev.partnercatalog.benchmarks;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A partner's endpoint that costs next to nothing. What is posted to {@code /slow} is answered after {@link #SLOW_MS}. It
 * executes the commands in the lines of its input, and answers each with one line. Thread-safe.
 */
final class Receiver {

    static final String SLOW = "/slow";
    /** In milliseconds, from the last byte of a request to the response. */
    static final long SLOW_MS = 20;

    private static final byte[] ACCEPTED = "HTTP/1.1 204 No Content\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final ObjectMapper JSON = new ObjectMapper();

    private List<Arrival> watched = new ArrayList<>();
    private boolean watching;
    private long bodies;
    private long bytes;
    private long first;
    private long last;

    /**
     * What it counted.
     *
     * @param first when the first body arrived, in microseconds since 1970
     * @param last when the last one arrived
     */
    record Counted(long bodies, long bytes, long first, long last) {

        static Counted ask(JavaProcess receiver) throws IOException {
            return JSON.readValue(receiver.ask("counted"), Counted.class);
        }

        /** The time from the first to the last. */
        double secondsBetween() {
            return (last - first) / 1e6;
        }
    }

    /** A change whose marker arrived, and when, in microseconds since 1970. */
    record Arrival(int change, long micros) {

        /** Those since this was last asked; it watches for them since it was told so. */
        static List<Arrival> ask(JavaProcess receiver) throws IOException {
            return List.of(JSON.readValue(receiver.ask("watched"), Arrival[].class));
        }
    }

    /** Starts one in a process of its own, whose first line is its port. */
    static JavaProcess start(BenchmarkEnvironment.Part part) throws IOException {
        return part.start(Receiver.class, JavaProcess.SMALL);
    }

    /** Writes its port as one line and receives until its input ends. */
    public static void main(String[] arguments) throws Exception {
        Receiver receiver = new Receiver();
        ExecutorService threads = Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task, "receiver");
            thread.setDaemon(true);
            return thread;
        });
        try (ServerSocket server = new ServerSocket(0, 200, InetAddress.getLoopbackAddress())) {
            threads.execute(() -> receiver.accept(server, threads));
            System.out.println(server.getLocalPort());
            JavaProcess.answer(receiver::answer);
        }
    }

    private void accept(ServerSocket server, ExecutorService threads) {
        try {
            while (true) {
                Socket socket = server.accept();
                threads.execute(() -> serve(socket));
            }
        } catch (IOException e) {
            System.err.println("no connections are accepted any more: " + e.getMessage());
        }
    }

    private void serve(Socket socket) {
        try (HttpMessages requests = new HttpMessages(socket)) {
            while (requests.read()) {
                add(requests.body());
                if (requests.subject().equals(SLOW)) {
                    Pace.await(Pace.now() + SLOW_MS * 1_000);
                }
                requests.write(ACCEPTED);
            }
        } catch (IOException e) {
            System.err.println("a connection ended: " + e.getMessage());
        }
    }

    private synchronized void add(byte[] body) {
        last = Pace.now();
        first = bodies == 0 ? last : first;
        bodies++;
        bytes += body.length;
        if (watching) {
            Marker.forEach(body, change -> watched.add(new Arrival(change, last)));
        }
    }

    private synchronized String answer(String line) throws IOException {
        switch (line) {
            case "count" -> {
                bodies = 0;
                bytes = 0;
                watching = false;
            }
            case "counted" -> {
                return JSON.writeValueAsString(new Counted(bodies, bytes, first, last));
            }
            case "watch" -> {
                watching = true;
                watched = new ArrayList<>();
            }
            case "watched" -> {
                String answer = JSON.writeValueAsString(watched);
                watched = new ArrayList<>();
                return answer;
            }
            default -> throw new IllegalArgumentException("not a command: " + line);
        }
        return "done";
    }
}
