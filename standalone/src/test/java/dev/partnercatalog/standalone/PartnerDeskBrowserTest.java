package dev.partnercatalog.standalone;

import static dev.partnercatalog.standalone.CompanyEvents.listing;
import static dev.partnercatalog.standalone.CompanyEvents.product;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpServer;
import dev.partnercatalog.cli.client.ClientAccounts.Credentials;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebDriverException;

/** The partners' page in a real browser. Screenshots are left in {@code target/desk}. */
@Tag("processes")
@ExtendWith(CatalogExtension.class)
class PartnerDeskBrowserTest {

    private static final String MARKUP = "<img src=x onerror='document.title=1'>";

    /** Pages with a text that each has once it is complete. */
    private static final String[][] PAGES = {
        {"webhook", "Your webhook is suspended"},
        {"deliveries", "page 1 of 1"},
        {"variants?company=7750&location=7751&by=barcodes&id=desk-1", "the product database"},
        {"variants?company=7750&location=7751&by=barcodes&id=nothing", "doesn't list it"},
        {"copy", "Nothing of it is uploaded"},
        {"configuration", "Companies and locations"},
        {"configuration/7750/7751", "Each variant names its own units"},
        {"configuration/7750/1", "Not possible"},
    };

    @TempDir
    static Path folder;

    private static CatalogAddresses catalog;
    private static Chromium browser;
    private static HttpServer endpoint;

    /** What the endpoint of the partner whose webhook is repaired answers. */
    private static volatile int answer = 410;

    @BeforeAll
    static void start(CatalogAddresses addresses) throws Exception {
        assumeTrue(Chromium.isThere(), Chromium.HOW_TO_GET_IT);
        catalog = addresses;
        endpoint = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        respond("/gone", () -> 410);
        respond("/repaired", () -> answer);
        endpoint.start();
        browser = Chromium.start(folder.resolve("profile"), Path.of("target", "desk"));
    }

    private static void respond(String path, IntSupplier status) {
        endpoint.createContext(path, exchange -> {
            try (exchange) {
                exchange.getRequestBody().readAllBytes();
                byte[] body = "{\"reason\": \"<b>maintenance</b>\"}".getBytes(StandardCharsets.UTF_8);
                exchange.sendResponseHeaders(status.getAsInt(), body.length);
                exchange.getResponseBody().write(body);
            }
        });
    }

    @AfterAll
    static void stop() {
        if (browser != null) {
            browser.close();
        }
        if (endpoint != null) {
            endpoint.stop(0);
        }
    }

    /** A partner whose names contain markup, with two variants at a location. */
    private static Credentials partner(String partnerId, String path, long company) throws IOException {
        Credentials client = catalog.createClient(partnerId);
        URI url = URI.create("http://127.0.0.1:" + endpoint.getAddress().getPort() + path);
        catalog.publish(
                CatalogTopic.PARTNERS,
                CompanyEvents.partner(partnerId, url.toString(), company)
                        .replace("\"partnerName\": \"n\"", "\"partnerName\": \"Green Board " + MARKUP + "\"")
                        .replace("\"name\": \"c\"", "\"name\": \"Northern Lights Dispensaries " + MARKUP + "\"")
                        .replace("\"name\": \"l\"", "\"name\": \"Main Street\""));
        for (String barcode : List.of("-1", "-2")) {
            catalog.publish(CatalogTopic.BPD_VARIANTS, product("desk" + barcode, "Flower " + MARKUP));
            catalog.publish(CatalogTopic.LISTINGS, listing(company, "s" + barcode, "desk" + barcode));
        }
        return client;
    }

    private static void signIn(Credentials client) {
        await().ignoreExceptionsInstanceOf(WebDriverException.class).untilAsserted(() -> {
            browser.driver().get(catalog.api() + "/desk");
            browser.driver().findElement(By.name("client")).sendKeys(client.clientId());
            browser.driver().findElement(By.name("secret")).sendKeys(client.clientSecret(), Keys.ENTER);
            await().atMost(Duration.ofSeconds(30))
                    .untilAsserted(() -> assertThat(browser.text()).contains("Sign out", "Green Board " + MARKUP));
        });
    }

