package dev.partnercatalog.standalone.embedded;

import dev.partnercatalog.schemas.fault.FaultWords;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The registry's server in a child process, which ends when told to and when this JVM ends. Thread-safe. */
final class RegistryServer {
    private static final Logger LOG = LoggerFactory.getLogger(RegistryServer.class);
    private static final Duration START_TIMEOUT = Duration.ofSeconds(90);
    /** How long it may take to open its database. */
    static final Duration DATABASE_TIMEOUT = Duration.ofSeconds(60);

    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(4);
    private static final Duration INTERVAL = Duration.ofMillis(50);
    private static final String MAIN_CLASS = "io.quarkus.runner.GeneratedMain";

    /**
     * The system property with the option that {@code ./catalog} passes for its virtual machine, {@value}: one option,
     * or none.
     */
    private static final String OPTION = "catalog.registry.option";

    private final Process process;
    private final URI url;
    private final AtomicBoolean quiet;

    private RegistryServer(Process process, URI url, AtomicBoolean quiet) {
        this.process = process;
        this.url = url;
        this.quiet = quiet;
    }

    /**
     * Starts it and returns when it is serving.
     *
     * @throws EndedException if it ended before it served, twice in a row
     * @throws PortUnavailableException if the port is in use, and not just about to be released
     */
    static RegistryServer start(Path home, Path directory, int port) {
        try {
            return startOnce(home, directory, port);
        } catch (EndedException e) {
            LOG.warn("{} Starting it once more", e.getMessage());
            return startOnce(home, directory, port);
        }
    }

    /** It ended by itself before it served. */
    static final class EndedException extends IllegalStateException {
        EndedException(int status, Path directory) {
            super("The registry ended with status %d before it served; its log says why. Its data is in %s."
                    .formatted(status, directory));
        }
    }

    private static RegistryServer startOnce(Path home, Path directory, int port) {
        Process process = null;
        try {
            process = new ProcessBuilder(command(home, port))
                    .directory(directory.toFile())
                    .start();
            AtomicBoolean quiet = new AtomicBoolean();
            passOn(process.getErrorStream(), quiet);
            URI url = URI.create("http://127.0.0.1:" + announcedPort(process, directory, port));
            awaitServing(process, directory, url);
            return new RegistryServer(process, url, quiet);
        } catch (IOException e) {
            end(process);
            throw new UncheckedIOException("The registry can't be started: " + FaultWords.of(e), e);
        } catch (InterruptedException e) {
            if (process != null) {
                process.destroyForcibly();
            }
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while the registry started", e);
        } catch (RuntimeException e) {
            end(process);
            throw e;
        }
    }

    /** Passes on what it logs, until it has been told to end: then it complains only of requests that are broken off. */
    private static void passOn(InputStream log, AtomicBoolean quiet) {
        Thread reader = new Thread(
                () -> {
                    byte[] some = new byte[1 << 13];
                    try (log) {
                        for (int read = log.read(some); read >= 0; read = log.read(some)) {
                            if (!quiet.get()) {
                                System.err.write(some, 0, read);
                                System.err.flush();
                            }
                        }
                    } catch (IOException e) {
                        LOG.debug("The registry's log has ended", e);
                    }
                },
                "registry-log");
        reader.setDaemon(true);
        reader.start();
    }

    private static List<String> command(Path home, int port) throws IOException {
        List<String> command = new ArrayList<>();
        // Ctrl-C in a terminal, a terminal that closes, and a supervisor's SIGTERM to a whole group reach the child
        // too;
        // it must outlive us until we close it.
        command.addAll(List.of("sh", "-c", "trap '' INT HUP TERM; exec \"$@\"", "registry"));
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xss512k"));
        // Its standard output is only for its port, and unsuitable shared class data is ignored. Logs that
        // JAVA_TOOL_OPTIONS requests are kept.
        command.addAll(List.of("-Xlog:all=off:stdout", "-Xlog:all=warning,cds*=off:stderr"));
        String option = System.getProperty(OPTION);
        if (option != null) {
            command.add(option);
        }
        if (Runtime.version().feature() >= 24) {
            // Its libraries are older than the warning.
            command.add("--sun-misc-unsafe-memory-access=allow");
        }
        command.add("-Dquarkus.http.host=127.0.0.1");
        command.add("-D" + RegistryProcess.PORT + "=" + port);
        command.add("-Dquarkus.http.access-log.enabled=false");
        command.add("-Dquarkus.banner.enabled=false");
        command.add("-Dquarkus.log.console.format=%d{HH:mm:ss.SSS} %-5p [registry] %c{1}: %m%e%n");
        command.add("-Dquarkus.log.category.\"io.apicurio\".level=WARN");
        command.add("-Dquarkus.log.category.\"io.quarkus.runtime.configuration\".level=ERROR");
        // What the registry has confirmed as registered is on file, not only half a second later as by default.
        command.add("-Dapicurio.datasource.url=jdbc:h2:file:./" + RegistryDatabase.NAME + ";WRITE_DELAY=0");
        command.add("-Dapicurio.datasource.jdbc.initial-size=1");
        command.add("-Dapicurio.datasource.jdbc.min-size=1");
        command.add("-Dapicurio.datasource.jdbc.max-size=8");
        // Opening its file after a kill takes longer than the usual 5 s if the machine is busy.
        command.add("-Dquarkus.datasource.h2.jdbc.acquisition-timeout=" + DATABASE_TIMEOUT.toSeconds() + "S");
        command.add("-cp");
        command.add(ownClasses() + File.pathSeparator + runner(home));
        command.add(RegistryProcess.class.getName());
        command.add("lock");
        command.add(MAIN_CLASS);
        return command;
    }

