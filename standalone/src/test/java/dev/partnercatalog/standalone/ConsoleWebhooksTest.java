package dev.partnercatalog.standalone;

import static dev.partnercatalog.standalone.CompanyEvents.listing;
import static dev.partnercatalog.standalone.CompanyEvents.partner;
import static dev.partnercatalog.standalone.CompanyEvents.product;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.standalone.SignedEndpoint.Reaction;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A partner's webhook on the operators' console. */
@ExtendWith(CatalogExtension.class)
class ConsoleWebhooksTest {

    private static final Duration SOON = Duration.ofMinutes(3);

    private final RunningConsole console;
    private final ConsoleClient visitor;

    ConsoleWebhooksTest(RunningConsole console) {
        this.console = console;
        visitor = console.visitor();
    }

    @Test
    void a_receiver_that_breaks_is_seen_and_the_webhook_resumed_resynced_and_pinged(CatalogAddresses catalog)
            throws Exception {
        AtomicReference<Reaction> reaction = new AtomicReference<>(Reaction.GONE);
        try (RawReceiver receiver = RawReceiver.start(catalog.webhookSecret("console-hook"), reaction::get)) {
            String url = receiver.url() + "secret-path?key=secret";
            catalog.client("console-hook");
            catalog.publish(CatalogTopic.PARTNERS, partner("console-hook", url, 7_510));
            catalog.publish(CatalogTopic.BPD_VARIANTS, product("console-2", "n"));
            catalog.publish(CatalogTopic.LISTINGS, listing(7_510, "c-2", "console-2"));
            ConsoleClient operator = console.operator();
            await().atMost(SOON).untilAsserted(() -> {
                assertThat(operator.page("/partners/console-hook"))
                        .contains("suspended</span>", "failed</span>", "410", "<svg", "API clients", "Company 7510, c")
                        .doesNotContain("whsec_");
                assertThat(visitor.page("/")).contains("<a href=\"/partners/console-hook\">");
                assertThat(visitor.page("/partners")).contains("<a href=\"/partners/console-hook\">");
            });

            reaction.set(Reaction.TAKE);
            assertThat(operator.submit("/partners/console-hook/resume")).contains("The webhook is healthy.");
            await().atMost(SOON)
                    .untilAsserted(() -> assertThat(operator.page("/partners/console-hook"))
                            .contains(
                                    "healthy</span>",
                                    "<dt>Due</dt><dd>0</dd>",
                                    ">ping</span></td>",
                                    "accepted</span>"));
            int before = accepted(operator);
            assertThat(operator.page("/partners/console-hook/resync?company=7510&location=7511&barcode=console-2"))
                    .contains("barcode console-2 at location 7511 of company 7510", ": at most 1 record.");
            assertThat(operator.page("/partners/console-hook/resync?company=7510&location=7511&barcode=none"))
                    .contains("none of it is listed");
            assertThat(operator.page("/partners/console-hook/resync")).contains("sends everything");
            for (String wrong : List.of("location=1", "company=7510&barcode=x", "company=x")) {
                HttpResponse<String> again = operator.get("/partners/console-hook/resync?" + wrong);
                assertThat(again.statusCode()).as(wrong).isEqualTo(400);
                assertThat(again.body()).as(wrong).contains("aria-invalid=\"true\"", "class=\"fault\"");
            }
            HttpResponse<String> again =
                    operator.postSigned("/partners/console-hook/client-create", "client-id", "a b");
            assertThat(again.statusCode()).isEqualTo(400);
            assertThat(again.body()).contains("&#39;a b&#39; is invalid: expected 1 to 64 characters", "value=\"a b\"");
            assertThat(visitor.page("/partners/console-hook/resync")).doesNotContain("Send again");
            assertThat(operator.submit("/partners/console-hook/resync", "company", "7510", "location", "7511"))
                    .contains("The resync of partner console-hook was requested.");
            String message = refusedMessage(operator.page("/partners/console-hook"));
            assertThat(operator.page("/partners/console-hook/repeat?message=" + message))
                    .contains("the record of message", "console-2", "barcode=console-2\">", ">Send again<");
            assertThat(visitor.page("/partners/console-hook/repeat?message=" + message))
                    .doesNotContain(">Send again<");
            assertThat(operator.get("/partners/console-hook/repeat?message=msg_none")
                            .statusCode())
                    .isEqualTo(404);
            await().atMost(SOON)
                    .untilAsserted(() -> assertThat(accepted(operator)).isGreaterThanOrEqualTo(before + 1));
            assertThat(operator.submit("/partners/console-hook/repeat", "message", message))
                    .contains("The records of the message will be sent again");
            operator.submit("/partners/console-hook/ping");
            await().atMost(SOON)
                    .untilAsserted(() -> assertThat(accepted(operator)).isGreaterThanOrEqualTo(before + 3));
            assertThat(visitor.page("/partners/console-hook")).doesNotContain(">Resume<", ">Ping<");
            assertThat(receiver.faults()).isEmpty();
        }
    }

    /** The message of the first attempt, which the receiver answered with 410. */
    private static String refusedMessage(String page) {
        Matcher message = Pattern.compile("(?s)Response, status 410.*?/repeat\\?message=([^\"]+)\"")
                .matcher(page);
        assertThat(message.find()).as(page).isTrue();
        return message.group(1);
    }

    private static int accepted(ConsoleClient operator) throws Exception {
        return operator.page("/partners/console-hook").split("accepted</span>", -1).length - 1;
    }

    @Test
    void D27_a_webhook_waits_for_the_partners_first_client_and_the_command_that_creates_one_is_named(
            CatalogAddresses catalog) throws Exception {
        try (RawReceiver receiver = RawReceiver.start(catalog.webhookSecret("console-new"))) {
            catalog.publish(
                    CatalogTopic.PARTNERS, partner("console-new", receiver.url().toString(), 7_560));
            catalog.publish(CatalogTopic.BPD_VARIANTS, product("console-4", "n"));
            catalog.publish(CatalogTopic.LISTINGS, listing(7_560, "c-4", "console-4"));
            ConsoleClient operator = console.operator();
            await().atMost(SOON)
                    .untilAsserted(() -> assertThat(operator.page("/partners/console-new"))
                            .contains(
                                    "held until the partner has an API client</span>",
                                    "./catalog client create --partner-id console-new",
                                    "Oldest due since"));
            assertThat(operator.submit("/partners/console-new/ping")).contains("Nothing is sent: without a client");
            await().atMost(SOON)
                    .untilAsserted(() -> assertThat(operator.page("/partners/console-new"))
                            .contains(">ping</span></td>", "nothing was sent: the webhook is held"));
            assertThat(receiver.received()).isZero();

            catalog.createClient("console-new");
            await().atMost(SOON)
                    .untilAsserted(() -> assertThat(receiver.held()).containsOnlyKeys("7560/7561/console-4"));
            await().atMost(SOON)
                    .untilAsserted(() -> assertThat(operator.page("/partners/console-new"))
                            .contains("healthy</span>", "<dt>Due</dt><dd>0</dd>"));
            assertThat(receiver.faults()).isEmpty();
        }
    }
}
