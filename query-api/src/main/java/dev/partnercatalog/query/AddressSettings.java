package dev.partnercatalog.query;

import dev.partnercatalog.runtime.MonitoringSettings;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * Where the query API listens. A port of 0 is a free one.
 *
 * @param apiPort of the API
 * @param authPort of the token endpoint
 * @param internalPort of metrics and probes
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
        return new AddressSettings(MonitoringSettings.DEFAULT_HOST, apiPort, authPort, 0, null);
    }
}
