package dev.partnercatalog.webhook.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.records.WebhookControl;
import dev.partnercatalog.runtime.secret.MasterKey;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SigningSecretsTest {

    private final ManualClock clock = new ManualClock();
    private final WebhookControl control = WebhookControl.newBuilder().build();
    private final MasterKey masterKey;

    SigningSecretsTest(@TempDir Path folder) {
        masterKey = MasterKey.loadOrCreate(folder.resolve("master.key"));
    }

    @Test
    @DisplayName("D27: the first secret signs alone")
    void the_first_secret_signs_alone() {
        assertThat(secrets()).containsExactly(masterKey.webhookSecret("p", 0));
    }

    @Test
    @DisplayName("D27: for a day after a rotation the previous secret also signs, and then no longer")
    void for_a_day_both_sign() {
        control.setSecretGeneration(3);
        control.setSecretRotatedAt(clock.millis());

        assertThat(secrets()).containsExactly(masterKey.webhookSecret("p", 3), masterKey.webhookSecret("p", 2));
        clock.pass(Duration.ofHours(24).minusMillis(1));
        assertThat(secrets()).hasSize(2);
        clock.pass(Duration.ofMillis(1));
        assertThat(secrets()).containsExactly(masterKey.webhookSecret("p", 3));
    }

    private List<String> secrets() {
        return EndpointSettings.of(new Endpoint("p", "https://p.example/"), control, true)
                .secrets(masterKey, Duration.ofHours(24), clock.instant());
    }
}
