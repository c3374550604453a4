package dev.partnercatalog.cli.console;

import static java.util.Map.entry;

import dev.partnercatalog.cli.output.OperatorFault;
import dev.partnercatalog.cli.topic.Brokers;
import dev.partnercatalog.cli.topic.OpenTopics;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.ResourceFile;
import dev.partnercatalog.runtime.StaticFile;
import dev.partnercatalog.runtime.http.ErrorBody;
import dev.partnercatalog.runtime.http.ErrorCode;
import dev.partnercatalog.runtime.http.HttpLimits;
import dev.partnercatalog.runtime.http.HttpProblem;
import dev.partnercatalog.runtime.http.HttpServer;
import dev.partnercatalog.runtime.http.RemoteAddresses;
import dev.partnercatalog.runtime.http.Routes;
import dev.partnercatalog.schemas.registry.RegistrySettings;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import io.github.bucket4j.TimeMeter;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** A console that serves requests from its start until it is closed. Thread-safe. */
public final class Console implements AutoCloseable {

    /** How long to wait for the registry, because a person is waiting. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private static final HttpLimits LIMITS = new HttpLimits(32, 1_024);
    private static final String FILES = "/dev/partnercatalog/pages";

    /** Nothing is loaded from another host, nothing is inline, and nobody may frame anything. */
    private static final String POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
                    + " form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

    /** The data is stored nowhere. */
    private static final Map<String, String> HEADERS = Map.ofEntries(
            entry("Content-Security-Policy", POLICY),
            entry("X-Frame-Options", "DENY"),
            entry("Referrer-Policy", "no-referrer"),
            entry("Cross-Origin-Opener-Policy", "same-origin"),
            entry("Cross-Origin-Resource-Policy", "same-origin"),
            entry("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
            entry("Cache-Control", "no-store"));

    /**
     * The settings of the console.
     *
     * @param port 0 for a free one
     * @param tokenFile the file with the token that every request for data needs
     * @param trustedProxies addresses, or ranges of them, whose {@code X-Forwarded-For} is believed
     */
    public record Settings(
            KafkaSettings kafka,
            RegistrySettings registry,
            String host,
            int port,
            Path tokenFile,
            List<String> trustedProxies) {

        public static final int DEFAULT_PORT = 8084;
    }

    private final HttpServer server;
    private final Observation observation;

    private Console(HttpServer server, Observation observation) {
        this.server = server;
        this.observation = observation;
    }

    /**
     * Starts serving. It also starts if the brokers or the registry are unavailable; the page then says so.
     *
     * @throws IllegalArgumentException if the token's file is unfit, or a trusted proxy is not an address
     * @throws OperatorFault if the brokers' addresses or the clients' properties are wrong
     * @throws java.io.UncheckedIOException if the port can't be used; the message names it
     */
    public static Console start(Settings settings) {
        ConsoleToken token = ConsoleToken.load(
                settings.tokenFile(), new RemoteAddresses(settings.trustedProxies()), TimeMeter.SYSTEM_NANOTIME);
        Brokers brokers = new Brokers(settings.kafka());
        SchemaRegistry registry = new SchemaRegistry(settings.registry(), PATIENCE);
        Supplier<OpenTopics> opening = () -> new OpenTopics(brokers, registry);
        Observation observation = new Observation(brokers, opening);
        try {
            Routes routes = routes(token);
            new ConsoleApi(opening, observation).addTo(routes);
            HttpServer server =
                    HttpServer.bind(settings.host(), settings.port()).serve(LIMITS, HEADERS, new ErrorBody(), routes);
            return new Console(server, observation);
        } catch (RuntimeException e) {
            observation.close();
            throw e;
        }
    }

    private static Routes routes(ConsoleToken token) {
        Routes routes = new Routes().before(context -> {
            if (context.path().startsWith(ConsoleApi.PATH)) {
                token.require(context);
            }
        });
        String html = ResourceFile.text(Console.class, FILES + "/console/index.html");
        StaticFile.page(html).checked().allowing(POLICY).addTo(routes, "/");
        for (String folder : List.of("/console", "/shared")) {
            StaticFile.folder(routes, folder, FILES + folder + "/", context -> {
                throw HttpProblem.of(ErrorCode.NOT_FOUND, "There is no such file.", "Open the page at /.");
            });
        }
        return routes;
    }

    /** {@code http://host:port} */
    public URI address() {
        return server.address();
    }

    @Override
    public void close() {
        server.close();
        observation.close();
    }
}
