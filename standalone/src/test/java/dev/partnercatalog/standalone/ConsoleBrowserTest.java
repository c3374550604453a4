package dev.partnercatalog.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.partnercatalog.operations.topic.Brokers;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.logging.Level;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;

/** The console in a real browser. Screenshots are left in {@code target/console}. */
@Tag("processes")
@ExtendWith(CatalogExtension.class)
@Order(1)
class ConsoleBrowserTest {

    private static final Duration SOON = Duration.ofMinutes(3);
    private static final String HOSTILE = "<script>document.title='taken over'</script>";
    private static final List<String> PAGES = List.of(
            "/",
            "/explain?partner=browser&company=7600&location=7601&kind=barcode&identifier=browser-1",
            "/partners",
            "/partners/browser",
            "/new-partner",
            "/partners/browser/resync?company=7600",
            "/preview",
            "/completeness?company=7600",
            "/dead-letters",
            "/audit",
            "/docs",
            "/docs/incidents",
            "/docs/kubernetes",
            "/docs/settings",
            "/sign-in");
    /** Texts that cross the window's left edge. */
    private static final String CUT_OFF = """
        return [...document.querySelectorAll("body *")]
            .filter((e) => e.checkVisibility() && e.getBoundingClientRect().left < -1 && e.getBoundingClientRect().right > 1)
            .map((e) => e.outerHTML.slice(0, 200));
        """;

    private static final String PARTNER = """
        {"partnerId": "browser", "partnerName": "%s", "enabled": true,\
         "webhook": {"enabled": true, "url": "http://127.0.0.1:9/"},\
         "allowedCompanies": [{"id": "7600", "name": "c", "provider": "cova", "providerId": "p",\
         "allowedFields": {"badges": true, "cannabinoidOverrides": true, "displayNameOverrides": true, "labels": true},\
         "locations": [{"id": "7601", "name": "l", "providerId": "q"}]}]}\
        """;

    @TempDir
    static Path folder;

    private static ChromeDriver driver;
    private static ConsoleBrowser browser;

    @BeforeAll
    static void start(CatalogAddresses catalog, RunningConsole console) throws Exception {
        assumeTrue(Chromium.isThere(), Chromium.HOW_TO_GET_IT);
        driver = Chromium.start(folder.resolve("profile"));
        browser = new ConsoleBrowser(driver, console.address());
        publish(catalog);
    }

    private static void publish(CatalogAddresses catalog) throws Exception {
        catalog.createClient("browser");
        catalog.publish(CatalogTopic.PARTNERS, PARTNER.formatted(HOSTILE));
        catalog.publish(
                CatalogTopic.BPD_VARIANTS,
                "{\"barcode\": \"browser-1\", \"name\": \"" + HOSTILE + "\", \"thc\": {\"avg\": \"19.2\"}}");
        catalog.publish(
                CatalogTopic.LISTINGS,
                "{\"companyId\": 7600, \"locationId\": 7601, \"sku\": \"b-1\", \"barcode\": \"browser-1\"}");
        Brokers brokers = new Brokers(catalog.kafka());
        try (Producer<String, byte[]> producer = brokers.producer()) {
            producer.send(new ProducerRecord<>(
                            brokers.nameOf(CatalogTopic.LISTINGS), HOSTILE, HOSTILE.getBytes(StandardCharsets.UTF_8)))
                    .get();
        }
        browser.awaitPage("/partners/browser", "backing off", "failed", "Request and response");
        browser.awaitPage("/dead-letters", HOSTILE);
        browser.awaitPage(
                "/explain?partner=browser&company=7600&location=7601&kind=barcode&identifier=browser-1",
                "Record",
                "won");
        driver.manage().logs().get(LogType.BROWSER);
    }

    @AfterAll
    static void stop() {
        if (driver != null) {
            driver.quit();
        }
    }

