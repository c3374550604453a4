package dev.partnercatalog.benchmarks;

import dev.partnercatalog.webhook.state.SinkState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The sink as the launcher runs it, which can be stopped for a while. Not thread-safe. */
final class Sink implements AutoCloseable {

    /** The most messages that it has in flight to one endpoint. */
    static final int CONCURRENCY = 16;
    /** As the launcher runs it, for what it is measured against. */
    static final List<String> OPTIONS = List.of("-Xmx512m", "-XX:+UseSerialGC");

    private final BenchmarkEnvironment.Part part;
    private CatalogProcess process;

    /** Starts it; doesn't wait. */
    Sink(BenchmarkEnvironment.Part part) throws IOException {
        this.part = part;
        this.process = start(part);
    }

    private static CatalogProcess start(BenchmarkEnvironment.Part part) throws IOException {
        return CatalogProcess.start(
                part, "webhook-sink", "--allow-private-webhooks", "--webhook-concurrency=" + CONCURRENCY);
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

    /**
     * The bytes that the tables of its logged store take on disk. Stops it, because then they are all that the store
     * contains, and starts it again.
     */
    long storedBytes() throws IOException, InterruptedException {
        process.close();
        long bytes;
        try (Stream<Path> files = Files.walk(part.folder().resolve("webhook-sink/state"))) {
            bytes = files.filter(file ->
                            file.toString().endsWith(".sst") && file.toString().contains(SinkState.STORE))
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        }
        process = start(part);
        awaitCaughtUp();
        return bytes;
    }

    @Override
    public void close() {
        process.close();
    }
}
