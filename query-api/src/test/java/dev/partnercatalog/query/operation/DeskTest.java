package dev.partnercatalog.query.operation;

import static dev.partnercatalog.query.operation.WebhookOfPartner.attempt;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.partnercatalog.query.desk.DeskLink;
import dev.partnercatalog.records.AttemptKind;
import dev.partnercatalog.records.AttemptOutcome;
import dev.partnercatalog.records.ControlWebhook;
import dev.partnercatalog.records.EndpointStatus;
import dev.partnercatalog.records.ResyncScope;
import dev.partnercatalog.records.WebhookAction;
import dev.partnercatalog.records.WebhookControl;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The pages for partners' engineers. */
@Order(1)
class DeskTest {

    private static final String SECRET = DeskBrowser.SECRET;
    private static final List<String> PAGES = List.of(
            "/desk",
            "/desk/deliveries",
            "/desk/deliveries/msg_1",
            "/desk/variants",
            "/desk/variants?company=7&location=70&kind=barcodes&id=A",
            "/desk/configuration",
            "/desk/configuration/7/70",
            "/desk/copy",
            "/desk/signatures",
            "/desk/api");

    private final WebhookOfPartner webhook = new WebhookOfPartner();
    private final ApiHarness api = webhook.api;
    private final DeskBrowser browser = new DeskBrowser(api.address());

    @BeforeEach
    void clientWithASecret() throws Exception {
        DeskBrowser.client(api, "c1", "p1");
        webhook.allow(InMemoryConfigurations.company("7", "70"));
        webhook.log(attempt(1, AttemptKind.CHANGES, AttemptOutcome.FAILED)
                .setHttpStatus(500)
                .setError("answered 500")
                .setResponseBody("<script>no such table</script>"));
        api.lookup.variant("A");
        api.lookup.list(70, "S", "A");
    }

    @AfterEach
    void close() {
        webhook.close();
    }

    @Test
    void one_signs_in_with_the_client_s_id_and_secret() throws Exception {
        HttpResponse<String> answer = browser.signIn("c1", SECRET);
        assertThat(answer.statusCode()).isEqualTo(303);
        assertThat(answer.headers().firstValue("Location")).hasValue("/desk");
        String cookie = answer.headers().firstValue("Set-Cookie").orElseThrow();
        assertThat(cookie).contains("HttpOnly", "SameSite=Strict", "Path=/desk");
        String sealed = cookie.substring(cookie.indexOf('=') + 1, cookie.indexOf(';'));
        assertThat(new String(Base64.getUrlDecoder().decode(sealed), StandardCharsets.ISO_8859_1))
                .doesNotContain(SECRET, "clientId", "partner");
        assertThat(browser.page("/desk")).contains("<h1>Webhook</h1>", "Sign out");
    }

    @Test
    void behind_a_proxy_that_ends_TLS_the_cookie_is_for_TLS_only() throws Exception {
        HttpResponse<String> answer =
                DeskBrowser.send(browser.form("/desk/sign-in", "client_id", "c1", "client_secret", SECRET)
                        .header("Origin", api.address().toString())
                        .header("X-Forwarded-Proto", "https"));
        assertThat(answer.headers().firstValue("Set-Cookie").orElseThrow()).contains("Secure");
    }

    @Test
    void wrong_credentials_say_nothing_about_the_client_and_are_limited_as_at_the_token_endpoint() throws Exception {
        String wrong = browser.signIn("c1", "wrong").body();
        assertThat(browser.signIn("nobody", "wrong").body()).isEqualTo(wrong);
        HttpResponse<String> last = browser.signIn("c1", "wrong");
        for (int i = 0; i < 30 && last.statusCode() == 403; i++) {
            last = browser.signIn("c1", "wrong");
        }
        assertThat(last.statusCode()).isEqualTo(429);
        assertThat(last.headers().firstValue("Retry-After")).isPresent();
        assertThat(browser.cookie).isNull();
    }

    @Test
    void without_a_session_every_page_leads_to_signing_in() throws Exception {
        for (String page : PAGES) {
            HttpResponse<String> answer = browser.get(page);
            assertThat(answer.statusCode()).as(page).isEqualTo(303);
            assertThat(answer.headers().firstValue("Location")).hasValue("/desk/sign-in");
        }
        assertThat(browser.post("/desk/webhook/ping").statusCode()).isEqualTo(303);
        assertThat(api.commands.received).isEmpty();
    }

