package dev.partnercatalog.benchmarks.launcher;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** {@code ./catalog standalone} in a separate folder; it is ended when this is closed. */
final class LaunchedStandalone implements AutoCloseable {

    private final Process process;
    private final double secondsToReady;
    private final Map<String, String> addresses;

    private LaunchedStandalone(Process process, double secondsToReady, Map<String, String> addresses) {
        this.process = process;
        this.secondsToReady = secondsToReady;
        this.addresses = addresses;
    }

    /** Starts one with an empty folder and returns when it is serving. */
    static LaunchedStandalone start(String catalog, Path folder, File log) throws IOException {
        long start = System.nanoTime();
        Process process = new ProcessBuilder(
                        catalog,
                        "standalone",
                        "--data-dir=" + folder,
                        "--http-port=0",
                        "--auth-port=0",
                        "--kafka-port=0",
                        "--registry-port=0",
                        "--console-port=0")
                .redirectError(ProcessBuilder.Redirect.appendTo(log))
                .start();
        String line = process.inputReader().readLine();
        double seconds = (System.nanoTime() - start) / 1e9;
        if (line == null) {
            throw new IOException("a standalone ended before it was ready; " + log + " says why");
        }
        JsonNode ready = new ObjectMapper().readTree(line);
        return new LaunchedStandalone(
                process,
                seconds,
                Map.of(
                        "CATALOG_KAFKA", ready.path("kafka").asText(),
                        "CATALOG_REGISTRY", ready.path("registry").asText(),
                        "CATALOG_SECRETS", ready.path("secrets").asText()));
    }

    double secondsToReady() {
        return secondsToReady;
    }

    /** The environment that tells commands its addresses. */
    Map<String, String> addresses() {
        return addresses;
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (process.waitFor(30, TimeUnit.SECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        process.destroyForcibly();
    }
}
