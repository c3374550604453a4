package dev.partnercatalog.runtime;

import dev.partnercatalog.runtime.tracing.TracingSettings;

/**
 * How an instance is monitored.
 *
 * @param host of the internal address, for metrics and probes
 * @param internalPort of the internal address; 0 for a free one
 * @param tracing whether spans are recorded
 */
public record MonitoringSettings(String host, int internalPort, TracingSettings tracing) {

    public static final String DEFAULT_HOST = "127.0.0.1";

    /** Without spans. */
    public static final MonitoringSettings DEFAULT =
            new MonitoringSettings(DEFAULT_HOST, 0, TracingSettings.OFF);

    /** The same settings, with spans. */
    public MonitoringSettings traced(TracingSettings by) {
        return new MonitoringSettings(host, internalPort, by);
    }
}
