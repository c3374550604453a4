package dev.partnercatalog.cli.application;

import dev.partnercatalog.cli.options.ConnectionOptions;
import dev.partnercatalog.cli.options.DefaultPaths;
import dev.partnercatalog.cli.options.FormatConverter;
import dev.partnercatalog.cli.options.Range;
import dev.partnercatalog.runtime.GroupSettings;
import dev.partnercatalog.runtime.InstanceSettings;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.secret.MasterKey;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that all three applications have besides those of their connection. Mixed in. */
final class ApplicationOptions {

    private static final long MIB = 1L << 20;

    @Option(
            names = "--replication-factor",
            defaultValue = "-1",
            description = "Replication factor of created topics; -1 uses the brokers' default.")
    @Range(min = -1)
    private short replicationFactor;

    @Option(
            names = "--state-dir",
            paramLabel = "DIR",
            description =
                    "Folder of the local stores, of one instance; by default " + DefaultPaths.STATE_IN_WORDS + ".")
    private @Nullable Path stateDir;

    @Option(
            names = "--store-memory-mib",
            description = "Memory outside the heap for all stores together; the default depends on the application.")
    @Range(min = 1)
    private @Nullable Integer storeMemoryMib;

    @Option(
            names = "--zone",
            paramLabel = "NAME",
            description = "Where this instance runs, in the terms of the brokers' broker.rack.")
    private @Nullable String zone;

    @Option(
            names = "--host",
            paramLabel = "ADDR",
            defaultValue = InstanceSettings.DEFAULT_HOST,
            description = "Address to listen on; 0.0.0.0 for all, which requires --issuer at query-api.")
    String host = "";

    @Option(
            names = "--internal-port",
            defaultValue = "0",
            description = "Port for metrics and probes; 0 for a free one. Keep it off the public network.")
    @Range(min = 0, max = Range.MAX_PORT)
    int internalPort;

    /** Those of an application that divides its work into tasks, besides. Mixed in. */
    static final class InstanceOptions {

        @Mixin
        ApplicationOptions application = new ApplicationOptions();

        @Option(
                names = "--threads",
                description = "Number of tasks that run in parallel, by default one for each processor, at most 4.")
        @Range(min = 1)
        private @Nullable Integer threads;

        @Option(
                names = "--standbys",
                defaultValue = "" + GroupSettings.DEFAULT_STANDBYS,
                description = "Copies of each local store at other instances, which take over if an instance stops.")
        @Range(min = 0)
        private int standbys;

        /** For an application, with this memory if the operator says nothing else. */
        InstanceSettings settings(String name, long storeMemoryBytes) {
            return new InstanceSettings(
                    application.stateDir(name),
                    threads == null ? InstanceSettings.defaultThreads() : threads,
                    application.storeMemoryBytes(storeMemoryBytes),
                    new GroupSettings(standbys, application.zone),
                    application.host,
                    application.internalPort);
        }
    }

    KafkaSettings kafka(ConnectionOptions connection, int partitions) {
        return connection.kafka(partitions, replicationFactor);
    }

    Path stateDir(String application) {
        return stateDir == null ? DefaultPaths.state(application) : stateDir;
    }

    /** Throws {@link IllegalArgumentException} if the value is out of range. */
    @Nullable
    String zone() {
        return GroupSettings.requireZone(zone);
    }

    long storeMemoryBytes(long otherwise) {
        return storeMemoryMib == null ? otherwise : storeMemoryMib * MIB;
    }

    /** What query-api accepts of webhooks' settings and webhook-sink acts on, so both need the same values. Mixed in. */
    static final class WebhookOptions {

        @Option(
                names = "--allow-private-webhooks",
                arity = "0..1",
                paramLabel = "true|false",
                fallbackValue = "true",
                defaultValue = "false",
                description =
                        "Allow webhooks to private addresses and over plain HTTP; alike at query-api and webhook-sink.")
        boolean allowPrivate;

        @Option(
                names = "--webhook-ports",
                paramLabel = "PORT",
                split = ",",
                converter = FormatConverter.Port.class,
                description =
                        "Ports that webhooks may use, by default 443 and 8443; any with --allow-private-webhooks.")
        Set<Integer> ports = Set.of();

        @Option(
                names = "--webhook-secret-overlap-hours",
                defaultValue = "" + MasterKey.DEFAULT_OVERLAP_HOURS,
                description = "How long after a rotation a partner's previous webhook secret also signs.")
        @Range(min = 0)
        private int secretOverlapHours;

        Duration secretOverlap() {
            return Duration.ofHours(secretOverlapHours);
        }
    }

    /** The proxies in front of publicly reachable ports. Mixed in. */
    static final class ProxyOptions {

        @Option(
                names = "--trusted-proxies",
                paramLabel = "ADDR[,ADDR]",
                split = ",",
                description = "Addresses or ranges (10.0.0.0/8) of proxies whose X-Forwarded-For is trusted.")
        List<String> trusted = List.of();
    }
}
