package dev.partnercatalog.standalone;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpServer;
import dev.partnercatalog.console.Console;
import dev.partnercatalog.console.ConsoleSettings;
import dev.partnercatalog.operations.topic.Brokers;
import dev.partnercatalog.schemas.registry.RegistrySettings;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The operators' console on a running catalog. */
@ExtendWith(CatalogExtension.class)
class ConsoleTest {

    private static final Duration SOON = Duration.ofSeconds(60);
    private static final String TOKEN = "a token for the tests of the console";
    private static final String PARTNER = """
        {"partnerId": "%s", "partnerName": "n", "enabled": true, "webhook": {"enabled": true, "url": "%s"},\
         "allowedCompanies": [{"id": "7500", "name": "c", "provider": "cova", "providerId": "p",\
         "allowedFields": {"badges": true, "cannabinoidOverrides": true, "displayNameOverrides": false, "labels": true},\
         "locations": [{"id": "7501", "name": "l", "providerId": "q"}]}]}\
        """;

    @TempDir
    static Path folder;

    private static Console console;

    private ConsoleClient visitor;

    @BeforeAll
    static void start(CatalogAddresses catalog) throws Exception {
        Path token = Files.writeString(folder.resolve("token"), TOKEN + "\n");
        console = Console.start(new ConsoleSettings(
                catalog.kafka(),
                RegistrySettings.at(catalog.registry()),
                "127.0.0.1",
                0,
                token,
                true,
                true,
                List.of()));
    }

    @BeforeEach
    void visit() {
        visitor = new ConsoleClient(console.address());
    }

    @AfterAll
    static void stop() {
        console.close();
    }

    @Test
    void the_overview_tells_that_all_three_applications_run_and_how_much_flows(CatalogAddresses catalog)
            throws Exception {
        await().atMost(SOON).untilAsserted(() -> {
            catalog.publish(CatalogTopic.BPD_VARIANTS, "{\"barcode\": \"console-flow\", \"name\": \"n\"}");
            String page = visitor.page("/");
            assertThat(page.split("Running</span>", -1)).hasSize(4);
            assertThat(page).containsPattern("<dt>bpd-variants</dt><dd>[0-9.<& lt;]*[1-9][0-9]*/s</dd>");
        });
    }

    @Test
    void a_record_is_explained_layer_by_layer_and_is_the_one_that_the_partner_gets(CatalogAddresses catalog)
            throws Exception {
        PartnerClient partner = catalog.client("console-explain");
        catalog.publish(CatalogTopic.PARTNERS, PARTNER.formatted("console-explain", ""));
        catalog.publish(CatalogTopic.BPD_VARIANTS, "{\"barcode\": \"console-1\", \"name\": \"of BPD <b>\"}");
        catalog.publish(
                CatalogTopic.COMPANY_ATTRIBUTES,
                "{\"companyId\": 7500, \"barcode\": \"console-1\", \"displayName\": \"of the company\", \"badges\":"
                        + " [\"new\"]}");
        catalog.publish(
                CatalogTopic.LISTINGS,
                "{\"companyId\": 7500, \"locationId\": 7501, \"sku\": \"c-1\", \"barcode\": \"console-1\"}");
        await().atMost(SOON).untilAsserted(() -> {
            JsonNode answer = partner.variants(7_500, 7_501, List.of(), List.of("c-1"));
            assertThat(answer.path("variants")).hasSize(1);
            String page =
                    visitor.page("/explain?partner=console-explain&company=7500&location=7501&kind=sku&identifier=c-1");
            assertThat(page)
                    .contains("of BPD &lt;b&gt;", "flag off</span> <code>&quot;of the company&quot;")
                    .doesNotContain("<b>");
            assertThat(record(page)).isEqualTo(answer.path("variants").get(0));
            assertThat(page)
                    .containsPattern("bpd-variants [0-9]+-[0-9]+</code>")
                    .containsPattern("company-attributes [0-9]+-[0-9]+</code>(?:(?!</tr>).)*displayName, badges");
        });
        assertThat(visitor.page("/explain?partner=console-explain&company=7500&kind=sku&identifier=nothing"))
                .contains("SKU nothing is not listed at company 7500");
        assertThat(visitor.page("/explain?partner=p&company=seven&identifier=1"))
                .contains("the company", "seven");
    }

