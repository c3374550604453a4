package dev.partnercatalog.cli.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.cli.CommandRun;
import dev.partnercatalog.cli.output.LoggedChanges;
import dev.partnercatalog.cli.output.OperatorFault;
import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.events.AllowedFields;
import dev.partnercatalog.events.AllowedLocation;
import dev.partnercatalog.records.PartnerCommand;
import dev.partnercatalog.records.ResyncScope;
import dev.partnercatalog.records.ScopedResync;
import dev.partnercatalog.records.WebhookControl;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WebhooksCommandTest {

    private static final AllowedCompany COMPANY = new AllowedCompany(
            "7",
            "Seven",
            "cova",
            "c-7",
            new AllowedFields(false, false, false, false),
            List.of(new AllowedLocation("70", "Seventy", "l-70")));

    private final WebhookTopicsInMemory topics = new WebhookTopicsInMemory();

    @AfterEach
    void stop() {
        topics.close();
    }

    @Test
    void each_change_is_logged_with_what_it_was_done_to() {
        topics.partner("p", COMPANY);
        try (LoggedChanges changes = new LoggedChanges()) {
            run("suspend", "p");
            run("resume", "p");
            run("resync", "p");
            run("resync", "p", "--company=7", "--location=70", "--barcode=b");
            run("resume", "nobody");
            run("status");
            assertThat(changes.lines())
                    .containsExactly(
                            "webhooks suspend: p",
                            "webhooks resume: p",
                            "webhooks resync: p, everything",
                            "webhooks resync: p, company 7, location 70, barcode b");
        }
    }

    @Test
    void suspend_and_resume_send_a_command_and_wait_for_what_it_makes() {
        topics.partner("p");
        CommandRun suspended = run("suspend", "p");
        assertThat(suspended.out()).contains("partner p is held", "webhooks resume p");
        assertThat(suspended.fault()).isNull();
        CommandRun resumed = run("resume", "p");
        assertThat(resumed.out()).contains("partner:", "p", "webhook:", "healthy");
        assertThat(resumed.fault()).isNull();

        assertThat(topics.commands())
                .extracting(PartnerCommand::getWebhookControl)
                .containsExactly(
                        WebhookControl.newBuilder().setSuspended(true).build(),
                        WebhookControl.newBuilder().setResumes(1).setReleases(1).build());
        assertThat(topics.commands()).extracting(PartnerCommand::getCommandId).doesNotHaveDuplicates();
        assertThat(topics.commands()).extracting(PartnerCommand::getPartnerId).containsOnly("p");
        assertThat(topics.commands()).extracting(PartnerCommand::getMadeFrom).containsExactly(1L, 2L);
    }

    @Test
    void D18_a_change_that_came_too_late_is_made_again_from_what_came_first() {
        topics.partner("p");
        topics.comeFirst();
        CommandRun run = run("ping", "p");
        assertThat(run.fault()).isNull();
        assertThat(topics.commands())
                .extracting(command -> command.getWebhookControl().getPings())
                .containsExactly(1L, 2L);
    }

    @Test
    void D32_resync_asks_for_everything_or_for_a_part() {
        topics.partner("p", COMPANY);
        CommandRun everything = run("resync", "p");
        assertThat(everything.out()).contains("resync of partner p was requested", "webhooks status p");
        assertThat(everything.fault()).isNull();
        assertThat(run("resync", "p", "--company=7").fault()).isNull();
        assertThat(run("resync", "p", "--company=7", "--location=70", "--barcode=b")
                        .fault())
                .isNull();
        assertThat(run("resync", "p", "--company=8").fault())
                .hasMessage("nothing was changed of partner p: CHANGE_NOT_ALLOWED, companyId 8 is not one of the"
                        + " partner's companies");

        assertThat(topics.commands())
                .extracting(command -> command.getWebhookControl().getResyncs())
                .containsExactly(1L, 1L, 1L);
        assertThat(topics.commands().get(2).getWebhookControl().getScopedResyncs())
                .containsExactly(
                        new ScopedResync(1L, new ResyncScope(7L, null, null)),
                        new ScopedResync(2L, new ResyncScope(7L, 70L, "b")));
    }

    @Test
    void a_partner_that_does_not_exist_is_told() {
        CommandRun run = run("suspend", "nobody");

        assertThat(run.out()).isEmpty();
        assertThat(run.fault()).isInstanceOf(OperatorFault.class).hasMessageContaining("no partner nobody");
        assertThat(topics.commands()).isEmpty();
    }

    private CommandRun run(String... arguments) {
        return topics.run(new WebhooksCommand(), arguments);
    }
}
