package dev.partnercatalog.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.partnercatalog.cli.Catalog;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** {@code ./catalog standalone} in a separate process, which can be killed. */
final class StandaloneProcess implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** The options with its ports. */
    static final List<String> PORTS =
            List.of("--http-port", "--auth-port", "--kafka-port", "--registry-port", "--console-port");

    private final Process process;
    private final JsonNode ready;

    private StandaloneProcess(Process process, JsonNode ready) {
        this.process = process;
        this.ready = ready;
    }

    /** The program's, without the tracing of the tests' browser, about which libraries would print a line. */
    static String classPath() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .filter(entry -> !entry.contains("opentelemetry-sdk-extension-autoconfigure"))
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** Makes a script in the place of {@code ./catalog}, which would build. */
    static Path launcher(Path file) throws IOException {
        Files.writeString(file, """
            #!/usr/bin/env bash
            exec '%s' -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp '%s' %s "$@"
            """.formatted(
                        Path.of(System.getProperty("java.home"), "bin", "java"), classPath(), Catalog.class.getName()));
        assertThat(file.toFile().setExecutable(true)).isTrue();
        return file;
    }

    /** Whether a program that a test needs is installed. */
    static boolean isThere(String program) throws IOException, InterruptedException {
        return new ProcessBuilder("sh", "-c", "command -v " + program).start().waitFor() == 0;
    }

    /** The program with arguments, not started yet. Its temporary files go to {@code temporary}. */
    static ProcessBuilder program(Path temporary, List<String> javaOptions, List<String> arguments) {
        return program(temporary, classPath(), javaOptions, arguments);
    }

    /** The same with another class path. */
    static ProcessBuilder program(Path temporary, String classPath, List<String> javaOptions, List<String> arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx1g",
                // Only the first compiler, and no collector's threads: neither pays off in a process that runs for
                // seconds.
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                // Where the capital of i isn't I: no code depends on the machine's locale.
                "-Duser.language=tr",
                "-Duser.country=TR",
                "-Djava.io.tmpdir=" + temporary,
                "-D" + StandaloneSettings.REGISTRY_HOME + "=" + StandaloneSettings.registryHomeOfLauncher(),
                "-cp",
                classPath));
        command.addAll(javaOptions);
        command.add(Catalog.class.getName());
        command.addAll(arguments);
        return new ProcessBuilder(command);
    }

    /** Starts a standalone and returns when it is ready. */
    static StandaloneProcess start(Path temporary, ProcessBuilder.Redirect log, List<String> arguments)
            throws IOException {
        List<String> all = new ArrayList<>(List.of("standalone"));
        all.addAll(arguments);
        Process process = program(temporary, List.of(), all).redirectError(log).start();
        try {
            String line = process.inputReader().readLine();
            if (line == null) {
                throw new AssertionError("ended before it was ready");
            }
            return new StandaloneProcess(process, JSON.readTree(line));
        } catch (Throwable e) {
            process.destroyForcibly();
            throw e;
        }
    }

    /** These arguments, and those for free ports. */
    static List<String> withFreePorts(String... arguments) {
        return Stream.concat(Stream.of(arguments), PORTS.stream().map(option -> option + "=" + FixedPort.free()))
                .toList();
    }

    JsonNode ready() {
        return ready;
    }

    CatalogAddresses addresses() {
        return CatalogAddresses.of(ready);
    }

    /** Ends it without warning, as kill -9 does. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** Tells it to end, as SIGTERM does; returns whether it did in time. */
    boolean terminate(Duration timeout) throws InterruptedException {
        process.destroy();
        return process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Waits until it has ended by itself; returns whether it did in time. */
    boolean awaitEnd(Duration timeout) throws InterruptedException {
        return process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS);
    }

    boolean isAlive() {
        return process.isAlive();
    }

    int exitStatus() {
        return process.exitValue();
    }

    /** The processes that it has started itself. */
    List<ProcessHandle> children() {
        return process.descendants().toList();
    }

    int port(String field) {
        String address = ready.path(field).asText();
        return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
