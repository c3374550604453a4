package dev.partnercatalog.standalone.embedded;

import dev.partnercatalog.cli.output.OperatorFault;
import dev.partnercatalog.runtime.PeriodicTask;
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
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A real Apicurio Registry server in a child process, only on the loopback address, with its data in a file. The child
 * ends when this object is closed and when this JVM ends, even if the JVM is killed without a chance to say so. If the
 * child is killed, it is started again within seconds, on its port and with its data.
 *
 * <p>Thread-safe; {@link #close} may be called more than once.
 */
public final class EmbeddedRegistry implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(EmbeddedRegistry.class);
    private static final Duration WATCH_INTERVAL = Duration.ofSeconds(1);

    /** One that ends sooner than this after it was started again would go on like that. */
    private static final Duration LEAST_LIFE = Duration.ofMinutes(1);

    private static final Duration START_TIMEOUT = Duration.ofSeconds(90);
    private static final Duration START_INTERVAL = Duration.ofMillis(50);
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(4);

    /** How long it may take to open its database. */
    private static final int DATABASE_SECONDS = 60;

    private static final Pattern PORT = Pattern.compile("[0-9]{1,5}");
    private static final Pattern COLLECTOR = Pattern.compile("-XX:\\+Use[A-Za-z0-9]+GC(\\s|$)");

    private static final String MAIN_CLASS = "io.quarkus.runner.GeneratedMain";

    /**
     * The system property with the option that {@code ./catalog} passes for its virtual machine, {@value}: one option,
     * or none.
     */
    private static final String OPTION = "catalog.registry.option";

    private final Path home;
    private final Path directory;
    private final PeriodicTask watch = new PeriodicTask("registry-watch", WATCH_INTERVAL, this::restartIfEnded);
    private volatile Process process;
    private volatile URI url;
    private @Nullable Long restarted;
    private volatile @Nullable String fault;

    /** From then on it complains only of requests that are broken off. */
    private volatile boolean closed;

    private EmbeddedRegistry(Path home, Path directory, int port) {
        this.home = home;
        this.directory = directory;
        this.url = URI.create("http://127.0.0.1:" + port);
        this.process = serve();
    }

    /**
     * Starts a registry and returns when it is serving.
     *
     * @param home the unpacked server
     * @param directory folder for its data
     * @param port 0 for a free one
     * @throws OperatorFault if it ended before it served
     */
    public static EmbeddedRegistry start(Path home, Path directory, int port) {
        EmbeddedRegistry registry = new EmbeddedRegistry(home, directory, port);
        LOG.info("Apicurio Registry is serving on {}, data in {}", registry.url, directory);
        registry.watch.start();
        return registry;
    }

    /** Starts the process at the address, which then has the port that was chosen; returns when it is serving. */
    private Process serve() {
        Process started = null;
        boolean serves = false;
        try {
            Files.createDirectories(directory);
            started =
                    new ProcessBuilder(command()).directory(directory.toFile()).start();
            passOn(started.errorReader());
            url = awaitServing(started);
            serves = true;
            return started;
        } catch (IOException e) {
            throw new UncheckedIOException("The registry can't be started: " + FaultWords.of(e), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while the registry started", e);
        } finally {
            if (started != null && !serves) {
                // Told to end while it starts, it would report that as a fault.
                started.destroyForcibly();
            }
        }
    }

    /** Passes on what it logs. */
    private void passOn(BufferedReader log) {
        Runnable reading = () -> {
            try (log) {
                log.lines().filter(line -> !closed).forEach(line -> System.err.println(line));
            } catch (IOException | UncheckedIOException e) {
                LOG.debug("The registry's log has ended", e);
            }
        };
        PeriodicTask.daemon(reading, "registry-log").start();
    }

    /** Whether the child is told a collector by variables that it inherits: one that is told two doesn't start. */
    static boolean namesCollector(Map<String, String> environment) {
        return Stream.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS")
                .anyMatch(variable -> COLLECTOR
                        .matcher(environment.getOrDefault(variable, ""))
                        .find());
    }

    private List<String> command() throws IOException {
        List<String> command = new ArrayList<>(List.of(
                // Ctrl-C in a terminal, a terminal that closes, and a supervisor's SIGTERM to a whole group reach the
                // child too, and it must outlive us until we close it.
                "sh",
                "-c",
                "trap '' INT HUP TERM; exec \"$@\"",
                "registry",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:TieredStopAtLevel=1",
                "-Xss512k",
                // Its own logs don't belong on standard output, which has its port, and unsuitable shared class data is
                // ignored. Logs that JAVA_TOOL_OPTIONS requests are kept.
                "-Xlog:all=off:stdout",
                "-Xlog:all=warning,cds*=off:stderr"));
        if (!namesCollector(System.getenv())) {
            command.add("-XX:+UseSerialGC");
        }
        String option = System.getProperty(OPTION);
        if (option != null) {
            command.add(option);
        }
        if (Runtime.version().feature() >= 24) {
            // Its libraries are older than the warning.
            command.add("--sun-misc-unsafe-memory-access=allow");
        }
        command.addAll(List.of(
                "-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"),
                "-Dquarkus.http.host=127.0.0.1",
                "-D" + RegistryProcess.PORT + "=" + url.getPort(),
                "-Dquarkus.http.access-log.enabled=false",
                "-Dquarkus.banner.enabled=false",
                "-Dquarkus.log.console.format=%d{HH:mm:ss.SSS} %-5p [registry] %c{1}: %m%e%n",
                "-Dquarkus.log.category.\"io.apicurio\".level=WARN",
                // That a machine is busy.
                "-Dquarkus.log.category.\"io.vertx.core.impl.BlockedThreadChecker\".level=ERROR",
                "-Dquarkus.log.category.\"io.quarkus.runtime.configuration\".level=ERROR",
                // What the registry has confirmed as registered is on file, not only half a second later as by default.
                "-Dapicurio.datasource.url=jdbc:h2:file:./registry;WRITE_DELAY=0",
                "-Dapicurio.datasource.jdbc.initial-size=1",
                "-Dapicurio.datasource.jdbc.min-size=1",
                "-Dapicurio.datasource.jdbc.max-size=8",
                // Opening its file after a kill takes longer than the usual 5 s if the machine is busy.
                "-Dquarkus.datasource.h2.jdbc.acquisition-timeout=" + DATABASE_SECONDS + "S",
                "-cp",
                ownClasses() + File.pathSeparator + runner(),
                RegistryProcess.class.getName(),
                "lock",
                MAIN_CLASS));
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

    private Path runner() throws IOException {
        try (var files = Files.newDirectoryStream(home, "*-runner.jar")) {
            for (Path file : files) {
                return file;
            }
        }
        throw new IOException("no registry server in " + home);
    }

    /** Waits for the port that it announces, and until it answers there; returns its address. */
    private URI awaitServing(Process started) throws IOException, InterruptedException {
        BufferedReader announced = started.inputReader();
        HttpClient client = HttpClient.newHttpClient();
        URI serving = null;
        long start = System.nanoTime();
        while (serving == null || !answers(client, serving)) {
            if (serving == null && announced.ready()) {
                serving = announced(announced);
            } else if (started.waitFor(START_INTERVAL.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new OperatorFault(
                        "the registry ended with status %d before it served; its log says why. Its data is in %s. If its"
                                        .formatted(started.exitValue(), directory)
                                + " database is damaged, restore that folder, or remove it: the registry then starts"
                                + " empty, and what others registered there is lost");
            }
            if (System.nanoTime() - start > START_TIMEOUT.toNanos()) {
                throw new IOException("it did not serve within " + START_TIMEOUT.toSeconds() + " s");
            }
        }
        return serving;
    }

    /** The address, if that is in the next line. Its environment may make the virtual machine print others, at any time. */
    private @Nullable URI announced(BufferedReader output) throws IOException {
        String line = output.readLine();
        if (line == null || !PORT.matcher(line).matches()) {
            LOG.info("The registry printed: {}", line);
            return null;
        }
        passOn(output);
        return URI.create("http://127.0.0.1:" + line);
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

    private void restartIfEnded() {
        Process current = process;
        if (current.isAlive() || fault != null) {
            return;
        }
        String end = "the registry's process has ended with status " + current.exitValue();
        if (restarted != null && System.nanoTime() - restarted < LEAST_LIFE.toNanos()) {
            fault = end + ", less than a minute after it was started again";
            return;
        }
        LOG.warn("{}: starting it again on {}", end, url);
        try {
            replaceBy(serve());
            restarted = System.nanoTime();
            LOG.info("Apicurio Registry is serving on {} again", url);
        } catch (RuntimeException e) {
            if (!Thread.currentThread().isInterrupted()) {
                fault = end + ", and can't be started again: " + e.getMessage();
            }
        }
    }

    private synchronized void replaceBy(Process successor) {
        process = successor;
        if (closed) {
            end();
        }
    }

    /** The address of the registry, without a path. */
    public URI url() {
        return url;
    }

    /** Why it can't be used any more; null as long as it serves, or is being started again. */
    public @Nullable String fault() {
        return fault;
    }

    @Override
    public void close() {
        closed = true;
        watch.close();
        synchronized (this) {
            end();
        }
    }

    /** Stops the process; does nothing if it has ended already. */
    private void end() {
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
