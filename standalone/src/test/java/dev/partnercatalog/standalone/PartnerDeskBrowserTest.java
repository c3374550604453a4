package dev.partnercatalog.standalone;

import static dev.partnercatalog.standalone.CompanyEvents.listing;
import static dev.partnercatalog.standalone.CompanyEvents.partner;
import static dev.partnercatalog.standalone.CompanyEvents.product;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.partnercatalog.operations.operation.ClientOperations.Credentials;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
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
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;

/** The desk in a real browser. Screenshots are left in {@code target/console}. */
@Tag("processes")
@ExtendWith(CatalogExtension.class)
class PartnerDeskBrowserTest {

    private static final Duration SOON = Duration.ofMinutes(3);
    private static final List<String> PAGES = List.of(
            "/desk",
            "/desk/deliveries",
            "/desk/variants?company=7750&location=7751&kind=barcodes&id=desk-9",
            "/desk/configuration",
            "/desk/configuration/7750/7751",
            "/desk/copy",
            "/desk/signatures",
            "/desk/api");

    @TempDir
    static Path folder;

    private static ChromeDriver driver;
    private static ConsoleBrowser browser;

    @BeforeAll
    static void start(CatalogAddresses catalog) throws Exception {
        assumeTrue(Chromium.isThere(), Chromium.HOW_TO_GET_IT);
        Credentials client = catalog.createClient("desk-browser");
        catalog.publish(CatalogTopic.PARTNERS, partner("desk-browser", "http://127.0.0.1:9/", 7_750));
        catalog.publish(CatalogTopic.BPD_VARIANTS, product("desk-9", "Flower"));
        catalog.publish(CatalogTopic.LISTINGS, listing(7_750, "d-9", "desk-9"));
        PartnerClient.authorized(catalog, client);
        driver = Chromium.start(folder.resolve("profile"));
        browser = new ConsoleBrowser(driver, catalog.api());
        await().atMost(SOON).untilAsserted(() -> {
            browser.open("/desk/sign-in");
            driver.findElement(By.id("client_id")).sendKeys(client.clientId());
            driver.findElement(By.id("client_secret")).sendKeys(client.clientSecret(), Keys.ENTER);
            assertThat(browser.text()).contains("Sign out");
        });
        browser.awaitPage("/desk", "Your endpoint fails", "Next attempt");
        browser.awaitPage("/desk/deliveries", "failed");
        browser.awaitPage(PAGES.get(2), "Comes from");
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
    void every_page_fits_its_window_and_can_be_read(int width, String scheme) throws Exception {
        Chromium.emulate(driver, width, scheme);
        for (String page : PAGES) {
            browser.open(page);
            look(page, width, scheme);
        }
        browser.open("/desk/deliveries");
        driver.findElement(By.cssSelector("main a[href^='/desk/deliveries/']")).click();
        look("/desk/delivery", width, scheme);
    }

    private static void look(String page, int width, String scheme) throws Exception {
        browser.screenshot(page, width, scheme);
        assertThat(driver.getTitle()).as(page).endsWith("Partner Catalog");
        assertThat(driver.findElements(By.tagName("h1"))).as(page).hasSize(1);
        assertThat(browser.script("return document.documentElement.scrollWidth <= innerWidth"))
                .as("%s at %d fits", page, width)
                .isEqualTo(true);
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

    @Test
    void all_that_can_be_used_has_a_name_and_is_reached_by_the_keyboard() {
        for (String page : PAGES) {
            browser.open(page);
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
}
