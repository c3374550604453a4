package dev.partnercatalog.cli.application;

import dev.partnercatalog.cli.options.InForm;
import dev.partnercatalog.cli.options.Range;
import dev.partnercatalog.operations.OperatorFault;
import dev.partnercatalog.webhook.alert.AlertSettings;
import dev.partnercatalog.webhook.alert.AlertThresholds;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where and when the operator is alerted to failing webhook endpoints. Mixed in. */
public final class AlertOptions {

    private static final int LAST_HOUR = 119;

    @Option(
            names = "--alert-webhook-url",
            paramLabel = "URL",
            converter = InForm.Url.class,
            defaultValue = "${env:CATALOG_ALERT_WEBHOOK_URL}",
            description = {
                "The operator's webhook for alerts about partners' endpoints that fail, are suspended or recover.",
                "http or https, at any address. $CATALOG_ALERT_WEBHOOK_URL, none by default"
            })
    private @Nullable URI url;

    @Option(
            names = "--alert-webhook-secret-file",
            paramLabel = "FILE",
            defaultValue = "${env:CATALOG_ALERT_WEBHOOK_SECRET_FILE}",
            description = {
                "File with the secret that signs these messages: whsec_ and base64; created on first use.",
                "$CATALOG_ALERT_WEBHOOK_SECRET_FILE, default " + AlertSettings.SECRET_FILE + " beside the master key"
            })
    private @Nullable Path secretFile;

    @Option(
            names = "--alert-failing-minutes",
            paramLabel = "N",
            defaultValue = "${env:CATALOG_ALERT_FAILING_MINUTES:-" + AlertThresholds.DEFAULT_FAILING_MINUTES + "}",
            description = "Minutes of nothing but failures before an alert is sent; 0: at the first failure.")
    @Range(min = 0)
    private int failingMinutes;

    @Option(
            names = "--alert-suspension-hours",
            paramLabel = "N",
            defaultValue = "${env:CATALOG_ALERT_SUSPENSION_HOURS:-" + AlertThresholds.DEFAULT_SUSPENSION_HOURS + "}",
            description =
                    "How many hours before an endpoint's suspension, which comes after five days, a warning is sent.")
    @Range(min = 1, max = LAST_HOUR)
    private int suspensionHours;

    /** Throws {@link OperatorFault} if the URL can't be used. */
    public AlertSettings settings() {
        try {
            return new AlertSettings(
                    url,
                    secretFile,
                    new AlertThresholds(Duration.ofMinutes(failingMinutes), Duration.ofHours(suspensionHours)));
        } catch (IllegalArgumentException e) {
            throw new OperatorFault("--alert-webhook-url: " + e.getMessage(), e);
        }
    }
}
