package dev.partnercatalog.cli.application;

import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which proxies stand in front of what strangers reach. Mixed in. */
final class ProxyOptions {

    @Option(
            names = "--trusted-proxies",
            paramLabel = "ADDR[,ADDR]",
            split = ",",
            defaultValue = "${env:CATALOG_TRUSTED_PROXIES}",
            description = {
                "Addresses or ranges (10.0.0.0/8) of proxies whose X-Forwarded-For is believed.",
                "$CATALOG_TRUSTED_PROXIES, by default none"
            })
    private @Nullable List<String> trusted;

    List<String> trusted() {
        return trusted == null ? List.of() : trusted;
    }
}
