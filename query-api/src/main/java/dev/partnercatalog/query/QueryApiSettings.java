package dev.partnercatalog.query;

import dev.partnercatalog.query.access.ExternalIssuer;
import dev.partnercatalog.query.access.RateLimit;
import dev.partnercatalog.runtime.InstanceSettings;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.http.HttpLimits;
import dev.partnercatalog.runtime.http.RemoteAddresses;
import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.schemas.registry.RegistrySettings;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The settings of the query API.
 *
 * @param stateDir where tables are kept across restarts; must not be shared by two instances
 * @param masterKeyFile the operator's master key, which must exist
 * @param accessControlAllowOrigin the header with this name (D21)
 */
public record QueryApiSettings(
        KafkaSettings kafka,
        RegistrySettings registry,
        Path stateDir,
        Path masterKeyFile,
        AddressSettings addresses,
        AcceptedTokens tokens,
        Environment environment,
        String accessControlAllowOrigin,
        TrafficSettings traffic,
        ChangeSettings changes,
        TableSettings tables) {

    public static final String DEFAULT_ACCESS_CONTROL_ALLOW_ORIGIN = "*";

    /** With the defaults of everything else, and a registry that requires no authentication. */
    public static QueryApiSettings of(KafkaSettings kafka, URI registry, Path stateDir, Path masterKeyFile) {
        return of(kafka, RegistrySettings.at(registry), stateDir, masterKeyFile);
    }

    /** With the defaults of everything else. */
    public static QueryApiSettings of(
            KafkaSettings kafka, RegistrySettings registry, Path stateDir, Path masterKeyFile) {
        return new QueryApiSettings(
                kafka,
                registry,
                stateDir,
                masterKeyFile,
                AddressSettings.DEFAULT,
                AcceptedTokens.DEFAULT,
                Environment.PRODUCTION,
                DEFAULT_ACCESS_CONTROL_ALLOW_ORIGIN,
                TrafficSettings.DEFAULT,
                ChangeSettings.DEFAULT,
                TableSettings.DEFAULT);
    }

    public QueryApiSettings at(AddressSettings other) {
        return with(other, tokens, environment, changes, tables);
    }

    public QueryApiSettings with(
            AddressSettings at, AcceptedTokens accepted, Environment in, ChangeSettings changed, TableSettings kept) {
        return new QueryApiSettings(
                kafka,
                registry,
                stateDir,
                masterKeyFile,
                at,
                accepted,
                in,
                accessControlAllowOrigin,
                traffic,
                changed,
                kept);
    }

    /**
     * Where the API, the token endpoint, and metrics and probes are. A port of 0 is a free one.
     *
     * @param baseUrl the API's public address as given in its documents, without a slash at its end. Null:
     *     {@code http://host:apiPort}
     */
    public record AddressSettings(
            String host,
            int apiPort,
            int authPort,
            int internalPort,
            @Nullable URI baseUrl) {

        public static final int DEFAULT_API_PORT = 8080;
        public static final int DEFAULT_AUTH_PORT = 8081;

        public static final AddressSettings DEFAULT = ofPorts(DEFAULT_API_PORT, DEFAULT_AUTH_PORT);

        /** On this machine only. */
        public static AddressSettings ofPorts(int apiPort, int authPort) {
            return new AddressSettings(InstanceSettings.DEFAULT_HOST, apiPort, authPort, 0, null);
        }
    }

    /**
     * The tokens that the query API accepts.
     *
     * @param issuer the token endpoint's public address as named in tokens, without a slash at its end. It must be the same
     *     on all instances, and must not change while tokens are valid. Null: {@code http://host:authPort}
     * @param external the issuer whose tokens are accepted instead of our own; then there is no token endpoint. Null: none
     * @param allowOrigin the origin whose pages may ask the token endpoint, or {@code *}
     */
    public record AcceptedTokens(
            @Nullable URI issuer, @Nullable ExternalIssuer external, String audience, String allowOrigin) {

        public static final String DEFAULT_AUDIENCE = "partner-catalog";
        public static final String DEFAULT_ALLOW_ORIGIN = "*";
        public static final AcceptedTokens DEFAULT =
                new AcceptedTokens(null, null, DEFAULT_AUDIENCE, DEFAULT_ALLOW_ORIGIN);
    }

    /**
     * The limits on one instance's traffic.
     *
     * @param rate for each client, and for each address without a valid token (D20)
     * @param limits for each of the two addresses on which the instance listens
     * @param maxBatchSize the maximum number of identifiers in a batch (D12)
     * @param maxBodyBytes of a request (D20)
     * @param trustedProxies addresses and ranges of the proxies whose {@code X-Forwarded-For} is trusted
     */
    public record TrafficSettings(
            RateLimit rate, HttpLimits limits, int maxBatchSize, long maxBodyBytes, List<String> trustedProxies) {

        public static final int DEFAULT_REQUESTS_PER_SECOND = 1_000;
        public static final int DEFAULT_BURST = 2_000;
        public static final int DEFAULT_MAX_BATCH_SIZE = 1_000;
        public static final long DEFAULT_MAX_BODY_BYTES = 1L << 20;

        public static final long MOST_BODY_BYTES = 64L << 20;

        public static final TrafficSettings DEFAULT = new TrafficSettings(
                new RateLimit(DEFAULT_REQUESTS_PER_SECOND, DEFAULT_BURST),
                HttpLimits.DEFAULT,
                DEFAULT_MAX_BATCH_SIZE,
                DEFAULT_MAX_BODY_BYTES,
                List.of());

        /** Throws {@link IllegalArgumentException} if a limit allows nothing or too much, or a proxy is not an address. */
        public TrafficSettings {
            if (maxBatchSize < 1) {
                throw new IllegalArgumentException(
                        "maxBatchSize " + maxBatchSize + " is out of range: expected at least 1");
            }
            if (maxBodyBytes < 1 || maxBodyBytes > MOST_BODY_BYTES) {
                throw new IllegalArgumentException(
                        "maxBodyBytes " + maxBodyBytes + " is out of range: expected 1 to " + MOST_BODY_BYTES);
            }
            trustedProxies = List.copyOf(trustedProxies);
            new RemoteAddresses(trustedProxies);
        }
    }

    /**
     * What partners may change through the API. What concerns webhooks must match the sender's settings (D18, D27).
     *
     * @param allowPrivateWebhooks whether a webhook's URL may use plain HTTP and lead to a private address
     * @param webhookPorts the ports allowed in a webhook's URL; empty for the default
     * @param sharedCustomerProviders the allowed providers of a shared customer (D19)
     * @param webhookSecretOverlap how long after a rotation the previous webhook secret also signs
     */
    public record ChangeSettings(
            boolean allowPrivateWebhooks,
            Set<Integer> webhookPorts,
            Set<String> sharedCustomerProviders,
            Duration webhookSecretOverlap) {

        public static final String DEFAULT_PROVIDERS = "greenline,cova";

        public static final ChangeSettings DEFAULT = new ChangeSettings(
                false,
                Set.of(),
                Set.of(DEFAULT_PROVIDERS.split(",", -1)),
                Duration.ofHours(MasterKey.DEFAULT_OVERLAP_HOURS));

        public ChangeSettings {
            webhookPorts = Set.copyOf(webhookPorts);
            sharedCustomerProviders = Set.copyOf(sharedCustomerProviders);
            if (webhookSecretOverlap.isNegative()) {
                throw new IllegalArgumentException("webhookSecretOverlap " + webhookSecretOverlap + " is negative");
            }
        }

        /** The same settings, with the operator's choice on private addresses. */
        public ChangeSettings allowingPrivateWebhooks(boolean allowed) {
            return new ChangeSettings(allowed, webhookPorts, sharedCustomerProviders, webhookSecretOverlap);
        }
    }

    /**
     * How the query API keeps its tables.
     *
     * @param zone where this instance runs, as in the brokers' {@code broker.rack}. Null: unknown
     * @param storeMemoryBytes the memory outside the heap for the tables' read cache and write buffers
     * @param memoryTierBytes the memory of the heap for variants that are served without reading a store; 0 for none
     * @param changeRetention how long removals are known and cursors for changes are valid
     */
    public record TableSettings(
            @Nullable String zone, long storeMemoryBytes, long memoryTierBytes, Duration changeRetention) {

        public static final long DEFAULT_STORE_MEMORY_BYTES = 256L << 20;

        /** Also the default. The topics don't say for longer what changed. */
        public static final Duration LONGEST_CHANGE_RETENTION = TopicSettings.MOVES_RETENTION;

        /** Room for 280,000 to 480,000 entries. */
        private static final long DEFAULT_MEMORY_TIER_BYTES = 768L << 20;

        public static final TableSettings DEFAULT = withMemoryTier(defaultMemoryTierBytes());

        public TableSettings {
            if (memoryTierBytes < 0 || memoryTierBytes > mostMemoryTierBytes()) {
                throw new IllegalArgumentException("memoryTierBytes " + memoryTierBytes
                        + " is out of range: expected 0 to " + mostMemoryTierBytes());
            }
            if (changeRetention.isNegative()
                    || changeRetention.isZero()
                    || changeRetention.compareTo(LONGEST_CHANGE_RETENTION) > 0) {
                throw new IllegalArgumentException("changeRetention " + changeRetention
                        + " is out of range: expected more than zero and at most " + LONGEST_CHANGE_RETENTION);
            }
        }

        /** The defaults, with another memory tier. */
        public static TableSettings withMemoryTier(long bytes) {
            return new TableSettings(null, DEFAULT_STORE_MEMORY_BYTES, bytes, LONGEST_CHANGE_RETENTION);
        }

        /** Three quarters of the heap: the rest of the application needs some too. */
        public static long mostMemoryTierBytes() {
            return Runtime.getRuntime().maxMemory() / 4 * 3;
        }

        /** 768 MiB, or half of the heap if that is less. */
        public static long defaultMemoryTierBytes() {
            return Math.min(DEFAULT_MEMORY_TIER_BYTES, Runtime.getRuntime().maxMemory() / 2);
        }
    }

    /** Which of the two environments a service runs in (specification, "What the service does"). */
    public enum Environment {
        PRODUCTION,
        /** Has the same operations, and also a Postman collection of them (D23). */
        STAGING
    }
}
