package dev.partnercatalog.benchmarks;

import dev.partnercatalog.query.operation.ApiRoutes;
import dev.partnercatalog.runtime.http.HttpLimits;
import dev.partnercatalog.runtime.http.HttpServer;
import dev.partnercatalog.runtime.http.Routes;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A separate virtual machine; it is ended when this is closed. */
final class JavaProcess implements AutoCloseable {

    /** As the launcher runs the query API, for what it is measured against. */
    static final List<String> LIKE_THE_API = List.of(
            "-Xmx1536m",
            "-XX:InitialRAMPercentage=100",
            "-XX:NewRatio=4",
            "-XX:+UseSerialGC",
            "-XX:+UseTransparentHugePages");
    /** As the launcher runs the others. */
    static final List<String> LIKE_THE_OTHERS = List.of("-Xmx512m", "-XX:+UseSerialGC");
    /** Of what sends and receives. */
    static final List<String> SMALL = List.of("-Xmx256m", "-XX:+UseSerialGC");

    private final Process process;
    private final BufferedReader out;

    private JavaProcess(ProcessBuilder builder, Path log) throws IOException {
        this.process = builder.redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
        this.out = process.inputReader();
    }

    /** Starts a class's main method with this one's classes; its log has the class's name. */
    static JavaProcess start(Run run, Class<?> main, List<String> options, Object... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.addAll(run.pace().machineOptions());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        Stream.of(arguments).map(String::valueOf).forEach(command::add);
        return new JavaProcess(new ProcessBuilder(command), run.folder().resolve(main.getSimpleName() + ".log"));
    }

    /**
     * Starts a command of {@code ./catalog} as users do: with its options and its class data.
     *
     * @param options that are added to the launcher's, before those in {@code $CATALOG_JAVA_OPTIONS}
     */
    static JavaProcess catalog(Path log, List<String> options, List<String> arguments) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(System.getProperty("catalog.command"));
        builder.command().addAll(arguments);
        builder.environment()
                .merge("CATALOG_JAVA_OPTIONS", String.join(" ", options), (users, own) -> own + " " + users);
        return new JavaProcess(builder, log);
    }

    /** Serves these requests with the settings of the API, writes the port as a line, and ends with the process's input. */
    static void serve(Routes routes) throws Exception {
        HttpServer server = HttpServer.bind("127.0.0.1", 0);
        server.serve(
                HttpLimits.DEFAULT,
                Map.of("Access-Control-Allow-Origin", "*"),
                ApiRoutes.errors(server.address()),
                routes);
        System.out.println(server.address().getPort());
        while (System.in.read() >= 0) {
            // The process that started this one ends it by closing its input.
        }
        server.close();
    }

    /** Answers each line of the process's input with a line. */
    static void answer(Answering answering) throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            System.out.println(answering.answer(line));
        }
    }

    /** Makes the answer to a line. */
    @FunctionalInterface
    interface Answering {
        String answer(String line) throws Exception;
    }

    /** The next line that it writes; throws {@link IOException} where it ends without one. */
    String line() throws IOException {
        String line = out.readLine();
        if (line == null) {
            throw new IOException("a process of the benchmark ended early; see its log");
        }
        return line;
    }

    /** Writes a line to its input; returns the next one that it writes. */
    String ask(Object line) throws IOException {
        Writer in = process.outputWriter();
        in.write(line + "\n");
        in.flush();
        return line();
    }

    /** The processor time that it has used, which other load on the machine changes little. */
    long cpuNanos() {
        return process.toHandle()
                .info()
                .totalCpuDuration()
                .orElseThrow(() -> new IllegalStateException("a process reports no processor time"))
                .toNanos();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (process.waitFor(20, TimeUnit.SECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        process.destroyForcibly();
    }
}
