package dev.partnercatalog.query;

import dev.partnercatalog.query.access.ExternalIssuer;
import dev.partnercatalog.query.table.Retention;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.tracing.TracingSettings;
import dev.partnercatalog.schemas.registry.RegistrySettings;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The settings of the query API. {@link #builder} starts with the defaults of all that need no thought.
 *
 * @param registry the schema registry
 * @param stateDir where tables are kept over restarts; no two instances may share it
 * @param host to listen on
 * @param apiPort of the API; 0 for a free one
 * @param authPort of the token endpoint; 0 for a free one
 * @param baseUrl the API's public address, which its documents name, without a slash at its end. Null: {@code
 *     http://host:apiPort}
 * @param issuer the token endpoint's public address, which tokens name, without a slash at its end. All instances must
 *     agree on it, and it must last as long as tokens do. Null: {@code http://host:authPort}
 * @param externalIssuer whose tokens are taken instead of our own; then there is no token endpoint. Null: none
 * @param audience which tokens are for
 * @param masterKeyFile the operator's master key, which must exist
 * @param maxBatchSize identifiers in one batch (D12)
 * @param maxBodyBytes of a request (D20)
 * @param accessControlAllowOrigin the header of that name (D21)
 * @param traffic that this instance takes
 * @param internalPort of metrics and probes; 0 for a free one
 * @param zone where this instance runs, as the brokers' {@code broker.rack} has it. Null: nobody knows
 * @param threads that fill the tables
 * @param storeMemoryBytes outside the heap, for the tables' read cache and write buffers
 * @param canaryInterval at which events of no product are published, whose arrival is measured; zero: never
 * @param memoryTierBytes of the heap, for variants that are answered without a store; 0 for none
 * @param changesKept for how long it is known what was removed, and cursors for changes are good
 * @param tracing whether spans are recorded
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
        int threads,
        long storeMemoryBytes,
        Duration canaryInterval,
        long memoryTierBytes,
        Duration changesKept,
        TracingSettings tracing) {

    public static final String DEFAULT_HOST = "127.0.0.1";
    public static final int DEFAULT_API_PORT = 8080;
    public static final int DEFAULT_AUTH_PORT = 8081;
    public static final String DEFAULT_AUDIENCE = "partner-catalog";
    public static final int DEFAULT_MAX_BATCH_SIZE = 1_000;
    public static final long DEFAULT_MAX_BODY_BYTES = 1L << 20;
    public static final String DEFAULT_ACCESS_CONTROL_ALLOW_ORIGIN = "*";

    /** Tasks that move between threads can't be read meanwhile, and one thread fills tables faster than they change. */
    public static final int DEFAULT_THREADS = 1;

    public static final long DEFAULT_STORE_MEMORY_BYTES = 256L << 20;

    /** Room for 280,000 to 480,000 entries. */
    public static final long DEFAULT_MEMORY_TIER_BYTES = 768L << 20;

    /** More than this a request may never have. */
    public static final long MOST_BODY_BYTES = 64L << 20;

    public QueryApiSettings {
        if (maxBatchSize < 1) {
            throw new IllegalArgumentException("maxBatchSize " + maxBatchSize + " is out of range: at least 1");
        }
        if (maxBodyBytes < 1 || maxBodyBytes > MOST_BODY_BYTES) {
            throw new IllegalArgumentException(
                    "maxBodyBytes " + maxBodyBytes + " is out of range: 1 to " + MOST_BODY_BYTES);
        }
        if (threads < 1) {
            throw new IllegalArgumentException("threads " + threads + " is out of range: at least 1");
        }
        if (changesKept.isNegative() || changesKept.isZero()) {
            throw new IllegalArgumentException("changesKept " + changesKept + " is out of range: more than nothing");
        }
        if (memoryTierBytes < 0 || memoryTierBytes > mostMemoryTierBytes()) {
            throw new IllegalArgumentException(
                    "memoryTierBytes " + memoryTierBytes + " is out of range: 0 to " + mostMemoryTierBytes());
        }
    }

    /** Three quarters of the heap: the rest of the application needs some, too. */
    public static long mostMemoryTierBytes() {
        return Runtime.getRuntime().maxMemory() / 4 * 3;
    }

    /** {@link #DEFAULT_MEMORY_TIER_BYTES}, or half of the heap where that is less. */
    public static long defaultMemoryTierBytes() {
        return Math.min(DEFAULT_MEMORY_TIER_BYTES, Runtime.getRuntime().maxMemory() / 2);
    }

    /** A builder that holds the defaults of everything else. */
    public static Builder builder(KafkaSettings kafka, URI registry, Path stateDir, Path masterKeyFile) {
        return builder(kafka, RegistrySettings.at(registry), stateDir, masterKeyFile);
    }

    /** As the other, with a registry that may ask who we are. */
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
        private int threads = DEFAULT_THREADS;
        private long storeMemoryBytes = DEFAULT_STORE_MEMORY_BYTES;
        private Duration canaryInterval = Duration.ZERO;
        private long memoryTierBytes = defaultMemoryTierBytes();
        private Duration changesKept = Retention.DEFAULT;
        private TracingSettings tracing = TracingSettings.OFF;

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

        public Builder threads(int value) {
            threads = value;
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

        /** Throws {@link IllegalArgumentException} where a setting is out of range. */
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
                    threads,
                    storeMemoryBytes,
                    canaryInterval,
                    memoryTierBytes,
                    changesKept,
                    tracing);
        }
    }
}
