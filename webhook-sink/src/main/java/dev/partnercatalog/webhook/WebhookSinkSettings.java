package dev.partnercatalog.webhook;

import dev.partnercatalog.runtime.GroupSettings;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.tracing.TracingSettings;
import dev.partnercatalog.schemas.registry.RegistrySettings;
import dev.partnercatalog.webhook.alert.AlertSettings;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;

/**
 * What the sink needs to know.
 *
 * @param registry the schema registry
 * @param stateDir where the store lies; lost, it is rebuilt from Kafka
 * @param masterKeyFile holds the operator's master key, from which partners' webhook secrets are derived
 * @param allowPrivateAddresses lets webhooks go to private and loopback addresses and over plain HTTP, as on a test
 *     machine; never where partners can set their URL themselves and the network holds anything they shouldn't reach
 * @param webhookPorts that webhooks may go to; none for the default of {@link
 *     dev.partnercatalog.runtime.address.WebhookAddresses}
 * @param requestTimeout for the whole of one attempt
 * @param perEndpoint attempts under way at one partner's endpoint at most
 * @param inProcess messages under way or ready in this process at most, each of which holds up to 512 KiB
 * @param secretOverlap how long after a rotation a partner's secret before it signs too (D27)
 * @param threads how many tasks work at once
 * @param storeMemoryBytes outside the heap, of all stores together
 * @param canaryInterval at which events of no product are published, whose arrival is measured; zero: never
 * @param group how this instance takes part among the others
 * @param host of the internal address, for metrics and probes
 * @param internalPort of the internal address; 0 for a free one
 * @param tracing whether spans are recorded
 * @param alerts where and when the operator is told of endpoints that fail
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

    /** With the defaults: public addresses and TLS only, 15 s an attempt, 16 at once for an endpoint, 128 in all, 24 h. */
    public static WebhookSinkSettings of(KafkaSettings kafka, URI registry, Path stateDir, Path masterKeyFile) {
        return of(kafka, RegistrySettings.at(registry), stateDir, masterKeyFile);
    }

    /** As the other, with a registry that may ask who we are. */
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
        return new WebhookSinkSettings(
                kafka,
                registry,
                stateDir,
                masterKeyFile,
                allow,
                webhookPorts,
                requestTimeout,
                perEndpoint,
                inProcess,
                secretOverlap,
                threads,
                storeMemoryBytes,
                canaryInterval,
                group,
                host,
                internalPort,
                tracing,
                alerts);
    }

    /** The same, with spans. */
    public WebhookSinkSettings traced(TracingSettings by) {
        return with(by, alerts);
    }

    /** The same, with alerts. */
    public WebhookSinkSettings withAlerts(AlertSettings settings) {
        return with(tracing, settings);
    }

    private WebhookSinkSettings with(TracingSettings by, AlertSettings settings) {
        return new WebhookSinkSettings(
                kafka,
                registry,
                stateDir,
                masterKeyFile,
                allowPrivateAddresses,
                webhookPorts,
                requestTimeout,
                perEndpoint,
                inProcess,
                secretOverlap,
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