    /** The code of a link that is valid for a quarter of an hour. */
    private static String link() {
        String address = DeskLink.to("c1", ApiHarness.NOW.plus(Duration.ofMinutes(15)))
                .address(URI.create("http://api.example"), ApiHarness.MASTER_KEY)
                .toString();
        return address.substring(address.indexOf('=') + 1);
    }

    private static int use(ApiHarness at, String code) throws Exception {
        return new DeskBrowser(at.address()).post("/desk/link", "code", code).statusCode();
    }

    @Test
    void a_link_signs_in_once_and_only_when_its_button_is_pressed() throws Exception {
        String code = link();
        assertThat(browser.page("/desk/link?code=" + code)).contains("as the client", "c1", code);
        assertThat(api.deskEvents.written).isEmpty();

        assertThat(browser.keeping(browser.post("/desk/link", "code", code)).statusCode())
                .isEqualTo(303);
        assertThat(browser.page("/desk")).contains("Sign out");
        for (int i = 0; i < 3; i++) {
            assertThat(use(api, code)).isEqualTo(403);
        }
        assertThat(api.deskEvents.written).as("nobody fills the topic").hasSize(1);
        assertThat(use(api, link())).as("another link").isEqualTo(303);
    }

    @Test
    void a_link_that_is_used_at_several_instances_at_once_signs_in_at_one() throws Exception {
        try (WebhookOfPartner other = new WebhookOfPartner()) {
            DeskBrowser.client(other.api, "c1", "p1");
            other.api.deskEvents = api.deskEvents;
            api.deskEvents.readers.add(other.api.journal);
            for (int round = 0; round < 20; round++) {
                String code = link();
                List<CompletableFuture<Integer>> uses = new ArrayList<>();
                for (int i = 0; i < 6; i++) {
                    ApiHarness at = i % 2 == 0 ? api : other.api;
                    uses.add(CompletableFuture.supplyAsync(() -> {
                        try {
                            return use(at, code);
                        } catch (Exception e) {
                            throw new CompletionException(e);
                        }
                    }));
                }
                assertThat(uses.stream().map(CompletableFuture::join).toList())
                        .containsOnlyOnce(303)
                        .containsOnly(303, 403);
            }
        }
    }

    @Test
    void nobody_is_signed_in_while_it_is_not_known_which_links_were_used() throws Exception {
        String code = link();
        api.deskIsCurrent = false;
        assertThat(use(api, code)).isEqualTo(503);
        api.deskIsCurrent = true;
        api.deskEvents.available = false;
        assertThat(use(api, code)).isEqualTo(503);
        api.deskEvents.available = true;
        assertThat(use(api, code)).isEqualTo(303);
        assertThat(use(api, code)).isEqualTo(403);
    }

    @Test
    void signing_out_everywhere_ends_all_sessions_of_the_client_at_every_instance_and_no_others() throws Exception {
        DeskBrowser.client(api, "c2", "p1");
        browser.signIn("c1", SECRET);
        DeskBrowser second = new DeskBrowser(api.address());
        second.signIn("c1", SECRET);
        DeskBrowser colleague = new DeskBrowser(api.address());
        colleague.signIn("c2", SECRET);
        try (WebhookOfPartner other = new WebhookOfPartner()) {
            DeskBrowser.client(other.api, "c1", "p1");
            api.deskEvents.readers.add(other.api.journal);
            DeskBrowser there = new DeskBrowser(other.api.address());
            there.cookie = second.cookie;
            assertThat(there.get("/desk").statusCode()).isEqualTo(200);

            api.deskEvents.available = false;
            assertThat(browser.submit("/desk/sign-out-everywhere").statusCode()).isEqualTo(503);
            api.deskEvents.available = true;
            HttpResponse<String> answer = browser.submit("/desk/sign-out-everywhere");
            assertThat(answer.headers().firstValue("Set-Cookie").orElseThrow()).contains("catalog-desk=;");
            assertThat(answer.body()).contains("All sessions of client c1 have ended.");
            for (DeskBrowser ended : List.of(browser, second, there)) {
                assertThat(ended.get("/desk").statusCode()).isEqualTo(303);
            }
            assertThat(colleague.get("/desk").statusCode()).isEqualTo(200);
        }
        api.now = ApiHarness.NOW.plusMillis(1);
        browser.signIn("c1", SECRET);
        assertThat(browser.get("/desk").statusCode()).isEqualTo(200);
        api.deskIsCurrent = false;
        assertThat(browser.get("/desk").statusCode())
                .as("unknown whether it was ended")
                .isEqualTo(503);
    }

