package dev.partnercatalog.webhook;

import dev.partnercatalog.runtime.InstanceSettings;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.tracing.TracingSettings;
import dev.partnercatalog.schemas.registry.RegistrySettings;
import dev.partnercatalog.webhook.alert.AlertSettings;
import dev.partnercatalog.webhook.reconcile.RemovalLimit;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;

/**
 * The settings of the sink.
 *
 * @param registry the schema registry
 * @param masterKeyFile file with the operator's master key, from which partners' webhook secrets are derived
 * @param allowPrivateAddresses allows webhooks to private and loopback addresses and over plain HTTP, for test
 *     machines; never enable it if partners can set their URL and the network contains anything that they must not
 *     reach
 * @param webhookPorts ports that webhooks may use; empty for the default of
 *     {@link dev.partnercatalog.runtime.address.WebhookAddresses}
 * @param requestTimeout limit for one whole attempt
 * @param perEndpoint most attempts in flight to one partner's endpoint
 * @param inProcess most messages in flight or ready in this process; each holds up to 512 KiB
 * @param secretOverlap how long after a rotation a partner's previous secret also signs (D27)
 * @param removals how much may be removed from a partner at a time because it isn't listed any more
 * @param alerts where and when to alert the operator to failing endpoints
 */
public record WebhookSinkSettings(
        KafkaSettings kafka,
        RegistrySettings registry,
        Path masterKeyFile,
        boolean allowPrivateAddresses,
        Set<Integer> webhookPorts,
        Duration requestTimeout,
        int perEndpoint,
        int inProcess,
        Duration secretOverlap,
        RemovalLimit removals,
        AlertSettings alerts,
        InstanceSettings instance) {

    public static final int DEFAULT_TIMEOUT_SECONDS = 15;
    public static final int DEFAULT_PER_ENDPOINT = 16;
    public static final int DEFAULT_IN_PROCESS = 128;
    public static final int DEFAULT_OVERLAP_HOURS = 24;
    public static final long DEFAULT_STORE_MEMORY_BYTES = 128L << 20;

    public WebhookSinkSettings {
        webhookPorts = Set.copyOf(webhookPorts);
    }

    /** With the defaults: public addresses and TLS only. */
    public static WebhookSinkSettings of(KafkaSettings kafka, URI registry, Path stateDir, Path masterKeyFile) {
        return of(kafka, RegistrySettings.at(registry), stateDir, masterKeyFile);
    }

    /** The same, for a registry that may require credentials. */
    public static WebhookSinkSettings of(
            KafkaSettings kafka, RegistrySettings registry, Path stateDir, Path masterKeyFile) {
        return new WebhookSinkSettings(
                kafka,
                registry,
                masterKeyFile,
                false,
                Set.of(),
                Duration.ofSeconds(DEFAULT_TIMEOUT_SECONDS),
                DEFAULT_PER_ENDPOINT,
                DEFAULT_IN_PROCESS,
                Duration.ofHours(DEFAULT_OVERLAP_HOURS),
                RemovalLimit.DEFAULT,
                AlertSettings.OFF,
                InstanceSettings.of(stateDir, DEFAULT_STORE_MEMORY_BYTES));
    }

    public WebhookSinkSettings allowingPrivateAddresses(boolean allow) {
        return with(allow, alerts, instance);
    }

    /** The same settings, with tracing. */
    public WebhookSinkSettings traced(TracingSettings by) {
        return with(allowPrivateAddresses, alerts, instance.traced(by));
    }

    /** The same settings, with alerts. */
    public WebhookSinkSettings withAlerts(AlertSettings settings) {
        return with(allowPrivateAddresses, settings, instance);
    }

    private WebhookSinkSettings with(boolean privateAddresses, AlertSettings alerted, InstanceSettings told) {
        return new WebhookSinkSettings(
                kafka,
                registry,
                masterKeyFile,
                privateAddresses,
                webhookPorts,
                requestTimeout,
                perEndpoint,
                inProcess,
                secretOverlap,
                removals,
                alerted,
                told);
    }
}
