package dev.partnercatalog.runtime;

/**
 * How an instance is monitored.
 *
 * @param host of the internal address, for metrics and probes
 * @param internalPort of the internal address; 0 for a free one
 */
public record MonitoringSettings(String host, int internalPort) {

    public static final String DEFAULT_HOST = "127.0.0.1";

    public static final MonitoringSettings DEFAULT = new MonitoringSettings(DEFAULT_HOST, 0);
}
