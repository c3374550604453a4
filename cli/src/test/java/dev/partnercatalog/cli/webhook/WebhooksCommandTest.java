package dev.partnercatalog.cli.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.cli.CommandRun;
import dev.partnercatalog.cli.output.LoggedChanges;
import dev.partnercatalog.cli.output.OperatorFault;
import dev.partnercatalog.records.ControlWebhook;
import dev.partnercatalog.records.PartnerCommand;
import dev.partnercatalog.records.Refusal;
import dev.partnercatalog.records.RefusalCode;
import dev.partnercatalog.records.ResyncScope;
import dev.partnercatalog.records.WebhookAction;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WebhooksCommandTest {

    private final WebhookTopicsInMemory topics = new WebhookTopicsInMemory();

    @AfterEach
    void stop() {
        topics.close();
    }

    @Test
    void each_change_is_logged_with_what_it_was_done_to() {
        topics.partner("p");
        try (LoggedChanges changes = new LoggedChanges()) {
            run("suspend", "p");
            run("resume", "p");
            run("resync", "p");
            run("resync", "p", "--company=7", "--location=70", "--barcode=b");
            topics.refuse(new Refusal(RefusalCode.NOT_FOUND, List.of()));
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
    void suspend_and_resume_send_a_command_and_wait_for_its_result() {
        topics.partner("p");
        CommandRun suspended = run("suspend", "p");
        assertThat(suspended.out()).contains("partner p is held", "webhooks resume p");
        assertThat(suspended.fault()).isNull();
        CommandRun resumed = run("resume", "p");
        assertThat(resumed.out()).contains("partner:", "p", "webhook:", "healthy");
        assertThat(resumed.fault()).isNull();

        assertThat(topics.commands())
                .extracting(PartnerCommand::getChange)
                .containsExactly(
                        new ControlWebhook(WebhookAction.SUSPEND, null),
                        new ControlWebhook(WebhookAction.RELEASE, null));
        assertThat(topics.commands()).extracting(PartnerCommand::getCommandId).doesNotHaveDuplicates();
        assertThat(topics.commands()).extracting(PartnerCommand::getPartnerId).containsOnly("p");
    }

    @Test
    void an_answer_that_can_not_be_read_is_no_answer_and_the_right_one_is_waited_for() {
        topics.partner("p");
        topics.spoilAnswers();
        CommandRun run = run("resume", "p");
        assertThat(run.out()).contains("partner:", "p", "webhook:", "healthy");
        assertThat(run.fault()).isNull();
    }

    @Test
    void D32_resync_asks_for_everything_or_for_a_part() {
        CommandRun everything = run("resync", "p");
        assertThat(everything.out()).contains("resync of partner p was requested", "webhooks status p");
        assertThat(everything.fault()).isNull();
        assertThat(run("resync", "p", "--company=1").fault()).isNull();
        assertThat(run("resync", "p", "--company=1", "--location=11", "--barcode=b")
                        .fault())
                .isNull();

        assertThat(topics.commands())
                .extracting(PartnerCommand::getChange)
                .containsExactly(
                        new ControlWebhook(WebhookAction.RESYNC, null),
                        new ControlWebhook(WebhookAction.RESYNC, new ResyncScope(1L, null, null)),
                        new ControlWebhook(WebhookAction.RESYNC, new ResyncScope(1L, 11L, "b")));
    }

    @Test
    void a_refusal_is_told() {
        topics.refuse(new Refusal(RefusalCode.NOT_FOUND, List.of()));

        CommandRun run = run("suspend", "nobody");

        assertThat(run.out()).isEmpty();
        assertThat(run.fault()).isInstanceOf(OperatorFault.class).hasMessageContaining("no partner nobody");
    }

    private CommandRun run(String... arguments) {
        return CommandRun.of(new WebhooksCommand(connection -> topics.webhooks()), arguments);
    }
}
