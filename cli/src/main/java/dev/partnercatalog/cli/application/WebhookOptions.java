package dev.partnercatalog.cli.application;

import dev.partnercatalog.cli.options.InForm;
import dev.partnercatalog.cli.options.Range;
import dev.partnercatalog.query.QueryApiSettings.ChangeSettings;
import java.time.Duration;
import java.util.Set;
import picocli.CommandLine.Option;

/** What query-api accepts of webhooks' settings and webhook-sink acts on, so both need the same values. Mixed in. */
final class WebhookOptions {

    @Option(
            names = "--allow-private-webhooks",
            arity = "0..1",
            paramLabel = "true|false",
            fallbackValue = "true",
            defaultValue = "${env:CATALOG_ALLOW_PRIVATE_WEBHOOKS:-false}",
            description =
                    "Allow webhooks to private and loopback addresses and over plain HTTP, for test machines. Set it, the ports and"
                            + " the overlap alike at query-api and webhook-sink.")
    private boolean allowPrivate;

    @Option(
            names = "--webhook-ports",
            paramLabel = "PORT",
            split = ",",
            converter = InForm.Port.class,
            defaultValue = "${env:CATALOG_WEBHOOK_PORTS}",
            description = {
                "Ports that webhooks may use, separated by commas.",
                "$CATALOG_WEBHOOK_PORTS, by default 443 and 8443, and every port with --allow-private-webhooks"
            })
    private Set<Integer> ports = Set.of();

    @Option(
            names = "--webhook-secret-overlap-hours",
            paramLabel = "N",
            defaultValue = "${env:CATALOG_WEBHOOK_SECRET_OVERLAP_HOURS:-" + ChangeSettings.DEFAULT_OVERLAP_HOURS + "}",
            description = "How long after a rotation a partner's previous webhook secret also signs.")
    @Range(min = 0)
    private int secretOverlapHours;

    boolean allowPrivate() {
        return allowPrivate;
    }

    Set<Integer> ports() {
        return ports;
    }

    Duration secretOverlap() {
        return Duration.ofHours(secretOverlapHours);
    }
}