    @Test
    void a_link_that_has_expired_or_was_changed_or_is_of_a_disabled_client_signs_nobody_in() throws Exception {
        DeskLink link = DeskLink.to("c1", ApiHarness.NOW.plus(Duration.ofMinutes(15)));
        String address = link.address(api.address(), ApiHarness.MASTER_KEY).toString();
        String code = address.substring(address.indexOf('=') + 1);
        api.client("c1", "p1", false);
        assertThat(browser.post("/desk/link", "code", code).statusCode()).isEqualTo(403);
        api.client("c1", "p1", true);
        api.now = ApiHarness.NOW.plus(Duration.ofMinutes(15));
        assertThat(browser.post("/desk/link", "code", code).statusCode()).isEqualTo(403);
        api.now = ApiHarness.NOW;
        String changed = (code.charAt(0) == 'A' ? "B" : "A") + code.substring(1);
        for (String other : List.of(changed, "", "x", "x".repeat(5_000))) {
            assertThat(browser.post("/desk/link", "code", other).statusCode()).isEqualTo(403);
        }
        assertThat(api.deskEvents.written).isEmpty();
    }

    @Test
    void a_session_ends_with_its_client_its_secret_and_its_time() throws Exception {
        browser.signIn("c1", SECRET);
        assertThat(browser.get("/desk").statusCode()).isEqualTo(200);
        api.client("c1", "p1", true);
        assertThat(browser.get("/desk").statusCode()).as("another secret").isEqualTo(303);
        DeskBrowser.client(api, "c1", "p1");
        assertThat(browser.get("/desk").statusCode()).isEqualTo(200);
        api.client("c1", "p1", false);
        assertThat(browser.get("/desk").statusCode()).as("disabled").isEqualTo(303);
        DeskBrowser.client(api, "c1", "p1");
        Objects.requireNonNull(api.clients.get("c1")).setDisables(1);
        assertThat(browser.get("/desk").statusCode())
                .as("was disabled meanwhile")
                .isEqualTo(303);
        api.clients.remove("c1");
        assertThat(browser.get("/desk").statusCode()).as("removed").isEqualTo(303);
        DeskBrowser.client(api, "c1", "p1");
        api.now = ApiHarness.NOW.plus(Duration.ofHours(4));
        assertThat(browser.get("/desk").statusCode()).as("over").isEqualTo(303);
    }

    @Test
    void a_session_that_one_instance_made_holds_at_another() throws Exception {
        browser.signIn("c1", SECRET);
        try (WebhookOfPartner other = new WebhookOfPartner()) {
            DeskBrowser.client(other.api, "c1", "p1");
            DeskBrowser there = new DeskBrowser(other.api.address());
            there.cookie = browser.cookie;
            assertThat(there.page("/desk")).contains("Sign out");
        }
    }

    @Test
    void signing_in_makes_a_new_session_whatever_cookie_was_there() throws Exception {
        browser.signIn("c1", SECRET);
        String first = browser.cookie;
        String firstToken = browser.formToken();
        browser.signIn("c1", SECRET);
        assertThat(browser.cookie).isNotEqualTo(first);
        assertThat(browser.formToken()).isNotEqualTo(firstToken);
        for (String planted : List.of("catalog-desk=planted", first + "A", "catalog-desk=")) {
            browser.cookie = planted;
            assertThat(browser.get("/desk").statusCode()).as(planted).isEqualTo(303);
        }
    }

    @Test
    void a_form_must_come_from_a_page_of_the_very_session() throws Exception {
        browser.signIn("c1", SECRET);
        String token = browser.formToken();
        assertThat(browser.post("/desk/webhook/resume").statusCode())
                .as("no token")
                .isEqualTo(403);
        assertThat(browser.post("/desk/webhook/resume", "form-token", token + "x")
                        .statusCode())
                .isEqualTo(403);
        assertThat(DeskBrowser.send(browser.form("/desk/webhook/resume", "form-token", token))
                        .statusCode())
                .as("no origin")
                .isEqualTo(403);
        assertThat(DeskBrowser.send(browser.form("/desk/webhook/resume", "form-token", token)
                                .header("Origin", "https://elsewhere.example"))
                        .statusCode())
                .isEqualTo(403);
        DeskBrowser other = new DeskBrowser(api.address());
        other.signIn("c1", SECRET);
        assertThat(other.post("/desk/webhook/resume", "form-token", token).statusCode())
                .as("of another session")
                .isEqualTo(403);
        assertThat(api.commands.received).isEmpty();
    }