    private static void go(String page, String... parts) {
        browser.driver().executeScript("location.hash = '#/' + arguments[0]", page);
        browser.awaitText(parts);
    }

    @Test
    void every_page_fits_its_window_can_be_read_and_is_used_by_the_keyboard() throws Exception {
        Credentials client = partner("desk-look", "/gone", 7_750);
        signIn(client);
        go("webhook", "Your webhook is suspended");
        browser.forgetLog();
        for (String[] page : PAGES) {
            go(page[0], page[1]);
            browser.look(page[0]);
            browser.checkKeyboard(page[0]);
        }
        go("deliveries", "page 1 of 1");
        browser.click(By.cssSelector("main a[href^='#/deliveries/']"));
        browser.awaitText("Attempt", "410");
        browser.look("delivery");
        go("webhook", "Resync …");
        browser.press("Resync …");
        browser.awaitText("Resync everything?", "2 records");
        browser.look("resync");
        browser.press("Cancel");
        browser.press("Sign out");
        browser.awaitText("Client secret");
        browser.look("sign-in");
    }

    @Test
    void an_engineer_finds_why_a_webhook_does_not_arrive_and_makes_it_arrive() throws Exception {
        Credentials client = partner("desk-repair", "/repaired", 7_760);
        signIn(client);
        go("webhook", "Your webhook is suspended, because your endpoint answered 410", "Nothing is lost");
        go("deliveries", "failed");
        browser.click(By.cssSelector("main a[href^='#/deliveries/']"));
        browser.awaitText("gone (status 410)", "<b>maintenance</b>");

        go("webhook", "Resume");
        browser.press("Ping");
        browser.awaitText("didn't accept the ping");
        answer = 204;
        browser.press("Resume");
        browser.awaitText("Your webhook works, and you have everything");

        browser.driver().navigate().refresh();
        browser.awaitText("Client secret");
        assertThat(browser.text()).doesNotContain("Sign out");
        assertThat((Long) browser.driver().executeScript("return localStorage.length + sessionStorage.length"))
                .isZero();
        assertThat(browser.driver().manage().getCookies()).isEmpty();
    }

    @Test
    void the_page_names_what_is_wrong_in_a_copy() throws Exception {
        Credentials client = partner("desk-copy", "", 7_770);
        PartnerClient program = PartnerClient.authorized(catalog, client);
        String snapshot = await().until(
                        () -> program.send(
                                        "GET",
                                        "/v1/7770/location/7771/variants",
                                        null,
                                        "Accept",
                                        "application/x-ndjson")
                                .thenApply(HttpResponse::body)
                                .get(),
                        body -> body.contains("desk-1") && body.contains("desk-2") && body.contains("\"changes\""));
        Path right = Files.writeString(folder.resolve("right.ndjson"), snapshot);
        String first = snapshot.lines()
                .filter(line -> line.contains("\"desk-1\""))
                .findFirst()
                .orElseThrow();
        Path wrong = Files.writeString(
                folder.resolve("wrong.ndjson"),
                first.replace("Flower", "Blossom") + "\n"
                        + PartnerClient.read(first).path("variant").toString().replace("desk-1", "desk-9"));
        signIn(client);
        go("copy", "Compare");
        compare(right, "Your copy is right: all of its 2 records");
        compare(wrong, "name differs", "missing in your copy", "not in the catalog");
        browser.look("copy-wrong");
    }

    private static void compare(Path file, String... said) {
        browser.click(By.xpath("//select[@name='location']/option[.='Main Street']"));
        browser.driver()
                .findElement(By.name("file"))
                .sendKeys(file.toAbsolutePath().toString());
        browser.press("Compare");
        browser.awaitText(said);
    }

    @Test
    void guides_and_unknown_addresses_can_be_read_too() throws Exception {
        for (String page : List.of("docs", "docs/webhooks", "docs/troubleshooting", "docs/nothing", "desk/nothing")) {
            browser.driver().get(catalog.api() + "/" + page);
            browser.look(page);
        }
        browser.driver().get(catalog.api() + "/docs/reference");
        browser.awaitText("Get your configuration");
        browser.look("docs/reference");
    }
}
