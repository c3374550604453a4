package dev.partnercatalog.cli.application;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.runtime.GroupSettings;
import dev.partnercatalog.runtime.InstanceSettings;
import dev.partnercatalog.runtime.MonitoringSettings;
import dev.partnercatalog.webhook.WebhookSinkSettings;
import dev.partnercatalog.webhook.reconcile.ReconcilerContext.RemovalLimit;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WebhookSinkCommandTest {

    private final ApplicationCommands commands;

    WebhookSinkCommandTest(@TempDir Path folder) {
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
                "--state-dir=/s");
        assertThat(settings)
                .isEqualTo(new WebhookSinkSettings(
                        settings.kafka(),
                        settings.registry(),
                        new WebhookSinkSettings.Secrets(commands.masterKey(), Duration.ofHours(7)),
                        new WebhookSinkSettings.Delivering(
                                true, Set.of(443, 9_443), Duration.ofSeconds(1), 2, 3, new RemovalLimit(60, 70)),
                        new InstanceSettings(
                                Path.of("/s"),
                                4,
                                5L << 20,
                                new GroupSettings(2, null),
                                new MonitoringSettings("h", 8))));
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
