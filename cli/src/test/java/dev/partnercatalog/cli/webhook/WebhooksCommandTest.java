package dev.partnercatalog.cli.webhook;

import static dev.partnercatalog.cli.webhook.WebhookTopicsInMemory.NOON;
import static dev.partnercatalog.cli.webhook.WebhookTopicsInMemory.URL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.cli.CommandRun;
import dev.partnercatalog.cli.output.LoggedChanges;
import dev.partnercatalog.cli.output.OperatorFault;
import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.events.AllowedFields;
import dev.partnercatalog.events.AllowedLocation;
import dev.partnercatalog.records.EndpointStatus;
import dev.partnercatalog.records.IsolatedRecord;
import dev.partnercatalog.records.PartnerCommand;
import dev.partnercatalog.records.ResyncScope;
import dev.partnercatalog.records.ScopedResync;
import dev.partnercatalog.records.WebhookControl;
import dev.partnercatalog.records.WebhookHeader;
import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.runtime.secret.StaticHeader;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WebhooksCommandTest {

    private static final AllowedCompany COMPANY = new AllowedCompany(
            "7",
            "Seven",
            "cova",
            "c-7",
            new AllowedFields(false, false, false, false),
            List.of(new AllowedLocation("70", "Seventy", "l-70")));

    @TempDir
    private Path folder = Path.of("");

    @AutoClose
    private final WebhookTopicsInMemory topics = new WebhookTopicsInMemory();

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

    @Test
    void status_tells_of_every_partner_what_goes_to_it_and_what_is_due() {
        topics.partner("a");
        topics.partner("b", false, WebhookControl.newBuilder().build());
        topics.partner("c", true, WebhookControl.newBuilder().setSuspended(true).build());
        topics.partner("d");
        topics.partner("e");
        topics.endpoint("d", URL, EndpointStatus.SUSPENDED);
        topics.endpoint("e", URL, EndpointStatus.BACKING_OFF);
        topics.backlog("e", 0, 3, NOON - 5_000);
        topics.backlog("e", 3, 4, NOON - 9_000);
        topics.backlog("e", 2, 0, null);

        assertThat(run("status").out().lines())
                .containsExactly(
                        "partner  webhook               reason               suspended since       failing since         next attempt          suspends at           last success          due  oldest due since",
                        "a        healthy               -                    -                     -                     -                     -                     -                     0    -",
                        "b        disabled              -                    -                     -                     -                     -                     -                     0    -",
                        "c        held by the operator  -                    -                     -                     -                     -                     -                     0    -",
                        "d        suspended             gone (status 410)    2026-01-01T11:30:00Z  2026-01-01T11:00:00Z  -                     -                     2026-01-01T10:59:59Z  0    -",
                        "e        backing off           failed (status 500)  -                     2026-01-01T11:00:00Z  2026-01-01T12:10:00Z  2026-01-06T11:00:00Z  2026-01-01T10:59:59Z  7    2026-01-01T11:59:51Z");
    }

    @Test
    void D37_status_names_the_records_that_were_not_accepted_alone() {
        topics.partner("a");
        topics.accepted("a", URL, NOON);
        topics.backlog(
                "a",
                0,
                9,
                NOON,
                8,
                List.of(new IsolatedRecord(7L, 70L, "4001", NOON - 60_000, 1, "refused (status 422)")),
                0);
        topics.backlog(
                "a",
                1,
                1,
                NOON,
                1,
                List.of(new IsolatedRecord(8L, 8L, "4002", NOON - 90_000, 14, "failed (status 500)")),
                0);

        assertThat(run("status", "a").out())
                .containsSubsequence(
                        "due:",
                        "10",
                        "oldest due since:",
                        "2026-01-01T12:00:00Z",
                        "not accepted even alone:",
                        "8/8/4002 since 2026-01-01T11:58:30Z (14 attempts, failed (status 500)),"
                                + " 7/70/4001 since 2026-01-01T11:59:00Z (1 attempt, refused (status 422)), …");
        assertThat(run("status", "--json").out().strip())
                .endsWith("\"isolated\":9,\"isolatedRecords\":["
                        + "{\"companyId\":8,\"locationId\":8,\"barcode\":\"4002\",\"since\":\"2026-01-01T11:58:30Z\","
                        + "\"attempts\":14,\"lastOutcome\":\"failed (status 500)\"},"
                        + "{\"companyId\":7,\"locationId\":70,\"barcode\":\"4001\",\"since\":\"2026-01-01T11:59:00Z\","
                        + "\"attempts\":1,\"lastOutcome\":\"refused (status 422)\"}]}");
    }

    @Test
    void status_says_how_many_removals_are_held_and_how_to_go_on() {
        topics.partner("a");
        topics.backlog("a", 0, 1_200, NOON, 0, List.of(), 1_150);
        topics.backlog("a", 1, 1_100, NOON, 0, List.of(), 1_100);

        assertThat(run("status", "a").out())
                .contains("2300")
                .contains(
                        "about 2250 removals are held,"
                                + " because most of what the partner has is not listed any more: if the catalog isn't published"
                                + " completely, publish it; if the removals are right, './catalog webhooks resume a' sends them");
        assertThat(run("status", "--json").out()).contains("\"heldRemovals\":2250", "webhooks resume a");
    }

    @Test
    void status_says_that_more_may_be_due_while_something_is_being_compared() {
        topics.partner("a");
        topics.backlog("a", 0, 3, NOON);
        topics.comparing("a", 1);

        assertThat(run("status", "a").out()).contains("due:", "4, and more is being compared");
        assertThat(run("status", "--json").out()).contains("\"due\":4,\"comparing\":true");
    }

    @Test
    void status_of_one_partner_tells_of_it_alone() {
        topics.partner("a");
        topics.partner("ab");
        topics.backlog("ab", 0, 3, NOON);

        assertThat(run("status", "a").out().lines()).containsExactly("partner:  a", "webhook:  healthy", "due:      0");
    }

    @Test
    void the_last_success_is_told_of_a_healthy_webhook_too_and_only_at_its_present_url() {
        topics.partner("a");
        topics.partner("b");
        topics.accepted("a", URL, NOON - 9_000);
        topics.accepted("a", URL, NOON - 5_000);
        topics.accepted("b", "https://elsewhere.example/", NOON - 5_000);
        assertThat(run("status").out().lines())
                .containsExactly(
                        "partner  webhook  last success          due",
                        "a        healthy  2026-01-01T11:59:56Z  0",
                        "b        healthy  -                     0");
    }

    @Test
    void json_is_one_object_a_line_and_never_shows_the_url() {
        topics.partner("d");
        topics.endpoint("d", URL, EndpointStatus.SUSPENDED);
        topics.backlog("d", 1, 2, NOON);

        assertThat(run("status", "--json").out().strip())
                .isEqualTo("{\"partnerId\":\"d\",\"state\":\"suspended\",\"reason\":\"gone (status 410)\","
                        + "\"since\":\"2026-01-01T11:30:00Z\",\"failingSince\":\"2026-01-01T11:00:00Z\","
                        + "\"lastSuccess\":\"2026-01-01T10:59:59Z\",\"due\":2,\"oldestDue\":\"2026-01-01T12:00:00Z\"}");
    }

    @Test
    void what_was_written_of_an_earlier_url_says_nothing_of_this_one() {
        topics.partner("d");
        topics.endpoint("d", "https://earlier.example/", EndpointStatus.SUSPENDED);

        assertThat(run("status").out().lines()).containsExactly("partner  webhook  due", "d        healthy  0");
    }

    @Test
    void what_can_not_be_read_is_named_and_the_rest_is_told() {
        topics.partner("a");
        topics.partner("b");
        topics.spoil(CatalogTopic.PARTNER_CONFIGS, "a");
        topics.spoil(CatalogTopic.WEBHOOK_ENDPOINTS, "b/1");
        topics.spoil(CatalogTopic.WEBHOOK_BACKLOGS, "b/0");
        CommandRun run = run("status");
        assertThat(run.out().lines()).containsExactly("partner  webhook  due", "b        healthy  0");
        assertThat(run.err())
                .contains(
                        "left out 3 records that can't be read",
                        "partner-configs",
                        "key a: ",
                        "webhook-endpoints",
                        "key b/0: ")
                .contains("a deletion of its key removes it");
        assertThat(run("status", "b").out()).contains("healthy");
    }

    @Test
    void D27_a_partner_without_a_client_is_shown_to_wait_for_one_and_resume_says_so_too() {
        topics.partnerWithoutClient("a", true, WebhookControl.newBuilder().build());
        topics.partnerWithoutClient("b", false, WebhookControl.newBuilder().build());
        topics.backlog("a", 0, 3, NOON);

        assertThat(run("status").out())
                .containsSubsequence(
                        "a        held until the partner has an API client",
                        "without a client, the partner has no secret to verify messages with: './catalog"
                                + " client create --partner-id a' creates one",
                        "b        disabled");
        assertThat(run("status", "--json", "a").out())
                .contains("\"state\":\"no-client\"", "\"reason\":\"without a client", "client create --partner-id a");
        assertThat(run("resume", "a").out()).contains("held until the partner has an API client");
    }

    @Test
    void a_catalog_without_partners_is_told() {
        CommandRun run = run("status");
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains("catalog: there is no partner");
    }

    @Test
    void D39_a_change_of_headers_is_logged_without_what_was_set() {
        topics.partner("p");
        try (LoggedChanges changes = new LoggedChanges()) {
            authentication("clear", "p");
            authentication("show", "p");
            assertThat(changes.lines()).containsExactly("webhooks authentication clear: p");
        }
    }

    @Test
    void D39_headers_leave_encrypted_and_are_printed_without_values() throws IOException {
        topics.partner("p");
        CommandRun run = set("X-Api-Key=" + file("key", "s3cret=header\n"), "X-Tenant=" + file("tenant", "7\r\n"));

        assertThat(run.out().strip())
                .isEqualTo("{\"partnerId\":\"p\",\"headers\":[{\"name\":\"X-Api-Key\"},{\"name\":\"X-Tenant\"}]}");
        WebhookControl control = topics.commands().get(0).getWebhookControl();
        assertThat(topics.commands().get(0).toString()).doesNotContain("s3cret");
        assertThat(StaticHeader.open(masterKey(), "p", control.getHeaders()))
                .containsExactly(new StaticHeader("X-Api-Key", "s3cret=header"), new StaticHeader("X-Tenant", "7"));
    }

    @Test
    void clear_removes_all_headers() throws IOException {
        topics.partner("p");
        set("X-Api-Key=" + file("key", "s3cret"));
        authentication("clear", "p");

        assertThat(topics.commands().get(1).getWebhookControl().getHeaders()).isEmpty();
    }

    @Test
    void show_prints_the_names_of_headers() {
        topics.partnerWithoutClient(
                "p",
                false,
                WebhookControl.newBuilder()
                        .setHeaders(List.of(new WebhookHeader("X-Api-Key", ByteBuffer.allocate(1))))
                        .build());

        assertThat(authentication("show", "p").out().strip())
                .isEqualTo("{\"partnerId\":\"p\",\"headers\":[{\"name\":\"X-Api-Key\"}]}");
        assertThat(authentication("show", "q").fault())
                .isInstanceOf(OperatorFault.class)
                .hasMessageStartingWith("there is no partner q");
    }

    @Test
    void headers_that_cannot_be_used_change_nothing_and_are_not_shown() throws IOException {
        CommandRun run = set("Host=" + file("host", "s3cret"), "X-A=" + file("a", "s3cret\ntwo lines"));

        assertThat(run.fault())
                .isInstanceOf(OperatorFault.class)
                .hasMessage(
                        "nothing was changed: headers: a name is reserved: only the sender itself may set this header;"
                                + " headers: a header must have a value of 1 to 4096 visible ASCII characters with"
                                + " spaces only between them");
        assertThat(topics.commands()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "set p",
                "set p --header X-Api-Key",
                "set p --header =file",
                "set p --header X-A=- --header X-B=-"
            })
    void headers_without_a_file_are_wrong_usage(String arguments) {
        CommandRun run = authentication((arguments + " --secrets " + masterKey().file()).split(" "));

        assertThat(run.err()).contains("Usage:");
        assertThat(topics.commands()).isEmpty();
    }

    private CommandRun set(String... headers) {
        List<String> arguments = new ArrayList<>(List.of("set", "p", "--secrets"));
        arguments.add(masterKey().file().toString());
        for (String header : headers) {
            arguments.addAll(List.of("--header", header));
        }
        return authentication(arguments.toArray(String[]::new));
    }

    private String file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    private MasterKey masterKey() {
        return MasterKey.loadOrCreate(folder.resolve("master.key"));
    }

    private CommandRun authentication(String... arguments) {
        return run(
                Stream.concat(Stream.of("authentication"), Stream.of(arguments)).toArray(String[]::new));
    }

    private CommandRun run(String... arguments) {
        return topics.run(new WebhooksCommand(), arguments);
    }
}