    private static JsonNode record(String page) {
        Matcher pre = Pattern.compile("(?s)<pre[^>]*>(.*)</pre>").matcher(page);
        assertThat(pre.find()).isTrue();
        return PartnerClient.read(
                pre.group(1).replace("&quot;", "\"").replace("&lt;", "<").replace("&gt;", ">"));
    }

    @Test
    void a_receiver_that_breaks_is_seen_and_the_webhook_resumed_resynced_and_pinged(CatalogAddresses catalog)
            throws Exception {
        AtomicInteger status = new AtomicInteger(410);
        HttpServer receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        receiver.createContext("/", exchange -> {
            try (exchange) {
                exchange.sendResponseHeaders(status.get(), -1);
            }
        });
        receiver.start();
        try {
            String url = "http://127.0.0.1:" + receiver.getAddress().getPort() + "/secret-path?key=secret";
            catalog.client("console-hook");
            catalog.publish(CatalogTopic.PARTNERS, PARTNER.formatted("console-hook", url));
            catalog.publish(CatalogTopic.BPD_VARIANTS, "{\"barcode\": \"console-2\", \"name\": \"n\"}");
            catalog.publish(
                    CatalogTopic.LISTINGS,
                    "{\"companyId\": 7500, \"locationId\": 7501, \"sku\": \"c-2\", \"barcode\": \"console-2\"}");
            ConsoleClient operator = new ConsoleClient(console.address());
            assertThat(operator.signIn(TOKEN).statusCode()).isEqualTo(303);
            await().atMost(SOON).untilAsserted(() -> {
                assertThat(operator.page("/partners/console-hook"))
                        .contains("suspended</span>", "failed</span>", "410", "<svg", "API clients", "Company 7500, c")
                        .doesNotContain("secret");
                assertThat(visitor.page("/")).contains("<a href=\"/partners/console-hook\">");
                assertThat(visitor.page("/partners")).contains("<a href=\"/partners/console-hook\">");
            });

            status.set(204);
            assertThat(operator.submit("/partners/console-hook/resume")).contains("The webhook resumes");
            await().atMost(SOON)
                    .untilAsserted(() -> assertThat(operator.page("/partners/console-hook"))
                            .contains(
                                    "healthy</span>",
                                    "<dt>Due</dt><dd>0</dd>",
                                    ">ping</span></td>",
                                    "accepted</span>"));
            int before = accepted(operator);
            assertThat(operator.page("/partners/console-hook/resync?company=7500&location=7501&barcode=console-2"))
                    .contains("barcode console-2 at location 7501 of company 7500", ": at most 1 record.");
            assertThat(operator.page("/partners/console-hook/resync?company=7500&location=7501&barcode=none"))
                    .contains("none of it is listed");
            assertThat(operator.page("/partners/console-hook/resync")).contains("sends everything");
            for (String wrong : List.of("location=1", "company=7500&barcode=x", "company=x")) {
                assertThat(operator.get("/partners/console-hook/resync?" + wrong)
                                .statusCode())
                        .as(wrong)
                        .isEqualTo(404);
            }
            assertThat(visitor.page("/partners/console-hook/resync")).doesNotContain("Send again");
            assertThat(operator.submit("/partners/console-hook/resync", "company", "7500", "location", "7501"))
                    .contains("The part that you specified will be sent again");
            String message = refusedMessage(operator.page("/partners/console-hook"));
            assertThat(operator.page("/partners/console-hook/repeat?message=" + message))
                    .contains("the record of message", "console-1", "barcode=console-1\">", ">Send again<");
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
        } finally {
            receiver.stop(0);
        }
    }

