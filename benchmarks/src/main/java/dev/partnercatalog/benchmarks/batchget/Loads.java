package dev.partnercatalog.benchmarks.batchget;

import dev.partnercatalog.benchmarks.measure.Pace;
import dev.partnercatalog.benchmarks.setup.BenchmarkEnvironment;
import dev.partnercatalog.benchmarks.setup.JavaProcess;
import java.io.IOException;
import java.util.List;

/**
 * Puts load on what is measured, from a separate process: always the same one, so that it is warm too. Not thread-safe.
 */
final class Loads implements AutoCloseable {

    private static final int CONNECTIONS = 16;

    /** With this many, the compiler of what is warmed up gets its share of the processors. */
    private static final int GENTLE_CONNECTIONS = 6;

    private final JavaProcess generator;
    private final Pace pace;

    private Loads(JavaProcess generator, Pace pace) {
        this.generator = generator;
        this.pace = pace;
    }

    static Loads start(BenchmarkEnvironment.Part environment, Pace pace) throws IOException {
        JavaProcess generator = JavaProcess.start(
                environment.folder().resolve("load.log"),
                environment.machineOptions(List.of("-Xmx256m", "-XX:+UseSerialGC")),
                LoadGenerator.class.getName());
        return new Loads(generator, pace);
    }

    /** Makes the target compile what it needs to answer. */
    Measured warmUp(Target target, double seconds) throws Exception {
        return run(new Load(
                target.ports(),
                GENTLE_CONNECTIONS,
                seconds,
                pace.seconds(),
                0,
                target.token(),
                0,
                pace.variants(),
                target.batch()));
    }

    /** @param rate requests per second; 0 for as many as are answered */
    Measured run(Target target, double rate, long seed) throws Exception {
        return run(new Load(
                target.ports(),
                CONNECTIONS,
                pace.warmUpSeconds(),
                pace.seconds(),
                rate,
                target.token(),
                seed,
                pace.variants(),
                target.batch()));
    }

    private Measured run(Load load) throws IOException {
        return Measured.parse(generator.ask(load.line()));
    }

    /** Returns the requests per second, after printing the processor time of each. */
    double throughput(Target target, long seed) throws Exception {
        long cpu = target.cpuNanos();
        Measured measured = run(target, 0, seed);
        System.err.printf(
                "  %s: %.0f µs of processor a request in the server, %.0f in the client, %.0f bytes%n",
                target.name(),
                (target.cpuNanos() - cpu) / 1e3 / measured.sent(),
                measured.cpuMicros(),
                measured.bytes());
        return measured.requestsPerSecond();
    }

    @Override
    public void close() {
        generator.close();
    }
}
