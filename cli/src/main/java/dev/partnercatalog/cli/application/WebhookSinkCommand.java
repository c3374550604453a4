package dev.partnercatalog.cli.application;

import dev.partnercatalog.cli.options.ConnectionOptions;
import dev.partnercatalog.cli.options.InForm;
import dev.partnercatalog.cli.options.MasterKeyOption;
import dev.partnercatalog.cli.options.Range;
import dev.partnercatalog.runtime.InstanceSettings;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.TopicWait;
import dev.partnercatalog.schemas.registry.RegistrySettings;
import dev.partnercatalog.webhook.WebhookSink;
import dev.partnercatalog.webhook.WebhookSinkSettings;
import dev.partnercatalog.webhook.reconcile.ReconcilerContext.RemovalLimit;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ./catalog webhook-sink}. */
@Command(
        name = WebhookSinkCommand.NAME,
        description = {
            "Run the application that delivers variant records to the partners' webhooks.",
            "Requires the topics of streams-app. Stops on SIGTERM."
        })
public final class WebhookSinkCommand implements Callable<Integer> {

    static final String NAME = "webhook-sink";

    private final Foreground foreground;
    private final UnaryOperator<KafkaSettings> topics;
    private final Function<WebhookSinkSettings, Application> starter;

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private InstanceOptions instance = new InstanceOptions();

    @Mixin
    private MasterKeyOption masterKey = new MasterKeyOption();

    @Option(
            names = "--allow-private-webhooks",
            arity = "0..1",
            paramLabel = "true|false",
            fallbackValue = "true",
            defaultValue = "${env:CATALOG_ALLOW_PRIVATE_WEBHOOKS:-false}",
            description = "Allow webhooks to private and loopback addresses and over plain HTTP, for test machines.")
    private boolean allowPrivateWebhooks;

    @Option(
            names = "--webhook-ports",
            paramLabel = "PORT",
            split = ",",
            converter = InForm.Port.class,
            defaultValue = "${env:CATALOG_WEBHOOK_PORTS}",
            description = {
                "Ports that webhooks may use, separated by commas.",
                "$CATALOG_WEBHOOK_PORTS, by default 443 and 8443, and every port with --allow-private-webhooks"
            })
    private Set<Integer> webhookPorts = Set.of();

    @Option(
            names = "--webhook-timeout-seconds",
            paramLabel = "N",
            defaultValue =
                    "${env:CATALOG_WEBHOOK_TIMEOUT_SECONDS:-" + WebhookSinkSettings.DEFAULT_TIMEOUT_SECONDS + "}",
            description = "Limit for one whole attempt at a webhook.")
    @Range(min = 1)
    private int timeoutSeconds;

    @Option(
            names = "--webhook-concurrency",
            paramLabel = "N",
            defaultValue = "${env:CATALOG_WEBHOOK_CONCURRENCY:-" + WebhookSinkSettings.DEFAULT_PER_ENDPOINT + "}",
            description =
                    "Most attempts in flight to one partner's endpoint. There are fewer while it answers slowly or"
                            + " fails.")
    @Range(min = 1)
    private int perEndpoint;

    @Option(
            names = "--webhook-total-concurrency",
            paramLabel = "N",
            defaultValue = "${env:CATALOG_WEBHOOK_TOTAL_CONCURRENCY:-" + WebhookSinkSettings.DEFAULT_IN_PROCESS + "}",
            description = "Most messages in flight to all endpoints, or ready for them; each holds up to 512 KiB.")
    @Range(min = 2)
    private int inProcess;

    @Option(
            names = "--webhook-secret-overlap-hours",
            paramLabel = "N",
            defaultValue =
                    "${env:CATALOG_WEBHOOK_SECRET_OVERLAP_HOURS:-" + WebhookSinkSettings.DEFAULT_OVERLAP_HOURS + "}",
            description = "How long after a rotation a partner's previous webhook secret also signs.")
    @Range(min = 0)
    private int secretOverlapHours;

    @Option(
            names = "--webhook-removal-hold-percent",
            paramLabel = "N",
            defaultValue = "${env:CATALOG_WEBHOOK_REMOVAL_HOLD_PERCENT:-" + RemovalLimit.DEFAULT_PERCENT + "}",
            description = "Hold a partner's removals if more than this share of what it has is not listed any more; 0:"
                    + " never.")
    @Range(min = 0, max = 100)
    private int removalHoldPercent;

    @Option(
            names = "--webhook-removal-hold-records",
            paramLabel = "N",
            defaultValue = "${env:CATALOG_WEBHOOK_REMOVAL_HOLD_RECORDS:-" + RemovalLimit.DEFAULT_RECORDS + "}",
            description = "As many removals are sent to a partner in an hour, whatever the share.")
    @Range(min = 0)
    private int removalHoldRecords;

    public WebhookSinkCommand() {
        this(Foreground.ofProcess(), TopicWait::untilMade, WebhookSinkCommand::start);
    }

    /** @param topics finds their number of partitions, once they exist */
    WebhookSinkCommand(
            Foreground foreground,
            UnaryOperator<KafkaSettings> topics,
            Function<WebhookSinkSettings, Application> starter) {
        this.foreground = foreground;
        this.topics = topics;
        this.starter = starter;
    }

    private static Application start(WebhookSinkSettings settings) {
        WebhookSink sink = WebhookSink.start(settings);
        InstanceOptions.tell(sink.internal());
        return new Application(sink::isReady, sink::hasFailed, sink::close);
    }

    @Override
    public Integer call() throws InterruptedException {
        instance.application().startLogging();
        foreground.run(NAME, this::settings, starter);
        return 0;
    }

    private WebhookSinkSettings settings() {
        KafkaSettings kafka = instance.application().kafka(connection);
        RegistrySettings registry = connection.registrySettings();
        InstanceSettings told = instance.settings(NAME, WebhookSinkSettings.DEFAULT_STORE_MEMORY_BYTES);
        masterKey.read();
        return new WebhookSinkSettings(
                topics.apply(kafka),
                registry,
                new WebhookSinkSettings.Secrets(masterKey.file(), Duration.ofHours(secretOverlapHours)),
                new WebhookSinkSettings.Delivering(
                        allowPrivateWebhooks,
                        webhookPorts,
                        Duration.ofSeconds(timeoutSeconds),
                        perEndpoint,
                        inProcess,
                        new RemovalLimit(removalHoldPercent, removalHoldRecords)),
                told);
    }
}
