package dev.partnercatalog.cli.application;

import dev.partnercatalog.cli.options.Range;
import dev.partnercatalog.runtime.GroupSettings;
import dev.partnercatalog.runtime.InstanceSettings;
import dev.partnercatalog.runtime.MonitoringSettings;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of an application that divides its work into tasks, besides those of its connection. Mixed in. */
final class InstanceOptions {

    @Mixin
    private ApplicationOptions application = new ApplicationOptions();

    @Option(
            names = "--threads",
            paramLabel = "N",
            defaultValue = "${env:CATALOG_THREADS}",
            description = {
                "Number of tasks that run in parallel.",
                "$CATALOG_THREADS, default one for each processor, at most 4"
            })
    @Range(min = 1)
    private @Nullable Integer threads;

    @Option(
            names = "--standbys",
            paramLabel = "N",
            defaultValue = "${env:CATALOG_STANDBYS:-" + GroupSettings.DEFAULT_STANDBYS + "}",
            description = "Copies of each local store at other instances, which take over if an instance stops.")
    @Range(min = 0)
    private int standbys;

    @Option(
            names = "--host",
            paramLabel = "ADDR",
            defaultValue = "${env:CATALOG_HOST:-" + MonitoringSettings.DEFAULT_HOST + "}",
            description = "Address to listen on for metrics and probes; 0.0.0.0 for all.")
    private String host = "";

    @Option(
            names = "--internal-port",
            paramLabel = "PORT",
            defaultValue = "${env:CATALOG_INTERNAL_PORT:-0}",
            description = "Port for metrics and probes; 0 for a free one. Keep it off the public network.")
    @Range(min = 0, max = Range.MAX_PORT)
    private int internalPort;

    ApplicationOptions application() {
        return application;
    }

    /**
     * The settings; throws {@link IllegalArgumentException} if one is out of range.
     *
     * @param name of the application
     * @param storeMemoryBytes if the operator says nothing else
     */
    InstanceSettings settings(String name, long storeMemoryBytes) {
        return new InstanceSettings(
                application.stateDir(name),
                threads == null ? InstanceSettings.defaultThreads() : threads,
                application.storeMemoryBytes(storeMemoryBytes),
                new GroupSettings(standbys, application.zone()),
                new MonitoringSettings(host, internalPort));
    }

    /** Logs the internal address, which includes the port if a free one was chosen. */
    static void tell(URI address) {
        LoggerFactory.getLogger(InstanceOptions.class).info("metrics and probes are at {}", address);
    }
}
