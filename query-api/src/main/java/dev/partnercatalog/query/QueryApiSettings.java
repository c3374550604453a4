package dev.partnercatalog.query;

import dev.partnercatalog.query.access.ExternalIssuer;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.tracing.TracingSettings;
import dev.partnercatalog.schemas.registry.RegistrySettings;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The settings of the query API. {@link #builder} starts with the defaults.
 *
 * @param registry the schema registry
 * @param stateDir where tables are kept across restarts; must not be shared by two instances
 * @param host to listen on
 * @param apiPort of the API; 0 for a free one
 * @param authPort of the token endpoint; 0 for a free one
 * @param baseUrl the API's public address as given in its documents, without a slash at its end. Null:
 *     {@code http://host:apiPort}
 * @param issuer the token endpoint's public address as named in tokens, without a slash at its end. It must be the same
 *     on all instances, and must not change while tokens are valid. Null: {@code http://host:authPort}
 * @param externalIssuer whose tokens are accepted instead of our own; then there is no token endpoint. Null: none
 * @param audience of the tokens
 * @param masterKeyFile the operator's master key, which must exist
 * @param maxBatchSize the maximum number of identifiers in a batch (D12)
 * @param maxBodyBytes of a request (D20)
 * @param accessControlAllowOrigin the header with this name (D21)
 * @param traffic the limits on this instance's traffic
 * @param internalPort of metrics and probes; 0 for a free one
 * @param zone where this instance runs, as in the brokers' {@code broker.rack}. Null: unknown
 * @param storeMemoryBytes the memory outside the heap for the tables' read cache and write buffers
 * @param canaryInterval the interval at which the canary events are published whose arrival is measured; zero: never
 * @param memoryTierBytes the memory of the heap for variants that are served without reading a store; 0 for none
 * @param changesKept how long removals are known and cursors for changes are valid
 * @param tracing whether spans are recorded
 * @param desk whether there are pages for partners' engineers, beside the API's documents
 */
public record QueryApiSettings(
        KafkaSettings kafka,
        RegistrySettings registry,
        Path stateDir,
        String host,
        int apiPort,
        int authPort,
        @Nullable URI baseUrl,
        @Nullable URI issuer,
        @Nullable ExternalIssuer externalIssuer,
        String audience,
        Path masterKeyFile,
        Environment environment,
        int maxBatchSize,
        long maxBodyBytes,
        String accessControlAllowOrigin,
        TrafficSettings traffic,
        ChangeSettings changes,
        int internalPort,
        @Nullable String zone,
        long storeMemoryBytes,
        Duration canaryInterval,
        long memoryTierBytes,
        Duration changesKept,
        TracingSettings tracing,
        boolean desk) {

    public static final String DEFAULT_HOST = "127.0.0.1";
    public static final int DEFAULT_API_PORT = 8080;
    public static final int DEFAULT_AUTH_PORT = 8081;
    public static final String DEFAULT_AUDIENCE = "partner-catalog";
    public static final int DEFAULT_MAX_BATCH_SIZE = 1_000;
    public static final long DEFAULT_MAX_BODY_BYTES = 1L << 20;
    public static final String DEFAULT_ACCESS_CONTROL_ALLOW_ORIGIN = "*";

    public static final long DEFAULT_STORE_MEMORY_BYTES = 256L << 20;

    /** Room for 280,000 to 480,000 entries. */
    public static final long DEFAULT_MEMORY_TIER_BYTES = 768L << 20;

    /** Also the default. The topics don't say for longer what changed. */
    public static final Duration MOST_CHANGES_KEPT = TopicSettings.MOVES_RETENTION;

    /** The absolute maximum for requests. */
    public static final long MOST_BODY_BYTES = 64L << 20;

    public QueryApiSettings {
        requireWithin("maxBatchSize", maxBatchSize, 1, Long.MAX_VALUE);
        requireWithin("maxBodyBytes", maxBodyBytes, 1, MOST_BODY_BYTES);
        requireWithin("memoryTierBytes", memoryTierBytes, 0, mostMemoryTierBytes());
        if (changesKept.isNegative() || changesKept.isZero() || changesKept.compareTo(MOST_CHANGES_KEPT) > 0) {
            throw new IllegalArgumentException("changesKept " + changesKept
                    + " is out of range: expected more than zero and at most " + MOST_CHANGES_KEPT);
        }
    }

    private static void requireWithin(String setting, long value, long least, long most) {
        if (value < least || value > most) {
            String range = most == Long.MAX_VALUE ? "at least " + least : least + " to " + most;
            throw new IllegalArgumentException(setting + " " + value + " is out of range: expected " + range);
        }
    }

    /** Three quarters of the heap: the rest of the application needs some too. */
    public static long mostMemoryTierBytes() {
        return Runtime.getRuntime().maxMemory() / 4 * 3;
    }

    /** {@link #DEFAULT_MEMORY_TIER_BYTES}, or half of the heap if that is less. */
    public static long defaultMemoryTierBytes() {
        return Math.min(DEFAULT_MEMORY_TIER_BYTES, Runtime.getRuntime().maxMemory() / 2);
    }

    /** A builder with the defaults of everything else. */
    public static Builder builder(KafkaSettings kafka, URI registry, Path stateDir, Path masterKeyFile) {
        return builder(kafka, RegistrySettings.at(registry), stateDir, masterKeyFile);
    }

    /** Like the other method, with a registry that may require authentication. */
    public static Builder builder(KafkaSettings kafka, RegistrySettings registry, Path stateDir, Path masterKeyFile) {
        return new Builder(kafka, registry, stateDir, masterKeyFile);
    }

    /** Collects settings. Not thread-safe. */
    public static final class Builder {

        private final KafkaSettings kafka;
        private final RegistrySettings registry;
        private final Path stateDir;
        private final Path masterKeyFile;
        private String host = DEFAULT_HOST;
        private int apiPort = DEFAULT_API_PORT;
        private int authPort = DEFAULT_AUTH_PORT;
        private @Nullable URI baseUrl;
        private @Nullable URI issuer;
        private @Nullable ExternalIssuer externalIssuer;
        private String audience = DEFAULT_AUDIENCE;
        private Environment environment = Environment.PRODUCTION;
        private int maxBatchSize = DEFAULT_MAX_BATCH_SIZE;
        private long maxBodyBytes = DEFAULT_MAX_BODY_BYTES;
        private String accessControlAllowOrigin = DEFAULT_ACCESS_CONTROL_ALLOW_ORIGIN;
        private ChangeSettings changes = ChangeSettings.DEFAULT;
        private TrafficSettings traffic = TrafficSettings.DEFAULT;
        private int internalPort;
        private @Nullable String zone;
        private long storeMemoryBytes = DEFAULT_STORE_MEMORY_BYTES;
        private Duration canaryInterval = Duration.ZERO;
        private long memoryTierBytes = defaultMemoryTierBytes();
        private Duration changesKept = MOST_CHANGES_KEPT;
        private TracingSettings tracing = TracingSettings.OFF;
        private boolean desk = true;

        private Builder(KafkaSettings kafka, RegistrySettings registry, Path stateDir, Path masterKeyFile) {
            this.kafka = kafka;
            this.registry = registry;
            this.stateDir = stateDir;
            this.masterKeyFile = masterKeyFile;
        }

        public Builder host(String value) {
            host = value;
            return this;
        }

        public Builder apiPort(int value) {
            apiPort = value;
            return this;
        }

        public Builder authPort(int value) {
            authPort = value;
            return this;
        }

        public Builder baseUrl(@Nullable URI value) {
            baseUrl = value;
            return this;
        }

        public Builder issuer(@Nullable URI value) {
            issuer = value;
            return this;
        }

        public Builder externalIssuer(@Nullable ExternalIssuer value) {
            externalIssuer = value;
            return this;
        }

        public Builder audience(String value) {
            audience = value;
            return this;
        }

        public Builder environment(Environment value) {
            environment = value;
            return this;
        }

        public Builder maxBatchSize(int value) {
            maxBatchSize = value;
            return this;
        }

        public Builder maxBodyBytes(long value) {
            maxBodyBytes = value;
            return this;
        }

        public Builder accessControlAllowOrigin(String value) {
            accessControlAllowOrigin = value;
            return this;
        }

        public Builder changes(ChangeSettings value) {
            changes = value;
            return this;
        }

        public Builder traffic(TrafficSettings value) {
            traffic = value;
            return this;
        }

        public Builder internalPort(int value) {
            internalPort = value;
            return this;
        }

        public Builder zone(@Nullable String value) {
            zone = value;
            return this;
        }

        public Builder storeMemoryBytes(long value) {
            storeMemoryBytes = value;
            return this;
        }

        public Builder canaryInterval(Duration value) {
            canaryInterval = value;
            return this;
        }

        public Builder memoryTierBytes(long value) {
            memoryTierBytes = value;
            return this;
        }

        public Builder changesKept(Duration value) {
            changesKept = value;
            return this;
        }

        public Builder tracing(TracingSettings value) {
            tracing = value;
            return this;
        }

        public Builder desk(boolean value) {
            desk = value;
            return this;
        }

        /** Throws {@link IllegalArgumentException} if a setting is out of range. */
        public QueryApiSettings build() {
            return new QueryApiSettings(
                    kafka,
                    registry,
                    stateDir,
                    host,
                    apiPort,
                    authPort,
                    baseUrl,
                    issuer,
                    externalIssuer,
                    audience,
                    masterKeyFile,
                    environment,
                    maxBatchSize,
                    maxBodyBytes,
                    accessControlAllowOrigin,
                    traffic,
                    changes,
                    internalPort,
                    zone,
                    storeMemoryBytes,
                    canaryInterval,
                    memoryTierBytes,
                    changesKept,
                    tracing,
                    desk);
        }
    }
}
