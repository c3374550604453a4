package dev.partnercatalog.benchmarks.delivery;

import dev.partnercatalog.benchmarks.setup.BenchmarkEnvironment;
import dev.partnercatalog.benchmarks.setup.CatalogProcess;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.webhook.state.SinkState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

/** The sink as the launcher runs it, which can be stopped for a while. Not thread-safe. */
final class Sink implements AutoCloseable {

    /** The most messages that it has in flight to one endpoint. */
    static final int CONCURRENCY = 16;

    /** As the launcher runs it, for what it is measured against. */
    static final List<String> OPTIONS = List.of("-Xmx512m", "-XX:+UseSerialGC");

    private final BenchmarkEnvironment.Part environment;
    private final KafkaSettings kafka;
    private final Path folder;
    private CatalogProcess process;

    /** Starts it; doesn't wait. */
    Sink(BenchmarkEnvironment.Part environment, KafkaSettings kafka) throws IOException {
        this.environment = environment;
        this.kafka = kafka;
        this.folder = environment.folder().resolve("webhook-sink");
        this.process = start();
    }

    private CatalogProcess start() throws IOException {
        return CatalogProcess.start(
                "webhook-sink",
                environment,
                kafka,
                folder,
                List.of(
                        "--secrets=" + environment.secrets(),
                        "--allow-private-webhooks",
                        "--webhook-concurrency=" + CONCURRENCY));
    }

    /** The current process. */
    CatalogProcess process() {
        return process;
    }

    /** Waits until it has read everything written to the topics. */
    void awaitCaughtUp() throws IOException, InterruptedException {
        process.awaitReady();
        process.awaitCaughtUp();
    }

    /** Does something while it is stopped, and waits until it is back. */
    <T> T whileStopped(Callable<T> work) throws Exception {
        process.close();
        T result = work.call();
        process = start();
        awaitCaughtUp();
        return result;
    }

    /** The bytes that the tables of its logged store take on disk: all that it contains while it is stopped. */
    long storedBytes() throws IOException {
        try (Stream<Path> files = Files.walk(folder.resolve("state"))) {
            return files.filter(file ->
                            file.toString().endsWith(".sst") && file.toString().contains(SinkState.STORE))
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        }
    }

    @Override
    public void close() {
        process.close();
    }
}