    @Test
    void D27_a_webhook_waits_for_the_partners_first_client_and_the_command_that_creates_one_is_named(
            CatalogAddresses catalog) throws Exception {
        try (RawReceiver receiver = RawReceiver.start(catalog.webhookSecret("console-new"))) {
            catalog.publish(
                    CatalogTopic.PARTNERS,
                    PARTNER.formatted("console-new", receiver.url())
                            .replace("7500", "7560")
                            .replace("7501", "7561"));
            catalog.publish(CatalogTopic.BPD_VARIANTS, "{\"barcode\": \"console-4\", \"name\": \"n\"}");
            catalog.publish(
                    CatalogTopic.LISTINGS,
                    "{\"companyId\": 7560, \"locationId\": 7561, \"sku\": \"c-4\", \"barcode\": \"console-4\"}");
            ConsoleClient operator = new ConsoleClient(console.address());
            operator.signIn(TOKEN);
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

    @Test
    void events_are_previewed_and_what_variants_lack_is_counted(CatalogAddresses catalog) throws Exception {
        catalog.publish(
                CatalogTopic.PARTNERS,
                PARTNER.formatted("console-preview", "").replace("7500", "7550").replace("7501", "7551"));
        catalog.publish(
                CatalogTopic.BPD_VARIANTS,
                "{\"barcode\": \"console-3\", \"name\": \"n\", \"thc\": {\"avg\": \"1,260mg\"},"
                        + " \"cannabisUnitOfMeasure\": \"%\"}");
        catalog.publish(
                CatalogTopic.COMPANY_CONFIGS,
                "{\"partnerId\": \"console-preview\", \"companyId\": 7550, \"cannabisUnitOfMeasure\": \"mg/g\"}");
        catalog.publish(
                CatalogTopic.LISTINGS,
                "{\"companyId\": 7550, \"locationId\": 7551, \"sku\": \"c-3\", \"barcode\": \"console-3\"}");
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(visitor.page("/completeness?partner=console-preview"))
                        .containsSubsequence("By company", "7550", "By partner", "7550/console-3", "thc.avg")
                        .contains("&quot;1,260mg&quot;", "it is not a plain decimal number"));
        assertThat(visitor.page("/completeness?company=x")).contains("the company", "x");
        assertThat(visitor.page("/completeness?partner=nobody-there")).contains("there is no partner nobody-there");

        assertThat(visitor.page("/preview")).contains("Sign in").doesNotContain("<textarea");
        ConsoleClient operator = new ConsoleClient(console.address());
        operator.signIn(TOKEN);
        assertThat(operator.page("/preview")).contains("<textarea");
        assertThat(operator.ask(
                        "/preview",
                        "topic",
                        "bpd-variants",
                        "events",
                        "{\"barcode\": \"console-3\", \"name\": \"<b>renamed\"}\r\n{\"barcod\": 1}"))
                .contains("1 event would change 1 record of 1 partner: 1 changed", "console-preview")
                .contains("&lt;b&gt;renamed", "line:2", "BpdVariant has no such field")
                .doesNotContain("<b>renamed");
        String typed =
                "{\"barcode\": \"console-3\", \"name\": \"a\u200Db\"}\r\n{\"barcode\": \"console-4\", \"name\": \"x\"}";
        String shown = typed.replace("\r\n", "\n").replace("\"", "&quot;");
        assertThat(operator.ask("/preview", "topic", "bpd-variants", "events", typed))
                .contains("2 events would change", shown + "</textarea>");
        assertThat(operator.ask("/preview", "topic", "resolved-variants", "events", "{}"))
                .contains("There is no input topic resolved-variants");
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
    void a_dead_letter_is_shown_and_replayed(CatalogAddresses catalog) throws Exception {
        Brokers brokers = new Brokers(catalog.kafka());
        String topic = brokers.nameOf(CatalogTopic.BPD_VARIANTS);
        try (Producer<String, byte[]> producer = brokers.producer()) {
            producer.send(new ProducerRecord<>(topic, "console-letter", "<i>no Avro</i>".getBytes(UTF_8)))
                    .get();
        }
        ConsoleClient operator = new ConsoleClient(console.address());
        operator.signIn(TOKEN);
        Pattern row = Pattern.compile("href=\"/dead-letters/(\\d+-\\d+)\"(?:(?!</tr>).)*console-letter");
        String id = await().atMost(SOON)
                .until(() -> row.matcher(operator.page("/dead-letters?topic=bpd-variants")), Matcher::find)
                .group(1);
        assertThat(operator.page("/dead-letters/" + id))
                .contains("begin with a zero byte", "not decodable", "|&lt;i&gt;no Avro&lt;/i&gt;|", topic)
                .doesNotContain("<i>");
        assertThat(operator.submit("/dead-letters/replay", "id", id)).contains(id + ": replayed to " + topic);
        assertThat(operator.submit("/dead-letters/replay", "id", id)).contains(id + ": was replayed before");
        assertThat(operator.submit("/dead-letters/replay", "id", "0-999999999", "id", id))
                .contains("0-999999999: this dead letter doesn&#39;t exist");
        assertThat(visitor.page("/dead-letters/" + id)).doesNotContain(">Replay<");
    }

    @Test
    void what_is_not_there_or_out_of_form_is_told_on_a_page() throws Exception {
        for (String path : List.of(
                "/nothing",
                "/partners/nobody",
                "/dead-letters/0-999999999",
                "/dead-letters/x",
                "/dead-letters?until=x")) {
            HttpResponse<String> answer = visitor.get(path);
            assertThat(answer.statusCode()).as(path).isEqualTo(404);
            assertThat(answer.body()).contains("<h1>Not found</h1>");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/nothing", "/style.css", "/console.js", "/partners", "/sign-in", "/%2e%2e%2f"})
    void every_answer_forbids_what_no_page_needs(String path) throws Exception {
        HttpResponse<String> answer = visitor.get(path);
        assertThat(answer.headers().firstValue("Content-Security-Policy").orElse(""))
                .contains("default-src 'none'", "frame-ancestors 'none'")
                .doesNotContain("unsafe");
        assertThat(answer.headers().firstValue("X-Frame-Options")).contains("DENY");
        assertThat(answer.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
        assertThat(answer.headers().firstValue("Cache-Control").orElse("")).matches("no-store|no-cache");
        assertThat(answer.headers().firstValue("Server")).isEmpty();
        assertThat(answer.body()).doesNotContain("style=", "onclick", "<script>", "=\"http", "url(");
    }

    @Test
    void a_name_that_is_not_this_machines_is_refused() throws Exception {
        assertThat(visitor.statusLine("evil.example")).contains("403");
        assertThat(visitor.statusLine("localhost:" + console.address().getPort()))
                .contains("200");
    }

    @Test
    void nothing_is_changed_without_a_session_and_a_form_of_this_console() throws Exception {
        String here = console.address().toString();
        assertThat(visitor.post("/partners/p/ping", here).statusCode()).isEqualTo(303);
        assertThat(visitor.post("/partners/p/ping", null).statusCode()).isEqualTo(403);
        assertThat(visitor.signIn("a token that isn't the one").statusCode()).isEqualTo(403);
        assertThat(visitor.post("/sign-in", "http://evil.example", "token", TOKEN)
                        .statusCode())
                .isEqualTo(403);

        HttpResponse<String> signedIn = visitor.signIn(TOKEN);
        assertThat(signedIn.headers().firstValue("Set-Cookie").orElseThrow())
                .contains("HttpOnly", "SameSite=Strict", "Path=/")
                .doesNotContain(TOKEN);
        assertThat(visitor.post("/partners/p/ping", here).statusCode()).isEqualTo(403);
        assertThat(visitor.post("/partners/p/ping", here, "form-token", "made up")
                        .statusCode())
                .isEqualTo(403);
        for (String method : List.of("PUT", "DELETE", "PATCH", "OPTIONS")) {
            HttpResponse<String> answer =
                    visitor.send(visitor.request("/").method(method, HttpRequest.BodyPublishers.noBody()));
            assertThat(answer.statusCode()).as(method).isEqualTo(403);
        }
        assertThat(visitor.post("/partners/p/ping", here, "form-token", "x".repeat(100_000))
                        .statusCode())
                .isEqualTo(413);
        assertThat(visitor.submit("/sign-out")).contains("<h1>Sign in</h1>");
    }
}