    @Test
    void nothing_is_stored_and_nothing_runs() throws Exception {
        browser.signIn("c1", SECRET);
        for (String page : PAGES) {
            HttpResponse<String> answer = browser.get(page);
            assertThat(answer.statusCode()).as(page).isEqualTo(200);
            assertThat(answer.headers().firstValue("Cache-Control")).as(page).hasValue("no-store");
            assertThat(answer.headers().firstValue("Content-Security-Policy").orElse(""))
                    .as(page)
                    .startsWith("default-src 'none'")
                    .doesNotContain("script-src", "unsafe");
            assertThat(answer.headers().firstValue("Access-Control-Allow-Origin"))
                    .as(page)
                    .isEmpty();
            assertThat(answer.body()).as(page).doesNotContain("<script", "style=\"");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/desk/configuration/8/80",
                "/desk/configuration/7/80",
                "/desk/configuration/9/9",
                "/desk/variants?company=8&location=80&kind=barcodes&id=A",
                "/desk/deliveries/msg_2",
                "/desk/deliveries/msg_9"
            })
    void what_is_another_partner_s_is_not_found_as_what_does_not_exist(String path) throws Exception {
        api.configurations.put("p2", true, InMemoryConfigurations.company("8", "80"));
        webhook.log(attempt(2, AttemptKind.CHANGES, AttemptOutcome.FAILED).setPartnerId("p2"));
        browser.signIn("c1", SECRET);
        assertThat(browser.get(path).statusCode()).isEqualTo(404);
    }

    @Test
    void nothing_of_another_partner_can_be_resynced() throws Exception {
        webhook.log(attempt(2, AttemptKind.CHANGES, AttemptOutcome.FAILED).setPartnerId("p2"));
        browser.signIn("c1", SECRET);
        assertThat(browser.submit("/desk/webhook/resync", "company", "8").statusCode())
                .isEqualTo(404);
        assertThat(browser.submit("/desk/webhook/resync/now", "company", "8").statusCode())
                .isEqualTo(404);
        assertThat(browser.submit("/desk/webhook/resync", "company", "7", "location", "80")
                        .statusCode())
                .isEqualTo(404);
        assertThat(api.commands.received).isEmpty();
    }

    @Test
    void nothing_of_another_partner_can_be_compared() throws Exception {
        browser.signIn("c1", SECRET);
        for (String[] fields : new String[][] {
            {"company", "8", "location", "8"}, {"company", "8", "location", "80"}, {"company", "7", "location", "80"}
        }) {
            assertThat(browser.upload("/desk/copy", snapshot(), fields).statusCode())
                    .isEqualTo(404);
        }
    }

    @Test
    void a_resync_asks_first_and_says_what_it_would_do() throws Exception {
        browser.signIn("c1", SECRET);
        assertThat(browser.submit("/desk/webhook/resync").body())
                .contains("Resync everything", "1 companies with 1 locations", "Nothing is removed by it");
        assertThat(browser.submit("/desk/webhook/resync", "company", "7").body())
                .contains("<h1>Resync company 7</h1>");
        assertThat(browser.submit("/desk/webhook/resync", "company", "7", "location", "7")
                        .body())
                .contains("Resync location 7");
        assertThat(browser.submit("/desk/webhook/resync", "company", "7", "location", "70", "barcode", "<A>")
                        .body())
                .contains("record of barcode &lt;A&gt; at location 70 of company 7");
        assertThat(api.commands.received).isEmpty();
        assertThat(browser.submit("/desk/webhook/resync/now", "company", "7", "location", "70", "barcode", "A")
                        .body())
                .contains("is sent again");
        assertThat(api.commands.last().getChange()).hasToString(resync("A").toString());
    }

    private static ControlWebhook resync(String barcode) {
        return new ControlWebhook(WebhookAction.RESYNC, new ResyncScope(7L, 70L, barcode));
    }

