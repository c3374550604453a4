package dev.partnercatalog.standalone;

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

/**
 * One instance of an application, run as {@code ./catalog APPLICATION} in a separate process, which can be killed,
 * stopped and restarted with the same folder and ports.
 */
public final class ApplicationProcess extends RestartableProcess {

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    /** The time until it must be ready after its start, on a machine that does other things too. */
    public static final Duration START = Duration.ofMinutes(4);

    private static final Duration STOP = Duration.ofMinutes(2);

    private final String application;
    private final Path folder;
    private final List<String> arguments = new ArrayList<>();
    private final URI api;
    private final URI internal;
    private Map<String, String> environment = Map.of();
    private String classPath = StandaloneProcess.classPath();
    private int starts;

    private ApplicationProcess(String application, CatalogAddresses catalog, Path folder, int api) throws IOException {
        super(folder.getFileName().toString(), STOP);
        int internal = FixedPort.free();
        this.application = application;
        this.folder = Files.createDirectories(folder);
        this.api = URI.create("http://127.0.0.1:" + api);
        this.internal = URI.create("http://127.0.0.1:" + internal);
        arguments.addAll(List.of(application, "--state-dir=" + stateFolder(), "--internal-port=" + internal));
        arguments.addAll(CommandRun.connection(catalog));
    }

    /** A query API that uses the tokens of the catalog's issuer. */
    public static ApplicationProcess queryApi(CatalogAddresses catalog, Path parent, String name) throws IOException {
        return queryApi(catalog, parent, name, FixedPort.free());
    }

    /** A query API with its token endpoint on a port. */
    public static ApplicationProcess queryApi(CatalogAddresses catalog, Path parent, String name, int authPort)
            throws IOException {
        int api = FixedPort.free();
        return new ApplicationProcess("query-api", catalog, parent.resolve(name), api)
                .with("--secrets=" + catalog.secrets(), "--issuer=" + catalog.auth())
                .with("--http-port=" + api, "--auth-port=" + authPort);
    }

    public static ApplicationProcess streamsApp(CatalogAddresses catalog, Path parent, String name, String... more)
            throws IOException {
        return new ApplicationProcess("streams-app", catalog, parent.resolve(name), 0)
                .with("--threads=1", "--partitions=" + catalog.kafka().topics().partitions())
                .with(more);
    }

    public static ApplicationProcess webhookSink(CatalogAddresses catalog, Path parent, String name, String... more)
            throws IOException {
        return new ApplicationProcess("webhook-sink", catalog, parent.resolve(name), 0)
                .with("--threads=1", "--secrets=" + catalog.secrets(), "--allow-private-webhooks")
                .with(more);
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
        starts++;
        ProcessBuilder program = StandaloneProcess.program(
                        folder,
                        classPath,
                        List.of("-Xmx512m", "-Duser.language=fa", "-Duser.country=IR"), // other digits
                        arguments)
                .redirectError(logFile().toFile());
        program.environment().putAll(environment);
        begin(program);
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

    public void awaitReady() {
        await(this + " is ready").atMost(START).until(() -> {
            if (!isAlive()) {
                throw new AssertionError(this + " ended before it was ready: " + log());
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
        HttpRequest request = HttpRequest.newBuilder(internal.resolve(path))
                .timeout(Duration.ofSeconds(5))
                .build();
        return HTTP.send(request, HttpResponse.BodyHandlers.ofString());
    }

    /** That of the last start. */
    @Override
    Path logFile() {
        return folder.resolve("log-" + starts);
    }
}
