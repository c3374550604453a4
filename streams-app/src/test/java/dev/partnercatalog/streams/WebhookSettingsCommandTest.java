package dev.partnercatalog.streams;

import static dev.partnercatalog.streams.CommandedRegistry.code;
import static dev.partnercatalog.streams.CommandedRegistry.config;
import static dev.partnercatalog.streams.Partners.named;
import static dev.partnercatalog.streams.Partners.partner;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.records.ConfigureAuthentication;
import dev.partnercatalog.records.ConfigureWebhook;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.RefusalCode;
import dev.partnercatalog.records.UpdatePartner;
import dev.partnercatalog.records.WebhookAction;
import dev.partnercatalog.records.WebhookAuthentication;
import dev.partnercatalog.records.WebhookControl;
import dev.partnercatalog.records.WebhookSettings;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("D24: settings of the webhook")
class WebhookSettingsCommandTest {

    @AutoClose
    private final CommandedRegistry registry = new CommandedRegistry();

    private final WebhookSettings narrow = WebhookSettings.newBuilder()
            .setFields(List.of("name", "thc"))
            .setVariantTypes(List.of("Flower", ""))
            .setRecordsPerMessage(10)
            .setSecondsBetweenMessages(60)
            .setChangedFields(true)
            .build();

    @Test
    void replace_the_current_ones_and_change_neither_the_partner_nor_what_was_requested_of_the_webhook() {
        PartnerConfig before = registry.publish(partner());
        PartnerConfig pinged = config(registry.send(WebhookAction.PING));
        PartnerConfig after = config(registry.send(new ConfigureWebhook(narrow)));

        assertThat(after)
                .isEqualTo(PartnerConfig.newBuilder(pinged)
                        .setRevision(after.getRevision())
                        .setWebhookControl(WebhookControl.newBuilder(pinged.getWebhookControl())
                                .setSettings(narrow)
                                .setSettingsRevision(1)
                                .build())
                        .build());
        assertThat(after.getRevision()).isGreaterThan(pinged.getRevision());
        assertThat(after.getPartnerRevision()).isEqualTo(before.getPartnerRevision());
        assertThat(registry.configs().readValuesToList()).last().isEqualTo(after);
    }

    @Test
    void that_are_current_already_write_nothing_and_keep_the_revision() {
        registry.publish(partner());
        PartnerConfig once = config(registry.send(new ConfigureWebhook(narrow)));
        registry.configs().readValuesToList();
        assertThat(config(registry.send(
                        new ConfigureWebhook(WebhookSettings.newBuilder(narrow).build()))))
                .isEqualTo(once);
        assertThat(registry.configs().isEmpty()).isTrue();
    }

    @Test
    void are_changed_on_a_condition_on_themselves_and_not_on_the_partner() {
        long partner = registry.publish(partner()).getPartnerRevision() + 7;
        registry.send(new UpdatePartner(named("x")));
        assertThat(code(registry.send(new ConfigureWebhook(narrow), List.of(partner))))
                .isEqualTo(RefusalCode.PRECONDITION_FAILED);
        assertThat(registry.send(new ConfigureWebhook(narrow), List.of(0L)).getRefusal())
                .isNull();
        assertThat(code(registry.send(
                        new ConfigureWebhook(WebhookSettings.newBuilder().build()), List.of(0L))))
                .isEqualTo(RefusalCode.PRECONDITION_FAILED);
    }

    @Test
    void start_over_with_a_partner_that_is_deleted_and_comes_back_and_nothing_else_does() {
        registry.publish(partner());
        registry.send(WebhookAction.ROTATE_SECRET);
        WebhookControl before =
                config(registry.send(new ConfigureWebhook(narrow))).getWebhookControl();
        registry.configs().readValuesToList();
        assertThat(registry.publish(named("x")).getWebhookControl()).isEqualTo(before);
        registry.delete();
        assertThat(registry.publish(partner()).getWebhookControl())
                .isEqualTo(WebhookControl.newBuilder(before)
                        .setSettings(WebhookSettings.newBuilder().build())
                        .setSettingsRevision(2)
                        .build());
        assertThat(code(registry.send(new ConfigureWebhook(narrow), List.of(1L))))
                .isEqualTo(RefusalCode.PRECONDITION_FAILED);
    }

    @Test
    void are_kept_when_credentials_change_and_credentials_too_start_over_with_a_new_partner() {
        registry.publish(partner());
        registry.send(new ConfigureWebhook(narrow));
        WebhookAuthentication ed25519 =
                WebhookAuthentication.newBuilder().setEd25519(true).build();
        PartnerConfig after = config(registry.send(new ConfigureAuthentication(List.of(), ed25519, true)));

        assertThat(after.getWebhookControl().getAuthentication()).isEqualTo(ed25519);
        assertThat(after.getWebhookControl().getSettings()).isEqualTo(narrow);
        assertThat(registry.configs().readValuesToList()).last().isEqualTo(after);
        registry.delete();
        WebhookControl anew = registry.publish(partner()).getWebhookControl();
        assertThat(anew.getAuthentication())
                .isEqualTo(WebhookAuthentication.newBuilder().build());
        assertThat(anew.getKeyGeneration()).isEqualTo(1);
    }

    @Test
    void of_an_unknown_partner_are_refused() {
        assertThat(code(registry.send(new ConfigureWebhook(narrow)))).isEqualTo(RefusalCode.NOT_FOUND);
    }
}
