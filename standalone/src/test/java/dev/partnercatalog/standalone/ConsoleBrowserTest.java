package dev.partnercatalog.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.partnercatalog.cli.topic.Brokers;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.logging.Level;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;
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
import org.openqa.selenium.OutputType;
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
    private static final Path SCREENSHOTS = Path.of("target", "console");
    private static final String HOSTILE = "<script>document.title='taken over'</script>";
    private static final String EXPLAIN =
            "/explain?partner=browser&company=7600&location=7601&by=barcode&identifier=browser-1";
    private static final List<String> PAGES = List.of(
            "/overview", "/partners", "/partners/browser", "/explain", EXPLAIN, "/dead-letters", "/dead-letters/0-0");

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
    private static RunningConsole console;

    @BeforeAll
    static void start(CatalogAddresses catalog) throws Exception {
        assumeTrue(Chromium.isThere(), Chromium.HOW_TO_GET_IT);
        Files.createDirectories(SCREENSHOTS);
        driver = Chromium.start(folder.resolve("profile"));
        console = RunningConsole.start(catalog);
        publish(catalog);
        driver.get(console.address().toString());
        awaitText("The console asks for its token");
        screenshot("token", 1280, "light");
        assertThat(Axe.violations(driver)).isEmpty();
        driver.findElement(By.name("token")).sendKeys(RunningConsole.TOKEN, Keys.ENTER);
        awaitText("Needs attention");
        awaitPage("/partners/browser", "backing off", "can't be reached");
        awaitPage("/overview", HOSTILE + " (browser)");
        awaitPage("/dead-letters", HOSTILE);
        awaitPage(EXPLAIN, "Record", "won");
        driver.manage().logs().get(LogType.BROWSER);
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
    }

    @AfterAll
    static void stop() {
        if (driver != null) {
            driver.quit();
        }
        if (console != null) {
            console.close();
        }
    }

    @ParameterizedTest
    @CsvSource({"1280, light", "1280, dark", "390, light", "390, dark"})
    void every_page_fits_its_window_can_be_read_and_runs_nothing_strange(int width, String scheme) throws Exception {
        Chromium.emulate(driver, width, scheme);
        for (String page : PAGES) {
            open(page);
            screenshot(page, width, scheme);
            assertThat(driver.getTitle()).as(page).endsWith("Partner Catalog");
            assertThat(driver.findElements(By.tagName("h1"))).as(page).hasSize(1);
            assertThat(script("return document.documentElement.scrollWidth <= innerWidth"))
                    .as("%s at %d fits", page, width)
                    .isEqualTo(true);
            assertThat((List<?>) script(CUT_OFF))
                    .as("%s at %d cuts off", page, width)
                    .isEmpty();
            assertThat((List<?>) script(Contrast.SCRIPT))
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
    void all_that_can_be_used_has_a_name_and_is_reached_by_the_keyboard() {
        for (String page : PAGES) {
            open(page);
            script("document.querySelector('.skip').focus()");
            driver.switchTo().activeElement().sendKeys(Keys.ENTER);
            assertThat(driver.switchTo().activeElement().getTagName()).isEqualTo("main");
            for (WebElement usable : driver.findElements(By.cssSelector("a, button, input, select"))) {
                assertThat(usable.getAccessibleName())
                        .as("%s: %s", page, usable.getTagName())
                        .isNotBlank();
            }
        }
    }

    @Test
    void the_overview_goes_on_by_itself() {
        open("/overview");
        String before = measuredAt();
        await().atMost(SOON).untilAsserted(() -> assertThat(measuredAt()).isNotEqualTo(before));
    }

    private static String measuredAt() {
        return String.valueOf(script("return document.querySelector('time')?.dateTime"));
    }

    @Test
    void an_operator_resumes_a_webhook_and_creates_a_client_whose_secret_is_shown_once() throws Exception {
        Chromium.emulate(driver, 1280, "light");
        open("/partners/browser");
        press("Suspend");
        awaitText("the partner can't resume it");
        look("suspend");
        driver.findElement(By.cssSelector("dialog button[value=yes]")).click();
        awaitText("The webhook is held.");
        awaitPage("/partners/browser", "held by the operator");
        press("Resume");
        awaitText("The webhook is ");
        press("Create a client");
        awaitText("The secret is shown only this once.");
        look("client");
        awaitPage("/partners/browser", "2 clients");
        assertThat(text()).doesNotContain("shown only this once");
    }

    @Test
    void an_operator_sees_what_a_replay_would_do_before_it_is_done() throws Exception {
        Chromium.emulate(driver, 1280, "light");
        open("/dead-letters/0-0");
        press("Replay all of its key");
        awaitText("Would be replayed");
        driver.findElement(By.cssSelector("dialog button[value=no]")).click();
        open("/dead-letters");
        driver.findElement(By.xpath("//tr[contains(., 'listings')]//button[.='Replay']"))
                .click();
        awaitText("Would be replayed");
        look("replay");
        driver.findElement(By.cssSelector("dialog button[value=yes]")).click();
        awaitText("Replayed");
        // What failed again is a letter again.
        awaitPage("/dead-letters", HOSTILE);
    }

    /** Takes a screenshot of the current page, and looks for accessibility faults. */
    private static void look(String name) throws IOException {
        screenshot(name, 1280, "light");
        assertThat(Axe.violations(driver)).as(name).isEmpty();
    }

    /** Opens a page, and waits until it has its content. */
    private static void open(String page) {
        driver.get("about:blank");
        driver.get(console.address() + "/#" + page);
        await().atMost(SOON)
                .until(() -> driver.findElements(By.cssSelector("main:not([aria-busy]) h1"))
                                .size()
                        == 1);
    }

    private static void awaitPage(String page, String... parts) {
        await().atMost(SOON).untilAsserted(() -> {
            open(page);
            assertThat(text()).contains(parts);
        });
    }

    private static void awaitText(String... parts) {
        await().atMost(SOON).untilAsserted(() -> assertThat(text()).contains(parts));
    }

    private static void press(String button) {
        driver.findElement(By.xpath("//button[.='" + button + "']")).click();
    }

    private static String text() {
        return driver.findElement(By.tagName("body")).getText();
    }

    private static @Nullable Object script(String script) {
        return driver.executeScript(script);
    }

    private static void screenshot(String page, int width, String scheme) throws IOException {
        String name = page.replaceAll("[?].*", "-answer").replaceAll("^/", "").replace('/', '-');
        Files.write(
                SCREENSHOTS.resolve(name + "-" + width + "-" + scheme + ".png"),
                driver.getScreenshotAs(OutputType.BYTES));
    }
}