    /** The snapshot of a location as the API streams it. */
    private byte[] snapshot() {
        return api.call(api.request("/v1/7/location/70/variants")
                        .header("Authorization", ApiHarness.bearer())
                        .header("Accept", "application/x-ndjson"))
                .body()
                .getBytes(StandardCharsets.UTF_8);
    }

    private HttpResponse<String> compare(byte[] file) throws Exception {
        return browser.upload("/desk/copy", file, "company", "7", "location", "70", "digests", "");
    }

    @Test
    void a_copy_is_compared_by_a_file_with_its_records() throws Exception {
        api.lookup.variant("B");
        api.lookup.list(70, "T", "B");
        browser.signIn("c1", SECRET);
        assertThat(compare(snapshot()).body()).contains("Your copy is right: all of its 2 records");
        String lines = new String(snapshot(), StandardCharsets.UTF_8);
        assertThat(compare(lines.substring(lines.indexOf('\n')).getBytes(StandardCharsets.UTF_8))
                        .body())
                .contains("The file has 1 records, the service 2. 1 of 256 ranges differ.");
        assertThat(compare(new byte[0]).body()).contains("The file has 0 records, the service 2.");
        assertThat(compare("barcode;name\nA;n".getBytes(StandardCharsets.UTF_8)).body())
                .contains("The file can&#39;t be compared: this is not well-formed JSON, at line 1");
    }

    @Test
    void a_record_that_a_file_has_twice_or_three_times_makes_it_wrong() throws Exception {
        browser.signIn("c1", SECRET);
        String record = new String(snapshot(), StandardCharsets.UTF_8)
                .lines()
                .findFirst()
                .orElseThrow();
        String stale = record.replace("\"A\"", "\"stale\"");
        for (String twice : List.of(record + "\n" + stale + "\n" + stale, record + "\n" + record + "\n" + record)) {
            assertThat(compare(twice.getBytes(StandardCharsets.UTF_8)).body())
                    .contains("The file has 3 records, the service 1. 1 of 256 ranges differ.");
        }
    }

    @ParameterizedTest
    @CsvSource({"'', ''", "7, ''", "'', 70", "' ', ' '"})
    void a_copy_of_nowhere_is_not_compared(String company, String location) throws Exception {
        browser.signIn("c1", SECRET);
        HttpResponse<String> answer =
                browser.upload("/desk/copy", snapshot(), "company", company, "location", location);
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("<h1>Copy</h1>", "Enter a company, and one of its locations");
    }

    @Test
    void a_copy_is_compared_by_its_digests() throws Exception {
        browser.signIn("c1", SECRET);
        String digests = api.get("/v1/7/location/70/variants/digest").body();
        assertThat(paste(digests).body()).contains("Your copy is right");
        assertThat(paste("0".repeat(64)).body()).contains("1 of 256 ranges differ");
        assertThat(paste("").body()).contains("Nothing was pasted, and no file was chosen.");
        assertThat(paste("7 " + "0".repeat(64) + "\n\n255: " + "0".repeat(64)).body())
                .contains("1 of 256 ranges differ");
        assertThat(paste("[{\"range\":0,\"digest\":\"" + "A".repeat(64) + "\"}]")
                        .body())
                .contains("2 of 256 ranges differ");
    }

    @Test
    void what_is_no_digest_of_a_range_is_not_compared() throws Exception {
        browser.signIn("c1", SECRET);
        String digest = "0".repeat(64);
        String range = api.get("/v1/7/location/70/variants/digest?range=7").body();
        for (String other : List.of(
                "x",
                "{}",
                "[]",
                "{\"ranges\":[]}",
                range,
                "{\"barcode\":\"A\"}",
                "[7]",
                "[\"" + digest + "\"]",
                "{\"ranges\":[{\"range\":256,\"digest\":\"" + digest + "\"}]}",
                "{\"ranges\":[{\"range\":-1,\"digest\":\"" + digest + "\"}]}",
                "{\"ranges\":[{\"range\":1.5,\"digest\":\"" + digest + "\"}]}",
                "{\"ranges\":[{\"digest\":\"" + digest + "\"}]}",
                "{\"ranges\":[{\"range\":7,\"digest\":\"0\"}]}",
                "256 " + digest,
                "7 " + digest + "\n7 " + digest,
                (digest + "\n").repeat(257),
                digest + "0")) {
            assertThat(paste(other).body())
                    .as(other)
                    .contains("Something else was pasted")
                    .doesNotContain("Your copy is right", "ranges differ");
        }
    }

