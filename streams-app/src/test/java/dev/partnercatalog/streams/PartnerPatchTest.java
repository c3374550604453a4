package dev.partnercatalog.streams;

import static dev.partnercatalog.streams.CommandedRegistry.code;
import static dev.partnercatalog.streams.CommandedRegistry.config;
import static dev.partnercatalog.streams.Partners.partner;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.events.Partner;
import dev.partnercatalog.events.WebhookSetting;
import dev.partnercatalog.records.PartnerCommandResult;
import dev.partnercatalog.records.PatchPartner;
import dev.partnercatalog.records.RefusalCode;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("D34: a patch by the partner itself")
class PartnerPatchTest {

    @AutoClose
    private final CommandedRegistry registry = new CommandedRegistry();

    @Test
    void changes_what_it_contains_of_the_newest_state() {
        registry.publish(partner());
        registry.send(new PatchPartner("New name", null, null, "https://a.example"));
        PartnerCommandResult result = registry.send(new PatchPartner(null, null, true, null));

        Partner after = Partner.newBuilder(partner())
                .setPartnerName("New name")
                .setWebhook(new WebhookSetting(true, "https://a.example"))
                .build();
        assertThat(config(result).getPartner()).isEqualTo(after);
    }

    @Test
    void may_disable_the_partner_which_only_the_operator_can_undo() {
        registry.publish(partner());
        assertThat(config(registry.send(new PatchPartner(null, false, null, null)))
                        .getPartner()
                        .getEnabled())
                .isFalse();
        PartnerCommandResult enabled = registry.send(new PatchPartner("x", true, null, null));
        assertThat(code(enabled)).isEqualTo(RefusalCode.CHANGE_NOT_ALLOWED);
        assertThat(enabled.getRefusal().getViolations().get(0).getField()).isEqualTo("enabled");
        assertThat(config(enabled).getPartner().getPartnerName())
                .isEqualTo(partner().getPartnerName());
    }

    @Test
    void that_changes_nothing_or_comes_too_late_keeps_the_revision() {
        long revision = registry.publish(partner()).getPartnerRevision();
        assertThat(config(registry.send(new PatchPartner(null, true, null, null)))
                        .getPartnerRevision())
                .isEqualTo(revision);
        assertThat(code(registry.send(new PatchPartner("x", null, null, null), List.of(revision - 1))))
                .isEqualTo(RefusalCode.PRECONDITION_FAILED);
    }
}
