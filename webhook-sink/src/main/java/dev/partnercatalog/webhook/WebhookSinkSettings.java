package dev.partnercatalog.webhook;

import dev.partnercatalog.runtime.GroupSettings;
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
 * @param stateDir directory of the store; if it is lost, the store is rebuilt from Kafka
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
 * @param threads number of tasks that run in parallel
 * @param storeMemoryBytes memory outside the heap for all stores together
 * @param canaryInterval how often canary events, which belong to no product, are published to measure how long they
 *     take to arrive; zero: never
 * @param group how this instance takes part in its group
 * @param host host of the internal address, for metrics and probes
 * @param internalPort port of the internal address; 0 for a free one
 * @param tracing whether spans are recorded
 * @param alerts where and when to alert the operator to failing endpoints
 */
public record WebhookSinkSettings(
        KafkaSettings kafka,
        RegistrySettings registry,
        Path stateDir,
        Path masterKeyFile,
        boolean allowPrivateAddresses,
        Set<Integer> webhookPorts,
        Duration requestTimeout,
        int perEndpoint,
        int inProcess,
        Duration secretOverlap,
        RemovalLimit removals,
        int threads,
        long storeMemoryBytes,
        Duration canaryInterval,
        GroupSettings group,
        String host,
        int internalPort,
        TracingSettings tracing,
        AlertSettings alerts) {

    public WebhookSinkSettings {
        webhookPorts = Set.copyOf(webhookPorts);
    }

    /**
     * The defaults: public addresses and TLS only, 15 s per attempt, 16 attempts in parallel per endpoint, 128 in all,
     * 24 h.
     */
    public static WebhookSinkSettings of(KafkaSettings kafka, URI registry, Path stateDir, Path masterKeyFile) {
        return of(kafka, RegistrySettings.at(registry), stateDir, masterKeyFile);
    }

    /** The same, for a registry that may require credentials. */
    public static WebhookSinkSettings of(
            KafkaSettings kafka, RegistrySettings registry, Path stateDir, Path masterKeyFile) {
        int threads = Math.min(4, Runtime.getRuntime().availableProcessors());
        return new WebhookSinkSettings(
                kafka,
                registry,
                stateDir,
                masterKeyFile,
                false,
                Set.of(),
                Duration.ofSeconds(15),
                16,
                128,
                Duration.ofHours(24),
                RemovalLimit.DEFAULT,
                threads,
                128L << 20,
                Duration.ZERO,
                GroupSettings.DEFAULT,
                "127.0.0.1",
                0,
                TracingSettings.OFF,
                AlertSettings.OFF);
    }

    public WebhookSinkSettings allowingPrivateAddresses(boolean allow) {
        return with(allow, tracing, alerts);
    }

    /** The same settings, with tracing. */
    public WebhookSinkSettings traced(TracingSettings by) {
        return with(allowPrivateAddresses, by, alerts);
    }

    /** The same settings, with alerts. */
    public WebhookSinkSettings withAlerts(AlertSettings settings) {
        return with(allowPrivateAddresses, tracing, settings);
    }

    private WebhookSinkSettings with(boolean privateAddresses, TracingSettings by, AlertSettings settings) {
        return new WebhookSinkSettings(
                kafka,
                registry,
                stateDir,
                masterKeyFile,
                privateAddresses,
                webhookPorts,
                requestTimeout,
                perEndpoint,
                inProcess,
                secretOverlap,
                removals,
                threads,
                storeMemoryBytes,
                canaryInterval,
                group,
                host,
                internalPort,
                by,
                settings);
    }
}
