package dev.partnercatalog.benchmarks.batchget;

import dev.partnercatalog.benchmarks.measure.Pace;
import dev.partnercatalog.benchmarks.setup.JavaProcess;
import java.nio.file.Path;
import java.util.List;

/** Runs load generators, each in a process of its own. */
final class Loads {

    private static final int CONNECTIONS = 16;

    private final Path folder;
    private final Pace pace;

    /** @param folder for their log */
    Loads(Path folder, Pace pace) {
        this.folder = folder;
        this.pace = pace;
    }

    /** As many requests as are answered. */
    Measured run(List<Integer> ports, double warmUp, String token, long seed) throws Exception {
        return run(ports, warmUp, 0, token, seed);
    }

    /** @param rate of requests a second; 0 for as many as are answered */
    Measured run(List<Integer> ports, double warmUp, double rate, String token, long seed) throws Exception {
        Load load = new Load(ports, CONNECTIONS, warmUp, pace.seconds(), rate, token, seed, pace.variants());
        try (JavaProcess generator = JavaProcess.start(
                folder.resolve("load.log"),
                List.of("-Xmx256m", "-XX:+UseSerialGC"),
                LoadGenerator.class.getName(),
                load.arguments())) {
            return Measured.parse(generator.line());
        }
    }

    /** Requests a second, after telling which processor time each took. */
    double throughput(Target target, long seed) throws Exception {
        long cpu = target.cpuNanos();
        Measured measured = run(target.ports(), pace.warmUpSeconds(), target.token(), seed);
        System.err.printf(
                "  %s: %.0f µs of processor a request in the server, %.0f in the client, %.0f bytes%n",
                target.name(),
                (target.cpuNanos() - cpu) / 1e3 / measured.sent(),
                measured.cpuMicros(),
                measured.bytes());
        return measured.requestsPerSecond();
    }
}
