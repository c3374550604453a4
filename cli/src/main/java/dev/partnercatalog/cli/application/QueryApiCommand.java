package dev.partnercatalog.cli.application;

import dev.partnercatalog.cli.options.ConnectionOptions;
import dev.partnercatalog.cli.options.MasterKeyOption;
import dev.partnercatalog.query.QueryApi;
import dev.partnercatalog.query.QueryApiSettings;
import dev.partnercatalog.query.QueryApiSettings.AcceptedTokens;
import dev.partnercatalog.query.QueryApiSettings.Environment;
import dev.partnercatalog.query.QueryApiSettings.TableSettings;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.TopicWait;
import dev.partnercatalog.schemas.registry.RegistrySettings;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ./catalog query-api}. */
@Command(
        name = QueryApiCommand.NAME,
        description = {
            "Run the application that answers partners: the API, and the token endpoint on a separate address.",
            "Requires the topics of streams-app. Stops on SIGTERM."
        })
public final class QueryApiCommand implements Callable<Integer> {

    static final String NAME = "query-api";

    private final Foreground foreground;
    private final UnaryOperator<KafkaSettings> topics;
    private final Function<QueryApiSettings, Application> starter;

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private ApplicationOptions application = new ApplicationOptions();

    @Mixin
    private MasterKeyOption masterKey = new MasterKeyOption();

    @Mixin
    private AddressOptions addresses = new AddressOptions();

    @Mixin
    private TableOptions tables = new TableOptions();

    @Mixin
    private TokenOptions tokens = new TokenOptions();

    @Mixin
    private TrafficOptions traffic = new TrafficOptions();

    @Mixin
    private ChangeOptions changes = new ChangeOptions();

    @Option(
            names = "--environment",
            paramLabel = "production|staging",
            defaultValue = "${env:CATALOG_ENVIRONMENT:-production}",
            description = "staging also serves a Postman collection.")
    private Environment environment = Environment.PRODUCTION;

    @Option(
            names = "--allow-origin",
            paramLabel = "ORIGIN",
            defaultValue = "${env:CATALOG_ALLOW_ORIGIN:-" + QueryApiSettings.DEFAULT_ACCESS_CONTROL_ALLOW_ORIGIN + "}",
            description = "Value of Access-Control-Allow-Origin in responses.")
    private String allowOrigin = "";

    @Option(
            names = "--desk",
            arity = "0..1",
            paramLabel = "true|false",
            fallbackValue = "true",
            defaultValue = "${env:CATALOG_DESK:-true}",
            description =
                    "Whether there is a page for partners' engineers at /desk, which calls the API with their client's token.")
    private boolean desk;

    public QueryApiCommand() {
        this(Foreground.ofProcess(), TopicWait::untilMade, QueryApiCommand::start);
    }

    /** @param topics finds their number of partitions, once they exist */
    QueryApiCommand(
            Foreground foreground,
            UnaryOperator<KafkaSettings> topics,
            Function<QueryApiSettings, Application> starter) {
        this.foreground = foreground;
        this.topics = topics;
        this.starter = starter;
    }

    private static Application start(QueryApiSettings settings) {
        QueryApi api = QueryApi.start(settings);
        LoggerFactory.getLogger(QueryApiCommand.class)
                .info(
                        "the API is at {}, the token endpoint at {}, the internal address is {}",
                        api.api(),
                        api.auth(),
                        api.internal());
        return new Application(api::isReady, api::hasFailed, api::close);
    }

    @Override
    public Integer call() throws InterruptedException {
        application.startLogging();
        foreground.run(NAME, this::settings, starter);
        return 0;
    }

    private QueryApiSettings settings() {
        KafkaSettings kafka = application.kafka(connection);
        RegistrySettings registry = connection.registrySettings();
        AcceptedTokens accepted = tokens.settings();
        TableSettings kept = tables.settings(application);
        masterKey.read();
        return new QueryApiSettings(
                topics.apply(kafka),
                registry,
                application.stateDir(NAME),
                masterKey.file(),
                addresses.settings(),
                accepted,
                environment,
                allowOrigin,
                traffic.settings(),
                changes.settings(),
                kept,
                desk);
    }
}