    @ParameterizedTest
    @CsvSource({"1280, light", "1280, dark", "390, light", "390, dark"})
    void every_page_fits_its_window_can_be_read_and_runs_nothing_strange(int width, String scheme) throws Exception {
        Chromium.emulate(driver, width, scheme);
        for (String page : PAGES) {
            browser.open(page);
            browser.screenshot(page, width, scheme);
            assertThat(driver.getTitle()).as(page).endsWith("Partner Catalog");
            assertThat(driver.findElements(By.tagName("h1"))).as(page).hasSize(1);
            assertThat(browser.script("return document.documentElement.scrollWidth <= innerWidth"))
                    .as("%s at %d fits", page, width)
                    .isEqualTo(true);
            assertThat((List<?>) browser.script(CUT_OFF))
                    .as("%s at %d cuts off", page, width)
                    .isEmpty();
            assertThat((List<?>) browser.script(Contrast.SCRIPT))
                    .as("%s in %s, too little contrast", page, scheme)
                    .isEmpty();
            assertThat(driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                            .filter(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
                            .map(LogEntry::getMessage))
                    .as(page)
                    .isEmpty();
            assertThat(Axe.violations(driver))
                    .as("%s at %d in %s", page, width, scheme)
                    .isEmpty();
        }
    }

    @Test
    void the_measure_of_contrast_finds_text_that_is_too_faint() {
        Chromium.emulate(driver, 1280, "light");
        browser.open("/");
        browser.script("document.querySelector('h1').style.color = 'rgb(150, 150, 150)'");
        assertThat((List<?>) browser.script(Contrast.SCRIPT))
                .singleElement()
                .asString()
                .startsWith("Overview");
    }

    @Test
    void all_that_can_be_used_has_a_name_and_is_reached_by_the_keyboard() {
        for (String page : PAGES) {
            browser.open(page);
            // A page that goes on by itself would fold what comes to it meanwhile.
            browser.script("window.fetch = () => Promise.reject(new Error('held still'))");
            // What is folded has no name until it is shown.
            browser.script("document.querySelectorAll('details').forEach((details) => (details.open = true))");
            driver.switchTo().activeElement().sendKeys(Keys.TAB);
            assertThat(driver.switchTo().activeElement().getText()).isEqualTo("Skip to content");
            driver.switchTo().activeElement().sendKeys(Keys.ENTER);
            assertThat(driver.switchTo().activeElement().getTagName()).isEqualTo("main");
            for (WebElement usable :
                    driver.findElements(By.cssSelector("a, button, input:not([type=hidden]), select, textarea"))) {
                assertThat(usable.getAccessibleName())
                        .as("%s: %s", page, usable.getTagName())
                        .isNotBlank();
            }
        }
    }

    @Test
    void the_overview_goes_on_by_itself() {
        browser.open("/");
        String before = measuredAt();
        await().atMost(SOON).untilAsserted(() -> assertThat(measuredAt()).isNotEqualTo(before));
        assertThat(browser.script("return performance.getEntriesByType('navigation').length"))
                .isEqualTo(1L);
    }

    private static String measuredAt() {
        return String.valueOf(browser.script("return document.querySelector('time')?.dateTime"));
    }

    @Test
    void an_operator_signs_in_resyncs_a_webhook_and_signs_out() {
        browser.signIn();
        browser.open("/partners/browser");
        driver.findElement(By.id("company")).sendKeys("7600");
        browser.press("Resync");
        browser.awaitText("This sends company 7600 with all its locations to the partner again: at most 1 record");
        browser.press("Send again");
        browser.awaitText("The resync of partner browser was requested.");
        browser.press("Resync");
        browser.awaitText("This sends everything");
        browser.press("Send again");
        browser.awaitText("The resync of partner browser was requested.");
        browser.open("/preview");
        driver.findElement(By.id("events"))
                .sendKeys("{\"barcode\": \"browser-1\", \"name\": \"Renamed in a preview\"}");
        browser.press("Preview");
        browser.awaitText("1 event would change 1 record of 1 partner", "Renamed in a preview");
        browser.press("Sign out");
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(driver.getCurrentUrl()).endsWith("/sign-in"));
        browser.open("/partners/browser");
        assertThat(browser.text()).doesNotContain("Resync");
    }

    @Test
    void an_operator_creates_a_partner_and_replays_a_group_of_dead_letters() throws Exception {
        Chromium.emulate(driver, 1280, "light");
        browser.signIn();
        browser.open("/partners");
        driver.findElement(By.linkText("Create a partner")).click();
        WebElement event = driver.findElement(By.id("event"));
        event.clear();
        event.sendKeys(PARTNER.formatted("Created at the console").replace("\"browser\"", "\"created\""));
        browser.look("/new-partner-form");
        browser.press("Check");
        browser.awaitText("Created at the console", "1, with 1 location");
        browser.press("Create the partner and a client");
        browser.awaitText("Partner created is created", "Client id:", "Client secret, shown only this once:");
        browser.awaitPage("/partners/created", "Created at the console", "API clients");
        // Other tests' dead letters may have more causes than the list of all topics shows.
        browser.awaitPage("/dead-letters?topic=listings", "dead letter", "By cause", "Preview replay");
        browser.look("/dead-letters-signed-in");
        driver.findElement(By.xpath("//tr[contains(., 'listings')]//a[.='Preview replay']"))
                .click();
        browser.awaitText("Would be replayed");
        browser.look("/replay");
        driver.findElement(By.xpath("//main//button[starts-with(., 'Replay ')]"))
                .click();
        browser.awaitText("1 replayed, 0 replayable, 0 superseded");
    }

    @Test
    void an_operator_unfolds_a_delivery_and_may_send_its_message_again() throws Exception {
        Chromium.emulate(driver, 1280, "light");
        browser.signIn();
        browser.open("/partners/browser");
        driver.findElement(By.xpath("//summary[.='Request and response']")).click();
        browser.awaitText("No response", "Send again", "webhook-signature: …");
        browser.look("/delivery-signed-in");
        driver.findElement(By.linkText("Send again")).click();
        browser.awaitText("the record of message", "browser-1");
        browser.look("/repeat");
    }

    @Test
    void a_value_that_is_wrong_is_said_beside_its_field_and_mended_there() throws Exception {
        Chromium.emulate(driver, 1280, "light");
        browser.signIn();
        browser.open("/partners/browser/resync?company=shop&location=7601");
        browser.awaitText("'shop' is invalid: expected a number");
        browser.look("/wrong-field");
        WebElement company = driver.findElement(By.id("company"));
        assertThat(company.getDomAttribute("aria-describedby")).isEqualTo("company-fault");
        company.clear();
        company.sendKeys("7600", Keys.ENTER);
        browser.awaitText("location 7601 of company 7600", "Send again");
        // The browser notes the response's status; other tests look for notes of its own.
        driver.manage().logs().get(LogType.BROWSER);
    }
}