    /** Sends the form of a copy without a file, as a browser does if none was chosen. */
    private HttpResponse<String> paste(String digests) throws Exception {
        String form = Stream.of(
                                List.of("form-token", browser.formToken()),
                                List.of("company", "7"),
                                List.of("location", "70"),
                                List.of("digests", digests),
                                List.of("file\"; filename=\"", ""))
                        .map(field -> DeskBrowser.part(field.get(0)) + field.get(1))
                        .collect(Collectors.joining("\r\n"))
                + "\r\n--limit--\r\n";
        return send(form);
    }

    private HttpResponse<String> send(String form) throws Exception {
        return DeskBrowser.send(browser.request("/desk/copy")
                .header("Content-Type", "multipart/form-data; boundary=limit")
                .header("Origin", api.address().toString())
                .POST(HttpRequest.BodyPublishers.ofString(form)));
    }

    @Test
    void a_large_file_is_read_as_it_arrives_and_whatever_is_wrong_the_page_says_so() throws Exception {
        browser.signIn("c1", SECRET);
        byte[] large =
                ("{\"next\":\"" + "x".repeat(1_000) + "\"}\n").repeat(40_000).getBytes(StandardCharsets.UTF_8);
        assertThat(compare(large).body()).contains("The file has 0 records, the service 1.");
        large[0] = 'x';
        HttpResponse<String> refused = compare(large);
        assertThat(refused.statusCode()).isEqualTo(200);
        assertThat(refused.body()).contains("not well-formed JSON, at line 1");
        assertThat(browser.upload("/desk/copy", large, "company", "8", "location", "8")
                        .statusCode())
                .isEqualTo(404);
        String token = browser.formToken();
        assertThat(DeskBrowser.send(browser.uploading("/desk/copy", snapshot(), token + "x")
                                .header("Origin", api.address().toString()))
                        .statusCode())
                .isEqualTo(403);
        assertThat(DeskBrowser.send(browser.uploading("/desk/copy", snapshot(), token))
                        .statusCode())
                .as("no origin")
                .isEqualTo(403);
        assertThat(browser.submit("/desk/copy", "company", "7").statusCode())
                .as("not a form with a file")
                .isEqualTo(415);
        for (String form : List.of(
                "",
                "x",
                "--limit--\r\n",
                "--limit\r\n\r\n",
                "--limit\r\n".repeat(1_000),
                DeskBrowser.part("form-token") + token,
                "--limit\r\nX: " + "x".repeat(20_000) + "\r\n\r\n",
                DeskBrowser.part("form-token") + "x".repeat(200_000) + "\r\n--limit--\r\n")) {
            assertThat(send(form).statusCode())
                    .as(form.substring(0, Math.min(80, form.length())))
                    .isIn(400, 403, 413);
        }
    }

    @Test
    void a_partner_uploads_one_file_at_a_time() throws Exception {
        browser.signIn("c1", SECRET);
        try (Socket slow = new Socket(api.address().getHost(), api.address().getPort())) {
            slow.getOutputStream()
                    .write((upload(browser.cookie, 1_000_000) + "--limit\r\n").getBytes(StandardCharsets.UTF_8));
            await().atMost(Duration.ofSeconds(20))
                    .untilAsserted(
                            () -> assertThat(compare(snapshot()).statusCode()).isEqualTo(429));
        }
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(
                        () -> assertThat(compare(snapshot()).statusCode()).isEqualTo(200));
    }

    @Test
    void a_browser_that_sends_a_large_file_first_is_shown_why_it_was_refused() throws Exception {
        browser.signIn("c1", SECRET);
        String token = DeskBrowser.part("form-token") + browser.formToken();
        assertThat(sentFirst(browser.cookie, token + "x", 64 << 20)).startsWith("HTTP/1.1 403 ");
        assertThat(sentFirst(null, token, 64 << 20)).startsWith("HTTP/1.1 303 ");
        assertThat(sentFirst(browser.cookie, token, 300 << 20)).startsWith("HTTP/1.1 413 ");
        try (Socket slow = new Socket(api.address().getHost(), api.address().getPort())) {
            slow.getOutputStream().write(upload(browser.cookie, 1_000_000).getBytes(StandardCharsets.UTF_8));
            await().atMost(Duration.ofSeconds(20))
                    .untilAsserted(
                            () -> assertThat(compare(snapshot()).statusCode()).isEqualTo(429));
            assertThat(sentFirst(browser.cookie, token, 64 << 20)).startsWith("HTTP/1.1 429 ");
        }
    }

