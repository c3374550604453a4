package dev.partnercatalog.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
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
import org.jspecify.annotations.Nullable;

/**
 * One instance of an application, run as {@code ./catalog APPLICATION} in a separate process, which can be killed,
 * stopped and restarted with the same folder and ports. For one thread at a time, except for methods that only query
 * it.
 */
public final class ApplicationProcess implements AutoCloseable {

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    /** The time until it must be ready after its start, on a machine that does other things too. */
    public static final Duration START = Duration.ofMinutes(4);

    private static final Duration STOP = Duration.ofSeconds(20);

    private final String application;
    private final String name;
    private final Path folder;
    private final List<String> arguments;
    private final URI api;
    private final URI internal;
    private volatile @Nullable Process process;
    private Map<String, String> environment = Map.of();
    private String classPath = StandaloneProcess.classPath();
    private int starts;

    private ApplicationProcess(
            String application, String name, Path folder, List<String> arguments, int api, int internal) {
        this.application = application;
        this.name = name;
        this.folder = folder;
        this.arguments = arguments;
        this.api = URI.create("http://127.0.0.1:" + api);
        this.internal = URI.create("http://127.0.0.1:" + internal);
    }

    /** A query API that uses the tokens of the catalog's issuer. */
    public static ApplicationProcess queryApi(CatalogAddresses catalog, Path parent, String name) throws IOException {
        return queryApi(catalog, parent, name, FixedPort.free());
    }

    /** A query API with its token endpoint on a port. */
    public static ApplicationProcess queryApi(
            CatalogAddresses catalog, Path parent, String name, int authPort, String... more) throws IOException {
        int api = FixedPort.free();
        return of(
                        "query-api",
                        catalog,
                        parent,
                        name,
                        api,
                        "--secrets=" + catalog.secrets(),
                        "--issuer=" + catalog.auth(),
                        "--http-port=" + api,
                        "--auth-port=" + authPort)
                .with(more);
    }

    public static ApplicationProcess streamsApp(CatalogAddresses catalog, Path parent, String name, String... more)
            throws IOException {
        return of("streams-app", catalog, parent, name, 0, "--threads=1").with(more);
    }

    public static ApplicationProcess webhookSink(CatalogAddresses catalog, Path parent, String name, String... more)
            throws IOException {
        return of(
                        "webhook-sink",
                        catalog,
                        parent,
                        name,
                        0,
                        "--threads=1",
                        "--secrets=" + catalog.secrets(),
                        "--allow-private-webhooks")
                .with(more);
    }

    private static ApplicationProcess of(
            String application, CatalogAddresses catalog, Path parent, String name, int api, String... own)
            throws IOException {
        Path folder = Files.createDirectories(parent.resolve(name));
        int internal = FixedPort.free();
        List<String> arguments = new ArrayList<>(List.of(
                application,
                "--kafka=" + catalog.kafka().bootstrapServers(),
                "--registry=" + catalog.registry(),
                "--topic-prefix=" + catalog.kafka().topics().prefix(),
                "--state-dir=" + folder.resolve("state"),
                "--internal-port=" + internal));
        if (application.equals("streams-app")) {
            arguments.add("--partitions=" + catalog.kafka().topics().partitions());
        }
        arguments.addAll(List.of(own));
        return new ApplicationProcess(application, name, folder, arguments, api, internal);
    }

    private ApplicationProcess with(String... more) {
        arguments.addAll(List.of(more));
        return this;
    }

    /** From now on, starts it with these additional environment variables. */
    public ApplicationProcess withEnvironment(Map<String, String> more) {
        environment = Map.copyOf(more);
        return this;
    }

    /** From now on, starts it with the program of another release instead of the one that was built. */
    public ApplicationProcess withClassPath(String ofRelease) {
        classPath = ofRelease;
        return this;
    }

    /** Starts it; doesn't wait. */
    public ApplicationProcess start() throws IOException {
        if (isAlive()) {
            throw new IllegalStateException(name + " runs already");
        }
        starts++;
        process = StandaloneProcess.run(
                folder,
                ProcessBuilder.Redirect.to(logFile().toFile()),
                List.of("-Xmx512m", "-Duser.language=fa", "-Duser.country=IR"), // other digits
                environment,
                classPath,
                arguments);
        return this;
    }

    public Path stateFolder() {
        return folder.resolve("state");
    }

    public String application() {
        return application;
    }

    /** The address at which partners reach a query API. */
    public URI api() {
        return api;
    }

    public URI internal() {
        return internal;
    }

    public boolean isAlive() {
        Process running = process;
        return running != null && running.isAlive();
    }

    public void awaitReady() {
        await(name + " is ready").atMost(START).until(() -> {
            if (!isAlive()) {
                throw new AssertionError(name + " ended before it was ready: " + log());
            }
            return isReady();
        });
    }

    /** Whether a load balancer would send it requests, and a rolling restart might continue with the next instance. */
    public boolean isReady() throws InterruptedException {
        try {
            return get("/internal/ready").statusCode() == 200;
        } catch (IOException e) {
            return false; // It doesn't listen.
        }
    }

    /** The response from the internal address. */
    public HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return get(internal, path);
    }

    private static HttpResponse<String> get(URI internal, String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(internal.resolve(path))
                .timeout(Duration.ofSeconds(5))
                .build();
        return HTTP.send(request, HttpResponse.BodyHandlers.ofString());
    }

    /** What it has logged since it was last started. */
    public String log() throws IOException {
        return Files.readString(logFile());
    }

    private Path logFile() {
        return folder.resolve("log-" + starts);
    }

    /** Ends it without warning, as kill -9 does. */
    public void kill() throws InterruptedException {
        running().destroyForcibly().waitFor();
    }

    /** Waits for a while until it has ended by itself; returns whether it has. */
    public boolean awaitEnd(Duration patience) throws InterruptedException {
        return running().waitFor(patience.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Freezes it, as SIGSTOP does: its connections stay open, and nobody answers. */
    public void pause() throws IOException, InterruptedException {
        Signal.STOP.send(running());
    }

    /** Lets it continue. */
    public void resume() throws IOException, InterruptedException {
        Signal.CONTINUE.send(running());
    }

    /** Tells it to end, as SIGTERM does, and waits. */
    public void terminate() throws InterruptedException {
        running().destroy();
        assertThat(running().waitFor(STOP.toMillis(), TimeUnit.MILLISECONDS))
                .as(name + " ended within " + STOP + " after SIGTERM")
                .isTrue();
    }

    private Process running() {
        Process running = process;
        if (running == null) {
            throw new IllegalStateException(name + " was never started");
        }
        return running;
    }

    @Override
    public void close() {
        Process running = process;
        if (running != null) {
            running.destroyForcibly().onExit().join();
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
