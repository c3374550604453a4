package dev.partnercatalog.benchmarks.setup;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A separate virtual machine with this one's classes; it is ended when this is closed. */
public final class JavaProcess implements AutoCloseable {

    private final Process process;
    private final BufferedReader out;

    private JavaProcess(Process process) {
        this.process = process;
        this.out = process.inputReader();
    }

    /**
     * Starts a class's main method.
     *
     * @param log file for its errors
     */
    public static JavaProcess start(Path log, List<String> options, String mainClass, String... arguments)
            throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(mainClass);
        command.addAll(List.of(arguments));
        return new JavaProcess(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start());
    }

    /**
     * Starts a command of {@code ./catalog} as users do: with its options and its class data.
     *
     * @param log where its errors go
     * @param options that are added to the launcher's
     */
    public static JavaProcess catalog(Path log, List<String> options, List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(System.getProperty("catalog.command")));
        command.addAll(arguments);
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().put("CATALOG_JAVA_OPTIONS", String.join(" ", options));
        return new JavaProcess(builder.start());
    }

    /** The next line that it writes; throws {@link IOException} where it ends without one. */
    public String line() throws IOException {
        String line = out.readLine();
        if (line == null) {
            throw new IOException("a process of the benchmark ended early; see its log");
        }
        return line;
    }

    /** Writes a line to its input. */
    public void tell(String line) throws IOException {
        Writer in = process.outputWriter();
        in.write(line + "\n");
        in.flush();
    }

    /** Writes a line to its input; returns the next one that it writes. */
    public String ask(String line) throws IOException {
        tell(line);
        return line();
    }

    public long pid() {
        return process.pid();
    }

    public boolean isAlive() {
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