    private String upload(@Nullable String cookie, int length) {
        return "POST /desk/copy HTTP/1.1\r\nHost: " + api.address().getAuthority() + "\r\nOrigin: " + api.address()
                + (cookie == null ? "" : "\r\nCookie: " + cookie)
                + "\r\nContent-Type: multipart/form-data; boundary=limit\r\nContent-Length: " + length + "\r\n\r\n";
    }

    /** Sends a whole form before it reads the response, of which it returns the beginning. */
    private String sentFirst(@Nullable String cookie, String first, int length) throws Exception {
        try (Socket socket = new Socket(api.address().getHost(), api.address().getPort())) {
            OutputStream out = socket.getOutputStream();
            out.write(upload(cookie, length).getBytes(StandardCharsets.UTF_8));
            byte[] form = Arrays.copyOf(
                    (first + "\r\n" + DeskBrowser.part("file\"; filename=\"x")).getBytes(StandardCharsets.UTF_8),
                    1 << 20);
            for (int sent = 0; sent < length; sent += form.length) {
                out.write(form);
                Arrays.fill(form, (byte) ' ');
            }
            return new String(socket.getInputStream().readNBytes(20), StandardCharsets.UTF_8);
        }
    }

    @Test
    void the_webhook_s_state_is_said_in_words_with_what_to_do() throws Exception {
        browser.signIn("c1", SECRET);
        assertThat(browser.page("/desk")).contains("Healthy", "You have everything");
        webhook.report(WebhookOfPartner.endpoint(EndpointStatus.SUSPENDED).setSuspension("the endpoint answered 410"));
        assertThat(browser.page("/desk"))
                .contains("Suspended", "the endpoint answered 410", "nothing is lost", "Your endpoint answered 500");
        webhook.report(WebhookOfPartner.endpoint(EndpointStatus.BACKING_OFF).setBackingOffUntil(WebhookOfPartner.NOW));
        assertThat(browser.page("/desk")).contains("we try again", "Next attempt", "2026-01-01 00:00:00 UTC");
        webhook.configure(
                true, true, WebhookControl.newBuilder().setSuspended(true).build());
        assertThat(browser.page("/desk")).contains("only the operator can release it");
        webhook.configure(true, false, WebhookControl.newBuilder().build());
        assertThat(browser.page("/desk")).contains("switch the webhook on");
        webhook.configure(false, true, WebhookControl.newBuilder().build());
        HttpResponse<String> off = browser.get("/desk");
        assertThat(off.statusCode()).isEqualTo(403);
        assertThat(off.body()).contains("Your account is off", "only the operator can switch it on");
    }

