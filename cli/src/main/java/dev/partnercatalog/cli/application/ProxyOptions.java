package dev.partnercatalog.cli.application;

import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The proxies in front of publicly reachable ports. Mixed in. */
final class ProxyOptions {

    @Option(
            names = "--trusted-proxies",
            paramLabel = "ADDR[,ADDR]",
            split = ",",
            defaultValue = "${env:CATALOG_TRUSTED_PROXIES}",
            description = "Addresses or ranges (10.0.0.0/8) of proxies whose X-Forwarded-For is trusted.")
    private @Nullable List<String> trusted;

    List<String> trusted() {
        return trusted == null ? List.of() : trusted;
    }
}
