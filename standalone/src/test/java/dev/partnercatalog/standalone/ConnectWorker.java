package dev.partnercatalog.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/**
 * A worker of Kafka Connect in a process of its own, on a class path of its own, with the settings of {@code
 * deploy/connect} and our plugin in a folder as a release has it. It can be killed and started again.
 */
final class ConnectWorker extends RestartableProcess {

    static final Path DEPLOY = Path.of("..", "deploy", "connect");

    private static final Path CLASS_PATHS = Path.of("..", "libraries", "connect", "target");
    private static final Path LOGGING =
            Path.of("..", "libraries", "connect", "src", "test", "resources", "logback-test.xml");
    private static final Duration START = Duration.ofMinutes(3);
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final Path folder;
    private final URI rest;
    private final Path properties;
    private final Map<String, String> environment;

    private ConnectWorker(Path folder, URI rest, Path properties, Map<String, String> environment) {
        super("the worker", START);
        this.folder = folder;
        this.rest = rest;
        this.properties = properties;
        this.environment = environment;
    }

    /**
     * Starts it and returns when it is ready.
     *
     * @param environment what a connector's settings refer to
     */
    static ConnectWorker start(Path folder, CatalogAddresses catalog, Map<String, String> environment)
            throws IOException {
        Path plugins = folder.resolve("plugins");
        installPlugin(plugins.resolve("partner-catalog-connect"));
        URI rest = URI.create("http://127.0.0.1:" + FixedPort.free());
        Properties settings = new Properties();
        try (var documented = Files.newBufferedReader(DEPLOY.resolve("worker.properties"))) {
            settings.load(documented);
        }
        settings.setProperty("bootstrap.servers", catalog.kafka().bootstrapServers());
        settings.setProperty("plugin.path", plugins.toString());
        settings.setProperty("listeners", rest.toString());
        Path properties = folder.resolve("worker.properties");
        try (OutputStream file = Files.newOutputStream(properties)) {
            settings.store(file, null);
        }
        ConnectWorker worker = new ConnectWorker(folder, rest, properties, environment);
        worker.start();
        return worker;
    }

    void start() throws IOException {
        ProcessBuilder builder = new ProcessBuilder(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Djava.io.tmpdir=" + folder,
                "-Dlogback.configurationFile=" + LOGGING,
                "-cp",
                Files.readString(CLASS_PATHS.resolve("worker-class-path")),
                "org.apache.kafka.connect.cli.ConnectDistributed",
                properties.toString()));
        builder.environment().putAll(environment);
        begin(builder.redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(logFile().toFile())));
        await().atMost(START)
                .failFast("the worker ended; its log is " + logFile(), () -> !isAlive())
                .until(this::isReady);
    }

    /** Where it is asked for connectors. */
    URI rest() {
        return rest;
    }

    /** Creates a connector or changes it, and returns when its task runs. */
    void run(String connector, String config) throws Exception {
        HttpResponse<String> answer = send(HttpRequest.newBuilder(rest.resolve("/connectors/" + connector + "/config"))
                .header("Content-Type", "application/json")
                .PUT(HttpRequest.BodyPublishers.ofString(config)));
        assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 201);
        awaitRunning(connector);
    }

    void awaitRunning(String connector) {
        await().atMost(START).untilAsserted(() -> {
            String status = send(HttpRequest.newBuilder(rest.resolve("/connectors/" + connector + "/status")))
                    .body();
            assertThat(PartnerClient.read(status).at("/tasks/0/state").asText())
                    .as(status)
                    .isEqualTo("RUNNING");
        });
    }

    @Override
    Path logFile() {
        return folder.resolve("worker.log");
    }

    private boolean isReady() throws IOException, InterruptedException {
        try {
            return send(HttpRequest.newBuilder(rest.resolve("/connectors"))).statusCode() == 200;
        } catch (ConnectException e) {
            return false; // it doesn't listen yet
        }
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return HTTP.send(request.timeout(START).build(), HttpResponse.BodyHandlers.ofString());
    }

    /** As a release has it: our jars, and the libraries that a worker doesn't have. */
    private static void installPlugin(Path plugin) throws IOException {
        Files.createDirectories(plugin);
        String libraries = Files.readString(CLASS_PATHS.resolve("plugin-class-path"));
        for (String library : libraries.split(File.pathSeparator, -1)) {
            install(Path.of(library), plugin);
        }
        install(CLASS_PATHS.resolve("classes"), plugin);
    }

    private static void install(Path library, Path plugin) throws IOException {
        if (!Files.isDirectory(library)) {
            Files.copy(library, plugin.resolve(library.getFileName()));
            return;
        }
        // Before the phase "package" a module is a folder of classes.
        Path archive = Files.createTempFile(plugin, "module", ".jar");
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(archive));
                Stream<Path> files = Files.walk(library)) {
            files.filter(Files::isRegularFile).forEach(file -> {
                try {
                    jar.putNextEntry(new JarEntry(library.relativize(file).toString()));
                    Files.copy(file, jar);
                    jar.closeEntry();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
    }
}
