package dev.partnercatalog.benchmarks.delivery;

import dev.partnercatalog.benchmarks.setup.BenchmarkEnvironment;
import dev.partnercatalog.benchmarks.setup.JavaProcess;
import java.io.BufferedReader;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;

/**
 * A partner's endpoint that costs next to nothing. What is posted to {@code /hang} is never answered, what is posted to
 * {@code /slow} is answered after {@link #SLOW_MS}. It executes the commands in the lines of its input, and answers
 * each with one line.
 */
public final class Receiver {

    static final String HANG = "/hang";
    static final String SLOW = "/slow";

    /** In milliseconds, from the last byte of a request to the response. */
    static final long SLOW_MS = 20;

    private Receiver() {}

    /** Starts one in a process of its own, whose first line is its port. */
    static JavaProcess start(BenchmarkEnvironment.Part environment) throws IOException {
        return JavaProcess.start(
                environment.folder().resolve("receiver.log"),
                environment.machineOptions(List.of("-Xmx256m", "-XX:+UseSerialGC")),
                Receiver.class.getName());
    }

    /** Writes its port as one line and receives until its input ends. */
    public static void main(String[] arguments) throws Exception {
        Received received = new Received();
        ExecutorService threads = Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task, "receiver");
            thread.setDaemon(true);
            return thread;
        });
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        try (ServerSocket server = new ServerSocket(0, 200, InetAddress.getLoopbackAddress())) {
            threads.execute(() -> accept(server, threads, received));
            System.out.println(server.getLocalPort());
            for (String line = commands.readLine(); line != null; line = commands.readLine()) {
                System.out.println(answer(line, received));
            }
        }
    }

    private static void accept(ServerSocket server, ExecutorService threads, Received received) {
        try {
            while (true) {
                Socket socket = server.accept();
                threads.execute(() -> serve(socket, received));
            }
        } catch (IOException e) {
            System.err.println("no connections are accepted any more: " + e.getMessage());
        }
    }

    private static void serve(Socket socket, Received received) {
        try (socket) {
            socket.setTcpNoDelay(true);
            ReceiverConnection connection = new ReceiverConnection(socket);
            while (connection.read()) {
                if (connection.path().equals(HANG)) {
                    received.hang(socket, connection);
                    return;
                }
                received.add(connection.body());
                if (connection.path().equals(SLOW)) {
                    awaitTime(System.nanoTime() + SLOW_MS * 1_000_000);
                }
                connection.accept();
            }
        } catch (IOException e) {
            System.err.println("a connection ended: " + e.getMessage());
        }
    }

    private static void awaitTime(long due) {
        for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    private static String answer(String line, Received received) throws IOException {
        String[] words = line.split(" ", -1);
        return switch (words[0]) {
            case "count" -> {
                received.count(words.length > 1 ? captureTo(Path.of(words[1])) : null);
                yield "counting";
            }
            case "counted" -> received.counted();
            case "watch" -> {
                received.watch();
                yield "watching";
            }
            case "watched" -> received.watched();
            case "hanging" -> Integer.toString(received.hanging());
            case "release" -> {
                received.release();
                yield "released";
            }
            default -> throw new IllegalArgumentException("not a command: " + line);
        };
    }

    private static DataOutputStream captureTo(Path file) throws IOException {
        return new DataOutputStream(Files.newOutputStream(file));
    }
}
