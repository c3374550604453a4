package dev.partnercatalog.standalone;

import static dev.partnercatalog.standalone.CompanyEvents.listing;
import static dev.partnercatalog.standalone.CompanyEvents.product;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpServer;
import dev.partnercatalog.cli.client.Credentials;
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
import java.util.logging.Level;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;

/** The partners' page in a real browser. Screenshots are left in {@code target/desk}. */
@Tag("processes")
@ExtendWith(CatalogExtension.class)
class PartnerDeskBrowserTest {

    private static final Duration SOON = Duration.ofMinutes(3);
    private static final Path SCREENSHOTS = Path.of("target", "desk");
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
    private static ChromeDriver driver;
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
        driver = Chromium.start(folder.resolve("profile"));
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
        if (driver != null) {
            driver.quit();
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
        await().atMost(SOON).untilAsserted(() -> {
            driver.get(catalog.api() + "/desk");
            driver.findElement(By.name("client")).sendKeys(client.clientId());
            driver.findElement(By.name("secret")).sendKeys(client.clientSecret(), Keys.ENTER);
            await().atMost(Duration.ofSeconds(5))
                    .untilAsserted(() -> assertThat(text()).contains("Sign out", "Green Board " + MARKUP));
        });
    }

    private static void go(String page, String... parts) {
        driver.executeScript("location.hash = '#/' + arguments[0]", page);
        await().atMost(SOON).untilAsserted(() -> assertThat(text()).contains(parts));
    }

    private static String text() {
        return driver.findElement(By.tagName("body")).getText();
    }

    private static void press(String button) {
        driver.findElement(By.xpath("//button[.='" + button + "']")).click();
    }

    @ParameterizedTest
    @CsvSource({"1280, light", "1280, dark", "390, light", "390, dark"})
    void every_page_fits_its_window_and_can_be_read(int width, String scheme) throws Exception {
        Credentials client = partner("desk-look", "/gone", 7_750);
        Chromium.emulate(driver, width, scheme);
        signIn(client);
        go("webhook", "Your webhook is suspended");
        driver.manage().logs().get(LogType.BROWSER);
        for (String[] page : PAGES) {
            go(page[0], page[1]);
            look(page[0], width, scheme);
        }
        go("deliveries", "page 1 of 1");
        driver.findElement(By.cssSelector("main a[href^='#/deliveries/']")).click();
        await().atMost(SOON).untilAsserted(() -> assertThat(text()).contains("Attempt", "410"));
        look("delivery", width, scheme);
        go("webhook", "Resync …");
        press("Resync …");
        await().atMost(SOON).untilAsserted(() -> assertThat(text()).contains("Resync everything?", "2 records"));
        look("resync", width, scheme);
        press("Cancel");
        press("Sign out");
        look("sign-in", width, scheme);
    }

    private static void look(String page, int width, String scheme) throws Exception {
        Files.createDirectories(SCREENSHOTS);
        String name = page.replaceAll("[?].*id=", "-").replace('/', '-');
        Files.write(
                SCREENSHOTS.resolve(name + "-" + width + "-" + scheme + ".png"),
                driver.getScreenshotAs(OutputType.BYTES));
        assertThat(driver.getTitle()).as(page).endsWith("Partner Catalog");
        assertThat(driver.findElements(By.tagName("h1"))).as(page).hasSize(1);
        assertThat(driver.findElements(By.tagName("img"))).as(page).isEmpty();
        assertThat(driver.executeScript("return document.documentElement.scrollWidth <= innerWidth"))
                .as("%s at %d fits", page, width)
                .isEqualTo(true);
        assertThat((List<?>) driver.executeScript(Contrast.SCRIPT))
                .as("%s in %s, too little contrast", page, scheme)
                .isEmpty();
        assertThat(driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                        .filter(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
                        .map(LogEntry::getMessage)
                        // The browser itself reports that a request was refused, which the page shows.
                        .filter(message -> !message.contains("Failed to load resource")))
                .as(page)
                .isEmpty();
        assertThat(Axe.violations(driver))
                .as("%s at %d in %s", page, width, scheme)
                .isEmpty();
    }

    @Test
    void an_engineer_finds_why_a_webhook_does_not_arrive_and_makes_it_arrive() throws Exception {
        Credentials client = partner("desk-repair", "/repaired", 7_760);
        Chromium.emulate(driver, 1280, "light");
        signIn(client);
        go("webhook", "Your webhook is suspended, because your endpoint answered 410", "Nothing is lost");
        go("deliveries", "failed");
        driver.findElement(By.cssSelector("main a[href^='#/deliveries/']")).click();
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(text()).contains("gone (status 410)", "<b>maintenance</b>"));

        go("webhook", "Resume");
        press("Ping");
        await().atMost(SOON).untilAsserted(() -> assertThat(text()).contains("didn't accept the ping"));
        answer = 204;
        press("Resume");
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(text()).contains("Your webhook works, and you have everything"));

        driver.navigate().refresh();
        assertThat(text()).contains("Client secret").doesNotContain("Sign out");
        assertThat((Long) driver.executeScript("return localStorage.length + sessionStorage.length"))
                .isZero();
        assertThat(driver.manage().getCookies()).isEmpty();
    }

    @Test
    void the_page_names_what_is_wrong_in_a_copy() throws Exception {
        Credentials client = partner("desk-copy", "", 7_770);
        PartnerClient program = PartnerClient.authorized(catalog, client);
        String snapshot = await().atMost(SOON)
                .until(
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
        Chromium.emulate(driver, 1280, "light");
        signIn(client);
        go("copy", "Compare");
        compare(right, "Your copy is right: all of its 2 records");
        compare(wrong, "name differs", "missing in your copy", "not in the catalog");
        look("copy-wrong", 1280, "light");
        Chromium.emulate(driver, 390, "dark");
        look("copy-wrong", 390, "dark");
    }

    private static void compare(Path file, String... said) {
        driver.findElement(By.xpath("//select[@name='location']/option[.='Main Street']"))
                .click();
        driver.findElement(By.name("file")).sendKeys(file.toAbsolutePath().toString());
        press("Compare");
        await().atMost(SOON).untilAsserted(() -> assertThat(text()).contains(said));
    }

    @Test
    void all_that_can_be_used_has_a_name_and_is_reached_by_the_keyboard() throws Exception {
        signIn(partner("desk-look", "/gone", 7_750));
        for (String[] page : PAGES) {
            go(page[0], page[1]);
            driver.executeScript("document.querySelector('.skip').focus()");
            driver.switchTo().activeElement().sendKeys(Keys.ENTER);
            assertThat(driver.switchTo().activeElement().getTagName()).isEqualTo("main");
            for (WebElement usable : driver.findElements(By.cssSelector("a, button, input, select, textarea"))) {
                assertThat(usable.getAccessibleName())
                        .as("%s: %s", page[0], usable.getTagName())
                        .isNotBlank();
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"1280, light", "1280, dark", "390, light", "390, dark"})
    void guides_and_unknown_addresses_can_be_read_too(int width, String scheme) throws Exception {
        Chromium.emulate(driver, width, scheme);
        for (String page : List.of("docs", "docs/webhooks", "docs/troubleshooting", "docs/nothing", "desk/nothing")) {
            driver.get(catalog.api() + "/" + page);
            look(page, width, scheme);
        }
        driver.get(catalog.api() + "/docs/reference");
        await().atMost(SOON).untilAsserted(() -> assertThat(text()).contains("Get your configuration"));
        look("docs/reference", width, scheme);
    }
}