    @Test
    void the_address_is_changed_by_the_API_s_own_rules() throws Exception {
        browser.signIn("c1", SECRET);
        DeskForm form = DeskForm.of(browser.page("/desk"), "/desk/webhook/address");
        HttpResponse<String> refused = browser.send(form.with("url", "http://127.0.0.1/"));
        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body()).contains("webhook.url");
        assertThat(api.commands.received).isEmpty();
        api.names.addresses.put("other.example", "1.1.1.1");
        assertThat(browser.send(form.with("url", "https://other.example/x")).body())
                .contains("The address is changed.", "https://other.example/x");
    }

    @Test
    void a_new_secret_is_shown_once() throws Exception {
        browser.signIn("c1", SECRET);
        assertThat(browser.submit("/desk/webhook/rotate-secret", "key", "11111111-2222-3333-4444-555555555555")
                        .body())
                .contains(ApiHarness.MASTER_KEY.webhookSecret("p1", 1), "2026-01-02 00:00:00 UTC");
        assertThat(browser.page("/desk"))
                .contains("The previous one also signs until")
                .doesNotContain("whsec_");
    }

    @Test
    void deliveries_are_filtered_by_outcome_and_show_what_was_answered() throws Exception {
        webhook.log(attempt(3, AttemptKind.PING, AttemptOutcome.ACCEPTED));
        browser.signIn("c1", SECRET);
        assertThat(browser.page("/desk/deliveries")).contains("msg_1", "msg_3");
        assertThat(browser.page("/desk/deliveries?outcome=failed"))
                .contains("msg_1")
                .doesNotContain("msg_3");
        assertThat(browser.page("/desk/deliveries/msg_1")).contains("&lt;script&gt;no such table");
    }

    @Test
    void a_variant_is_shown_with_where_each_value_comes_from() throws Exception {
        browser.signIn("c1", SECRET);
        assertThat(browser.page("/desk/variants?company=7&location=70&kind=skus&id=S"))
                .contains("Comes from", "the product database");
        assertThat(browser.page("/desk/variants?company=7&location=70&kind=barcodes&id=none"))
                .contains("There is no such variant there.");
    }

    @Test
    void the_API_can_be_tried_as_the_client_and_nothing_else_of_the_address() throws Exception {
        browser.signIn("c1", SECRET);
        assertThat(browser.submit("/desk/api", "method", "GET", "address", "/v1/partner")
                        .body())
                .contains("Response, status 200", "allowedCompanies");
        assertThat(browser.submit("/desk/api", "method", "GET", "address", "/v1/8/location/80")
                        .body())
                .contains("Response, status 403", "COMPANY_NOT_ALLOWED");
        assertThat(browser.submit("/desk/api", "method", "GET", "address", "/v1/7/variants/changes?since=x&w%61it=5")
                        .body())
                .contains("wait for changes");
        for (String other : List.of("/desk/sign-in", "//elsewhere.example/v1/", "/v1/../desk", "/v1/ x", "")) {
            assertThat(browser.submit("/desk/api", "method", "GET", "address", other)
                            .body())
                    .as(other)
                    .contains("A path begins with /v1/");
        }
    }

    @Test
    void a_page_shows_that_a_cursor_is_newer_than_what_has_arrived_and_waits_for_nothing() throws Exception {
        String cursor =
                api.get("/v1/7/location/70/variants").json().path("changes").asText();
        api.lookup.changes.remove(api.lookup.changes.size() - 1);
        browser.signIn("c1", SECRET);
        String address = "/v1/7/location/70/variants/changes?since=" + cursor;
        assertThat(browser.submit("/desk/api", "method", "GET", "address", address)
                        .body())
                .contains("Response, status 503", "retry-after: 1", "which a page can&#39;t");
        assertThat(api.watch.waiting()).isZero();
    }

    @Test
    void whatever_is_asked_for_is_answered_with_a_page_and_never_with_a_failure() throws Exception {
        browser.signIn("c1", SECRET);
        for (String path : List.of(
                "/desk/variants?company=%C3%28&location=%00&id=%ff",
                "/desk/variants?company=7&id=A",
                "/desk/variants?company=..&location=.&id=%2e%2e",
                "/desk/configuration?search=%C3%28&search=x",
                "/desk/configuration/%20/%20",
                "/desk/configuration/7%20/.%20",
                "/desk/deliveries/%20",
                "/desk/deliveries?outcome=x",
                "/desk/link?code=%C3%28")) {
            HttpResponse<String> answer = browser.get(path);
            assertThat(answer.statusCode()).as(path).isLessThan(500);
            assertThat(answer.body()).as(path).startsWith("<!DOCTYPE html>");
        }
        for (String method : List.of("", "get", "HEAD", "OPTIONS", "TRACE", "CONNECT", "BEFORE", "X Y", "PUT")) {
            for (String address :
                    List.of("/v1/partner", "/v1/%C3%28/variants", "/v1/7/variants?limit=%ff&x", "/v1/;x")) {
                HttpResponse<String> answer =
                        browser.submit("/desk/api", "method", method, "address", address, "body", "\u0000");
                assertThat(answer.statusCode()).as("%s %s", method, address).isEqualTo(200);
                assertThat(answer.body()).as("%s %s", method, address).doesNotContain("Response, status 5");
            }
        }
    }

    @Test
    void signing_out_takes_the_cookie_away() throws Exception {
        browser.signIn("c1", SECRET);
        HttpResponse<String> answer = browser.submit("/desk/sign-out");
        assertThat(answer.headers().firstValue("Set-Cookie").orElseThrow())
                .contains("catalog-desk=;", "Expires=Thu, 01 Jan 1970");
        assertThat(answer.body()).contains("You are signed out.").doesNotContain(">Sign out<", "everywhere<");
    }
}
