package dev.partnercatalog.cli.application;

import dev.partnercatalog.cli.application.ApplicationCommand.Application;
import dev.partnercatalog.cli.application.ApplicationOptions.InstanceOptions;
import dev.partnercatalog.cli.application.ApplicationOptions.WebhookOptions;
import dev.partnercatalog.cli.options.MasterKeyOption;
import dev.partnercatalog.cli.options.Range;
import dev.partnercatalog.runtime.InstanceSettings;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.schemas.registry.RegistrySettings;
import dev.partnercatalog.schemas.topic.TopicSettings;
import dev.partnercatalog.webhook.WebhookSink;
import dev.partnercatalog.webhook.WebhookSinkSettings;
import dev.partnercatalog.webhook.reconcile.ReconcilerContext.RemovalLimit;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ./catalog webhook-sink}. */
@Command(
        name = "webhook-sink",
        description = {
            "Run the application that delivers variant records to the partners' webhooks.",
            "Requires the topics of streams-app. Stops on SIGTERM."
        })
public final class WebhookSinkCommand extends ApplicationCommand<WebhookSinkSettings> {

    @Mixin
    private InstanceOptions instance = new InstanceOptions();

    @Mixin
    private MasterKeyOption masterKey = new MasterKeyOption();

    @Mixin
    private WebhookOptions webhooks = new WebhookOptions();

    @Option(
            names = "--webhook-timeout-seconds",
            defaultValue = "" + WebhookSinkSettings.DEFAULT_TIMEOUT_SECONDS,
            description = "Limit for one whole attempt at a webhook.")
    @Range(min = 1)
    private int timeoutSeconds;

    @Option(
            names = "--webhook-concurrency",
            defaultValue = "" + WebhookSinkSettings.DEFAULT_PER_ENDPOINT,
            description = "Most attempts in flight to one endpoint; fewer while it answers slowly or fails.")
    @Range(min = 1)
    private int perEndpoint;

    @Option(
            names = "--webhook-total-concurrency",
            defaultValue = "" + WebhookSinkSettings.DEFAULT_IN_PROCESS,
            description = "Most messages in flight to all endpoints, or ready for them; each holds up to 512 KiB.")
    @Range(min = 2)
    private int inProcess;

    @Option(
            names = "--webhook-removal-hold-percent",
            defaultValue = "" + RemovalLimit.DEFAULT_PERCENT,
            description = "Hold a partner's removals if more than this share of what it has isn't listed; 0: never.")
    @Range(min = 0, max = 100)
    private int removalHoldPercent;

    @Option(
            names = "--webhook-removal-hold-records",
            defaultValue = "" + RemovalLimit.DEFAULT_RECORDS,
            description = "As many removals are sent to a partner in an hour, whatever the share.")
    @Range(min = 0)
    private int removalHoldRecords;

    @Override
    Application start(WebhookSinkSettings settings) {
        WebhookSink sink = WebhookSink.start(settings);
        tell(sink.internal());
        return new Application(sink::isReady, sink::hasFailed, sink::close);
    }

    @Override
    WebhookSinkSettings settings() {
        KafkaSettings kafka = instance.application.kafka(connection(), TopicSettings.NOT_ASKED);
        RegistrySettings registry = connection().registrySettings();
        InstanceSettings told = instance.settings(name(), WebhookSinkSettings.DEFAULT_STORE_MEMORY_BYTES);
        masterKey.read();
        return new WebhookSinkSettings(
                onceMade(kafka),
                registry,
                new WebhookSinkSettings.Secrets(masterKey.file(), webhooks.secretOverlap()),
                new WebhookSinkSettings.DeliverySettings(
                        webhooks.allowPrivate,
                        webhooks.ports,
                        Duration.ofSeconds(timeoutSeconds),
                        perEndpoint,
                        inProcess,
                        new RemovalLimit(removalHoldPercent, removalHoldRecords)),
                told);
    }
}