    private static Path ownClasses() {
        try {
            return Path.of(RegistryProcess.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Path runner(Path home) throws IOException {
        try (var files = Files.newDirectoryStream(home, "*-runner.jar")) {
            for (Path file : files) {
                return file;
            }
        }
        throw new IOException("no registry server in " + home);
    }

    private static int announcedPort(Process process, Path directory, int wanted)
            throws IOException, InterruptedException {
        try (BufferedReader answer = process.inputReader()) {
            String line = firstLine(process, answer);
            if (line.isEmpty()) {
                throw ended(process.waitFor(), directory, wanted);
            }
            return Integer.parseInt(line);
        } catch (ExecutionException e) {
            throw new IOException(e.getCause());
        } catch (TimeoutException e) {
            throw new IOException("it did not start within " + START_TIMEOUT.toSeconds() + " s", e);
        }
    }

    private static String firstLine(Process process, BufferedReader answer)
            throws InterruptedException, ExecutionException, TimeoutException {
        boolean read = false;
        try {
            String line = CompletableFuture.supplyAsync(() -> readLine(answer))
                    .get(START_TIMEOUT.toSeconds(), TimeUnit.SECONDS);
            read = true;
            return line;
        } finally {
            if (!read) {
                // The reader can't be closed before the line, or the end of the process, has come. Told to end while it
                // starts, the process would report that as a fault.
                process.destroyForcibly();
            }
        }
    }

    private static String readLine(BufferedReader reader) {
        try {
            String line = reader.readLine();
            return line == null ? "" : line;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static RuntimeException ended(int status, Path directory, int port) {
        if (status == RegistryProcess.PORT_TAKEN) {
            return new PortUnavailableException(port, "the schema registry");
        }
        return new EndedException(status, directory);
    }

    private static void awaitServing(Process process, Path directory, URI url)
            throws IOException, InterruptedException {
        HttpClient client = HttpClient.newHttpClient();
        HttpRequest request = HttpRequest.newBuilder(url.resolve("/apis/registry/v3/system/info"))
                .timeout(Duration.ofSeconds(5))
                .build();
        long deadline = System.nanoTime() + START_TIMEOUT.toNanos();
        while (!answers(client, request)) {
            if (process.waitFor(INTERVAL.toMillis(), TimeUnit.MILLISECONDS)) {
                throw ended(process.exitValue(), directory, url.getPort());
            }
            if (System.nanoTime() > deadline) {
                throw new IOException("it did not serve within " + START_TIMEOUT.toSeconds() + " s");
            }
        }
    }

    private static boolean answers(HttpClient client, HttpRequest request) throws InterruptedException {
        try {
            return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException e) {
            LOG.debug("The registry doesn't answer yet", e);
            return false;
        }
    }

    /** The address of the registry, without a path. */
    URI url() {
        return url;
    }

    /** How it ended; null while it runs. */
    @Nullable
    Integer exitStatus() {
        return process.isAlive() ? null : process.exitValue();
    }

    /** Passes on nothing more of what it logs: it is about to be stopped. */
    void quieten() {
        quiet.set(true);
    }

    /** Stops it; does nothing if the server has ended already. */
    void end() {
        quieten();
        end(process);
    }

    private static void end(@Nullable Process process) {
        if (process == null) {
            return;
        }
        try {
            process.getOutputStream().close();
            if (!process.waitFor(STOP_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
                LOG.warn("The registry did not end within {} s: killing it", STOP_TIMEOUT.toSeconds());
                process.destroyForcibly();
            }
        } catch (IOException e) {
            LOG.warn("The registry can't be told to end: killing it", e);
            process.destroyForcibly();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
