package dev.partnercatalog.standalone.embedded;

import dev.partnercatalog.cli.output.OperatorFault;
import dev.partnercatalog.schemas.fault.FaultWords;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
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
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The registry's server in a child process, which ends when told to and when this JVM ends. Thread-safe. */
final class RegistryServer {
    private static final Logger LOG = LoggerFactory.getLogger(RegistryServer.class);
    private static final Duration START_TIMEOUT = Duration.ofSeconds(90);
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(4);
    private static final Duration INTERVAL = Duration.ofMillis(50);

    /** The wait for it is told after this. */
    private static final Duration SILENCE = Duration.ofSeconds(5);

    /** How long it may take to open its database. */
    private static final int DATABASE_SECONDS = 60;

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
     * @throws OperatorFault if it ended before it served, twice in a row, or if the port is in use, and not just about to
     *     be released
     */
    static RegistryServer start(Path home, Path directory, int port) {
        try {
            return startOnce(home, directory, port);
        } catch (EndedException e) {
            LOG.warn("{}. Starting it once more", e.getMessage());
        }
        try {
            return startOnce(home, directory, port);
        } catch (EndedException e) {
            throw new OperatorFault(
                    e.getMessage()
                            + ". If its database is damaged, restore that folder, or remove it: the registry then"
                            + " starts empty, and what others registered there is lost",
                    e);
        }
    }

    /** It ended by itself before it served. */
    private static final class EndedException extends IllegalStateException {
        EndedException(int status, Path directory) {
            super("the registry ended with status %d before it served; its log says why. Its data is in %s"
                    .formatted(status, directory));
        }
    }

    private static RegistryServer startOnce(Path home, Path directory, int port) {
        Process process = null;
        boolean serves = false;
        try {
            Files.createDirectories(directory);
            process = new ProcessBuilder(command(home, port))
                    .directory(directory.toFile())
                    .start();
            AtomicBoolean quiet = new AtomicBoolean();
            passOn(process.errorReader(), quiet);
            URI url = awaitServing(process, directory, port);
            serves = true;
            return new RegistryServer(process, url, quiet);
        } catch (IOException e) {
            throw new UncheckedIOException("The registry can't be started: " + FaultWords.of(e), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while the registry started", e);
        } finally {
            if (process != null && !serves) {
                // Told to end while it starts, it would report that as a fault.
                process.destroyForcibly();
            }
        }
    }

    /** Passes on what it logs, until it has been told to end: then it complains only of requests that are broken off. */
    private static void passOn(BufferedReader log, AtomicBoolean quiet) {
        Thread reader = new Thread(
                () -> {
                    try (log) {
                        log.lines().filter(line -> !quiet.get()).forEach(line -> System.err.println(line));
                    } catch (IOException | UncheckedIOException e) {
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
        // too,
        // and it must outlive us until we close it.
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
        command.add("-Dapicurio.datasource.url=jdbc:h2:file:./registry;WRITE_DELAY=0");
        command.add("-Dapicurio.datasource.jdbc.initial-size=1");
        command.add("-Dapicurio.datasource.jdbc.min-size=1");
        command.add("-Dapicurio.datasource.jdbc.max-size=8");
        // Opening its file after a kill takes longer than the usual 5 s if the machine is busy.
        command.add("-Dquarkus.datasource.h2.jdbc.acquisition-timeout=" + DATABASE_SECONDS + "S");
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

    /** Waits for the port that it announces, and until it answers there; returns its address. */
    private static URI awaitServing(Process process, Path directory, int wanted)
            throws IOException, InterruptedException {
        BufferedReader announced = process.inputReader();
        HttpClient client = HttpClient.newHttpClient();
        URI url = null;
        boolean told = false;
        long start = System.nanoTime();
        while (url == null || !answers(client, url)) {
            if (url == null && announced.ready()) {
                url = URI.create("http://127.0.0.1:" + announced.readLine());
            } else if (process.waitFor(INTERVAL.toMillis(), TimeUnit.MILLISECONDS)) {
                throw ended(process.exitValue(), directory, wanted);
            }
            Duration waited = Duration.ofNanos(System.nanoTime() - start);
            if (waited.compareTo(START_TIMEOUT) > 0) {
                throw new IOException("it did not serve within " + START_TIMEOUT.toSeconds() + " s");
            }
            if (!told && waited.compareTo(SILENCE) > 0) {
                LOG.info(
                        "Waiting for the registry, which may take {} s to open its database in {}",
                        DATABASE_SECONDS,
                        directory);
                told = true;
            }
        }
        return url;
    }

    private static RuntimeException ended(int status, Path directory, int port) {
        return status == RegistryProcess.PORT_TAKEN
                ? LoopbackPort.unavailable(port, "the schema registry")
                : new EndedException(status, directory);
    }

    private static boolean answers(HttpClient client, URI url) throws InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(url.resolve("/apis/registry/v3/system/info"))
                .timeout(Duration.ofSeconds(5))
                .build();
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
        try {
            process.getOutputStream().close();
            if (!process.waitFor(STOP_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
                LOG.warn("The registry did not end within {} s: killing it", STOP_TIMEOUT.toSeconds());
            }
        } catch (IOException e) {
            LOG.warn("The registry can't be told to end: killing it", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            process.destroyForcibly();
        }
    }
}
