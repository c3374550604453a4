package dev.partnercatalog.webhook;

import dev.partnercatalog.runtime.InstanceSettings;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.runtime.webhook.WebhookAddresses;
import dev.partnercatalog.schemas.registry.RegistrySettings;
import dev.partnercatalog.webhook.reconcile.ReconcilerContext.RemovalLimit;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;

/**
 * The settings of the sink.
 *
 * @param registry the schema registry
 */
public record WebhookSinkSettings(
        KafkaSettings kafka,
        RegistrySettings registry,
        Secrets secrets,
        DeliverySettings delivering,
        InstanceSettings instance) {

    public static final int DEFAULT_TIMEOUT_SECONDS = 15;
    public static final int DEFAULT_PER_ENDPOINT = 16;
    public static final int DEFAULT_IN_PROCESS = 128;
    public static final long DEFAULT_STORE_MEMORY_BYTES = 128L << 20;

    /**
     * What signs.
     *
     * @param masterKeyFile file with the operator's master key, from which partners' webhook secrets are derived
     * @param overlap how long after a rotation a partner's previous secret also signs (D27)
     */
    public record Secrets(Path masterKeyFile, Duration overlap) {}

    /**
     * Where messages may go, and how many at a time.
     *
     * @param allowPrivateAddresses allows webhooks to private and loopback addresses and over plain HTTP, for test
     *     machines; never enable it if partners can set their URL and the network contains anything that they must not
     *     reach
     * @param ports ports that webhooks may use; empty for the default of {@link WebhookAddresses}
     * @param timeout limit for one whole attempt
     * @param perEndpoint most attempts in flight to one partner's endpoint
     * @param inProcess most messages in flight or ready in this process; each holds up to 512 KiB
     * @param removals how much may be removed from a partner at a time because it isn't listed any more
     */
    public record DeliverySettings(
            boolean allowPrivateAddresses,
            Set<Integer> ports,
            Duration timeout,
            int perEndpoint,
            int inProcess,
            RemovalLimit removals) {

        static final DeliverySettings DEFAULT = new DeliverySettings(
                false,
                Set.of(),
                Duration.ofSeconds(DEFAULT_TIMEOUT_SECONDS),
                DEFAULT_PER_ENDPOINT,
                DEFAULT_IN_PROCESS,
                RemovalLimit.DEFAULT);

        public DeliverySettings {
            ports = Set.copyOf(ports);
        }

        WebhookAddresses addresses() {
            return new WebhookAddresses(allowPrivateAddresses, ports);
        }
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
                new Secrets(masterKeyFile, Duration.ofHours(MasterKey.DEFAULT_OVERLAP_HOURS)),
                DeliverySettings.DEFAULT,
                InstanceSettings.of(stateDir, DEFAULT_STORE_MEMORY_BYTES));
    }

    public WebhookSinkSettings allowingPrivateAddresses(boolean allow) {
        DeliverySettings allowing = new DeliverySettings(
                allow,
                delivering.ports,
                delivering.timeout,
                delivering.perEndpoint,
                delivering.inProcess,
                delivering.removals);
        return new WebhookSinkSettings(kafka, registry, secrets, allowing, instance);
    }
}
