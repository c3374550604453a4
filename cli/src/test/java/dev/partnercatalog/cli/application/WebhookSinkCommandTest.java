package dev.partnercatalog.cli.application;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.runtime.GroupSettings;
import dev.partnercatalog.runtime.InstanceSettings;
import dev.partnercatalog.runtime.MonitoringSettings;
import dev.partnercatalog.webhook.WebhookSinkSettings;
import dev.partnercatalog.webhook.alert.AlertSettings;
import dev.partnercatalog.webhook.alert.AlertThresholds;
import dev.partnercatalog.webhook.reconcile.RemovalLimit;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WebhookSinkCommandTest {

    private final Path folder;
    private final ApplicationCommands commands;

    WebhookSinkCommandTest(@TempDir Path folder) {
        this.folder = folder;
        commands = new ApplicationCommands(folder);
    }

    @Test
    void webhook_sink_takes_its_settings_from_flags() {
        WebhookSinkSettings settings = commands.webhookSink(
                "--allow-private-webhooks",
                "--webhook-ports=443,9443",
                "--webhook-timeout-seconds=1",
                "--webhook-concurrency=2",
                "--webhook-total-concurrency=3",
                "--webhook-secret-overlap-hours=7",
                "--webhook-removal-hold-percent=60",
                "--webhook-removal-hold-records=70",
                "--threads=4",
                "--store-memory-mib=5",
                "--standbys=2",
                "--host=h",
                "--internal-port=8",
                "--state-dir=/s",
                "--alert-webhook-url=http://10.0.0.7/alerts",
                "--alert-webhook-secret-file=" + folder.resolve("alert.secret"),
                "--alert-failing-minutes=3",
                "--alert-suspension-hours=48");
        assertThat(settings)
                .isEqualTo(new WebhookSinkSettings(
                        settings.kafka(),
                        settings.registry(),
                        new WebhookSinkSettings.Secrets(commands.masterKey(), Duration.ofHours(7)),
                        new WebhookSinkSettings.Delivering(
                                true, Set.of(443, 9_443), Duration.ofSeconds(1), 2, 3, new RemovalLimit(60, 70)),
                        new AlertSettings(
                                URI.create("http://10.0.0.7/alerts"),
                                folder.resolve("alert.secret"),
                                new AlertThresholds(Duration.ofMinutes(3), Duration.ofHours(48))),
                        new InstanceSettings(
                                Path.of("/s"),
                                4,
                                5L << 20,
                                new GroupSettings(2, null),
                                new MonitoringSettings("h", 8))));
    }

    @Test
    void the_secret_of_alerts_is_made_at_the_first_start_and_kept() throws Exception {
        String alerts = "--alert-webhook-url=https://ops.example/hook";
        Path file = commands.masterKey().resolveSibling("alert-webhook.secret");
        commands.webhookSink();
        assertThat(file).doesNotExist();
        commands.webhookSink(alerts);
        String made = Files.readString(file);
        assertThat(made).startsWith("whsec_");
        commands.webhookSink(alerts);
        assertThat(Files.readString(file)).isEqualTo(made);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--alert-webhook-url=ftp://ops.example/hook",
                "--alert-webhook-url=https://user:word@ops.example/hook",
                "--alert-webhook-url=https://ops.example/hook --alert-webhook-secret-file=/dev/null"
            })
    void webhook_sink_does_not_start_with_alerts_that_can_not_work(String wrong) {
        commands.refusedWebhookSink(wrong.split(" ", -1));
    }

    @Test
    void webhook_sink_without_flags_runs_with_its_own_defaults_and_keeps_private_addresses_closed() {
        WebhookSinkSettings settings = commands.webhookSink();
        assertThat(settings)
                .isEqualTo(WebhookSinkSettings.of(
                        settings.kafka(),
                        settings.registry(),
                        settings.instance().stateDir(),
                        commands.masterKey()));
        assertThat(settings.delivering().allowPrivateAddresses()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"--allow-private-webhooks=true", "--allow-private-webhooks"})
    void a_flag_that_is_given_is_on(String flag) {
        assertThat(commands.webhookSink(flag).delivering().allowPrivateAddresses())
                .isTrue();
        assertThat(commands.webhookSink("--allow-private-webhooks=false")
                        .delivering()
                        .allowPrivateAddresses())
                .isFalse();
    }
}
