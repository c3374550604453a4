package dev.partnercatalog.benchmarks.batchget;

import dev.partnercatalog.benchmarks.setup.CpuTime;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/**
 * Sends batch-gets over persistent connections, one thread each, and writes its measurements as one line. The requests
 * of a load are created before it starts.
 */
public final class LoadGenerator {

    private static final int REQUESTS = 500;

    @SuppressWarnings("ArrayRecordComponent") // passed on, not compared
    private record Answers(long[] nanos, int count, long bytes, long sent) {}

    private LoadGenerator() {}

    /** Reads a {@link Load} from each line of its input, and answers with a line. */
    public static void main(String[] arguments) throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            System.out.println(run(Load.parse(line)).line());
        }
    }

    static Measured run(Load load) throws Exception {
        List<byte[][]> requests = IntStream.range(0, load.connections())
                .mapToObj(i -> requests(load, i))
                .toList();
        ExecutorService threads = Executors.newFixedThreadPool(load.connections());
        try {
            long cpu = CpuTime.ofThisProcess();
            long start = System.nanoTime();
            List<Future<Answers>> running = new ArrayList<>();
            for (int i = 0; i < load.connections(); i++) {
                int number = i;
                running.add(threads.submit(() -> send(load, number, requests.get(number), start)));
            }
            List<Answers> all = new ArrayList<>();
            for (Future<Answers> each : running) {
                all.add(each.get());
            }
            return measured(all, load.seconds(), CpuTime.ofThisProcess() - cpu);
        } finally {
            threads.shutdownNow();
        }
    }

    private static byte[][] requests(Load load, int number) {
        byte[][] requests = new byte[REQUESTS][];
        BatchRequests source = new BatchRequests(load.seed() * 1_000 + number, load);
        Arrays.setAll(requests, i -> source.next());
        return requests;
    }

    private static Answers send(Load load, int number, byte[][] requests, long start) throws IOException {
        long from = start + nanos(load.warmUpSeconds());
        long end = from + nanos(load.seconds());
        long interval = load.rate() == 0 ? 0 : nanos(load.connections() / load.rate());
        long due = System.nanoTime() + (interval == 0 ? 0 : number * interval / load.connections());
        long[] nanos = new long[1 << 12];
        int count = 0;
        long bytes = 0;
        int port = load.ports().get(number % load.ports().size());
        try (HttpConnection connection = new HttpConnection(port)) {
            for (int i = 0; ; i++) {
                if (interval > 0) {
                    await(due);
                }
                // The client's waiting time includes the time until its request's turn.
                long asked = interval > 0 ? due : System.nanoTime();
                if (asked >= end) {
                    return new Answers(nanos, count, bytes, i);
                }
                int length = connection.exchange(requests[i % REQUESTS]);
                if (asked >= from) {
                    if (count == nanos.length) {
                        nanos = Arrays.copyOf(nanos, 2 * count);
                    }
                    nanos[count++] = System.nanoTime() - asked;
                    bytes += length;
                }
                due += interval;
            }
        }
    }

    private static void await(long due) {
        for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    private static Measured measured(List<Answers> all, double seconds, long cpuNanos) {
        long[] nanos = all.stream()
                .flatMapToLong(answers -> Arrays.stream(answers.nanos(), 0, answers.count()))
                .sorted()
                .toArray();
        if (nanos.length == 0) {
            throw new IllegalStateException("nothing was answered");
        }
        long bytes = all.stream().mapToLong(Answers::bytes).sum();
        long sent = all.stream().mapToLong(Answers::sent).sum();
        return new Measured(
                nanos.length / seconds,
                millis(nanos[nanos.length / 2]),
                millis(nanos[(int) (nanos.length * 0.99)]),
                (double) bytes / nanos.length,
                sent,
                cpuNanos / 1e3 / sent);
    }

    private static long nanos(double seconds) {
        return (long) (seconds * 1e9);
    }

    private static double millis(long nanos) {
        return nanos / 1e6;
    }
}
