package dev.partnercatalog.benchmarks;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Sends batch-gets of 100 barcodes or SKUs at a location, uniformly distributed over all data, over persistent
 * connections, one thread each. The requests of a load are created before it starts.
 */
final class LoadGenerator {

    static final int BATCH = 100;

    private static final int REQUESTS = 500;
    private static final ObjectMapper JSON = new ObjectMapper();

    /**
     * Its task.
     *
     * @param connections number of persistent connections, each with one request at a time
     * @param seconds time to measure
     * @param rate requests per second over all connections; 0 for as many as are answered
     * @param variants number of variants that may be requested
     * @param skus whether SKUs are requested that the company lists
     */
    record Load(
            int port,
            int connections,
            double warmUpSeconds,
            double seconds,
            double rate,
            String token,
            int variants,
            boolean skus) {}

    /**
     * What came of it.
     *
     * @param percentiles the 50th and the 99th of the milliseconds to a request's last byte, from when it was due if it had
     *     a time, otherwise from when it was sent
     * @param bytes average size of a response's body
     * @param sent number of requests, including those for warming up
     */
    record Measured(double requestsPerSecond, List<Double> percentiles, double bytes, long sent) {}

    private record Answers(LongStream micros, long bytes, long sent) {}

    private LoadGenerator() {}

    /** Reads a {@link Load} from each line of its input, and answers with a line. */
    public static void main(String[] arguments) throws Exception {
        JavaProcess.answer(line -> JSON.writeValueAsString(run(JSON.readValue(line, Load.class))));
    }

    /** Has the process of a load generator run a load. */
    static Measured ask(JavaProcess generator, Load load) throws IOException {
        return JSON.readValue(generator.ask(JSON.writeValueAsString(load)), Measured.class);
    }

    static Measured run(Load load) throws Exception {
        List<byte[][]> requests = IntStream.range(0, load.connections)
                .mapToObj(i -> requests(load, new SplittableRandom(i)))
                .toList();
        long start = Pace.now();
        List<Callable<Answers>> connections = IntStream.range(0, load.connections)
                .<Callable<Answers>>mapToObj(i -> () -> send(load, i, requests.get(i), start))
                .toList();
        ExecutorService threads = Executors.newFixedThreadPool(load.connections);
        try {
            List<Answers> all = new ArrayList<>();
            for (Future<Answers> answers : threads.invokeAll(connections)) {
                all.add(answers.get());
            }
            return measured(all, load.seconds);
        } finally {
            threads.shutdownNow();
        }
    }

    private static byte[][] requests(Load load, SplittableRandom random) {
        return Stream.generate(() -> request(load, random)).limit(REQUESTS).toArray(byte[][]::new);
    }

    private static byte[] request(Load load, SplittableRandom random) {
        int company = random.nextInt(load.skus ? GeneratedCatalog.LISTING_COMPANIES : GeneratedCatalog.COMPANIES);
        int variants = load.skus ? GeneratedCatalog.listed(load.variants) : load.variants;
        long location = GeneratedCatalog.locationId(company, random.nextInt(GeneratedCatalog.locations(company)));
        String batch = IntStream.range(0, BATCH)
                .map(i -> random.nextInt(variants))
                .mapToObj(load.skus ? GeneratedCatalog::sku : GeneratedCatalog::barcode)
                .collect(Collectors.joining("\",\"", "\"", "\""));
        String body = "{\"locationId\":" + location + (load.skus ? ",\"skus\":[" : ",\"barcodes\":[") + batch + "]}";
        String head = "POST /v1/" + GeneratedCatalog.companyId(company) + "/variants/batch-get HTTP/1.1\r\n"
                + "Host: 127.0.0.1\r\nAuthorization: Bearer " + load.token + "\r\nContent-Type: application/json\r\n"
                + "Content-Length: " + body.length() + "\r\n\r\n";
        return (head + body).getBytes(StandardCharsets.US_ASCII);
    }

    private static Answers send(Load load, int number, byte[][] requests, long start) throws IOException {
        long from = start + micros(load.warmUpSeconds);
        long end = from + micros(load.seconds);
        long interval = load.rate == 0 ? 0 : micros(load.connections / load.rate);
        long due = start + number * interval / load.connections;
        LongStream.Builder micros = LongStream.builder();
        long bytes = 0;
        try (HttpMessages connection = new HttpMessages(new Socket(InetAddress.getLoopbackAddress(), load.port))) {
            for (int i = 0; ; i++) {
                if (interval > 0) {
                    Pace.await(due);
                }
                // The client's waiting time includes the time until its request's turn.
                long asked = interval > 0 ? due : Pace.now();
                if (asked >= end) {
                    return new Answers(micros.build(), bytes, i);
                }
                connection.write(requests[i % REQUESTS]);
                if (!connection.read() || !connection.status().equals("200")) {
                    throw new IOException("answered " + connection.status());
                }
                if (asked >= from) {
                    micros.add(Pace.now() - asked);
                    bytes += connection.length();
                }
                due += interval;
            }
        }
    }

    private static Measured measured(List<Answers> all, double seconds) {
        long[] micros = all.stream().flatMapToLong(Answers::micros).sorted().toArray();
        if (micros.length == 0) {
            throw new IllegalStateException("nothing was answered");
        }
        long bytes = all.stream().mapToLong(Answers::bytes).sum();
        return new Measured(
                micros.length / seconds,
                List.of(micros[micros.length / 2] / 1e3, micros[(int) (micros.length * 0.99)] / 1e3),
                (double) bytes / micros.length,
                all.stream().mapToLong(Answers::sent).sum());
    }

    private static long micros(double seconds) {
        return (long) (seconds * 1e6);
    }
}
