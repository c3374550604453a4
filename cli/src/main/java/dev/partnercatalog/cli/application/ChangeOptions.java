package dev.partnercatalog.cli.application;

import dev.partnercatalog.cli.options.InForm;
import dev.partnercatalog.cli.options.Range;
import dev.partnercatalog.query.QueryApiSettings.ChangeSettings;
import java.time.Duration;
import java.util.Set;
import picocli.CommandLine.Option;

/** What partners may change through the query API. */
final class ChangeOptions {

    @Option(
            names = "--allow-private-webhooks",
            arity = "0..1",
            paramLabel = "true|false",
            fallbackValue = "true",
            defaultValue = "${env:CATALOG_ALLOW_PRIVATE_WEBHOOKS:-false}",
            description =
                    "Accept webhook URLs with private and loopback addresses and plain HTTP; set as for webhook-sink.")
    private boolean allowPrivateWebhooks;

    @Option(
            names = "--webhook-ports",
            paramLabel = "PORT",
            split = ",",
            converter = InForm.Port.class,
            defaultValue = "${env:CATALOG_WEBHOOK_PORTS}",
            description = {
                "Ports that webhooks may use, separated by commas; set as for webhook-sink.",
                "$CATALOG_WEBHOOK_PORTS, by default 443 and 8443, and every port with --allow-private-webhooks"
            })
    private Set<Integer> webhookPorts = Set.of();

    @Option(
            names = "--shared-customer-providers",
            paramLabel = "NAME",
            split = ",",
            defaultValue = "${env:CATALOG_SHARED_CUSTOMER_PROVIDERS:-" + ChangeSettings.DEFAULT_PROVIDERS + "}",
            description = "Point-of-sale providers whose customers partners may enable, separated by commas.")
    private Set<String> sharedCustomerProviders = Set.of();

    @Option(
            names = "--webhook-secret-overlap-hours",
            paramLabel = "N",
            defaultValue = "${env:CATALOG_WEBHOOK_SECRET_OVERLAP_HOURS:-" + ChangeSettings.DEFAULT_OVERLAP_HOURS + "}",
            description = "How long after a rotation the previous webhook secret also signs; set as for webhook-sink.")
    @Range(min = 0)
    private int webhookSecretOverlapHours;

    @Option(
            names = "--change-timeout-seconds",
            paramLabel = "N",
            defaultValue = "${env:CATALOG_CHANGE_TIMEOUT_SECONDS:-" + ChangeSettings.DEFAULT_TIMEOUT_SECONDS + "}",
            description = "How long to wait for the confirmation of a partner's change.")
    @Range(min = 1, max = 60)
    private int changeTimeoutSeconds;

    ChangeSettings settings() {
        return new ChangeSettings(
                allowPrivateWebhooks,
                webhookPorts,
                sharedCustomerProviders,
                Duration.ofHours(webhookSecretOverlapHours),
                Duration.ofSeconds(changeTimeoutSeconds));
    }
}
