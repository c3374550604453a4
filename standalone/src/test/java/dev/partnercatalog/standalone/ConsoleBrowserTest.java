package dev.partnercatalog.standalone;

import static dev.partnercatalog.standalone.CompanyEvents.listing;
import static dev.partnercatalog.standalone.CompanyEvents.partner;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.partnercatalog.cli.console.Console;
import dev.partnercatalog.cli.topic.Brokers;
import dev.partnercatalog.schemas.registry.RegistrySettings;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;

/** The console in a real browser. Screenshots are left in {@code target/console}. */
@Tag("processes")
@ExtendWith(CatalogExtension.class)
@Order(1)
class ConsoleBrowserTest {

    private static final String HOSTILE = "<script>document.title='taken over'</script>";
    private static final String EXPLAIN =
            "/explain?partner=browser&company=7600&location=7601&by=barcode&identifier=browser-1";
    private static final String TOKEN = "the-token-of-the-tests-0123456789";

    @TempDir
    static Path folder;

    private static Chromium browser;
    private static Console console;

    /** The page of this test's own dead letter, whatever others there are. */
    private static String letter = "";

    @BeforeAll
    static void start(CatalogAddresses catalog) throws Exception {
        assumeTrue(Chromium.isThere(), Chromium.HOW_TO_GET_IT);
        browser = Chromium.start(folder.resolve("profile"), Path.of("target", "console"));
        console = Console.start(new Console.Settings(
                catalog.kafka(),
                RegistrySettings.at(catalog.registry()),
                "127.0.0.1",
                0,
                Files.writeString(folder.resolve("token"), TOKEN + "\n"),
                List.of()));
        publish(catalog);
        String listed = await().until(
                        () -> CommandRun.on(catalog, "dead-letters", "list", "--json", "--key", HOSTILE)
                                .endedWith(0),
                        lines -> !lines.isEmpty());
        letter = "/dead-letters/" + PartnerClient.read(listed).path("id").asText();
        browser.driver().get(console.address().toString());
        browser.awaitText("The console asks for its token");
        browser.look("token");
        browser.driver().findElement(By.name("token")).sendKeys(TOKEN, Keys.ENTER);
        browser.awaitText("Needs attention");
        awaitPage("/partners/browser", "backing off", "can't be reached");
        awaitPage("/overview", HOSTILE + " (browser)");
        awaitPage("/dead-letters", HOSTILE);
        awaitPage(EXPLAIN, "Record", "won");
        browser.forgetLog();
    }

    private static void publish(CatalogAddresses catalog) throws Exception {
        catalog.createClient("browser");
        catalog.publish(
                CatalogTopic.PARTNERS,
                partner("browser", "http://127.0.0.1:9/", 7_600)
                        .replace("\"partnerName\": \"n\"", "\"partnerName\": \"" + HOSTILE + "\""));
        catalog.publish(
                CatalogTopic.BPD_VARIANTS,
                "{\"barcode\": \"browser-1\", \"name\": \"" + HOSTILE + "\", \"thc\": {\"avg\": \"19.2\"}}");
        catalog.publish(CatalogTopic.LISTINGS, listing(7_600, "b-1", "browser-1"));
        Brokers brokers = new Brokers(catalog.kafka());
        byte[] hostile = HOSTILE.getBytes(StandardCharsets.UTF_8);
        try (Producer<byte[], byte[]> producer = brokers.producer()) {
            producer.send(new ProducerRecord<>(brokers.nameOf(CatalogTopic.LISTINGS), hostile, hostile))
                    .get();
        }
    }

    @AfterAll
    static void stop() {
        if (browser != null) {
            browser.close();
        }
        if (console != null) {
            console.close();
        }
    }

    @Test
    void every_page_fits_its_window_can_be_read_runs_nothing_strange_and_is_used_by_the_keyboard() throws Exception {
        for (String page :
                List.of("/overview", "/partners", "/partners/browser", "/explain", EXPLAIN, "/dead-letters", letter)) {
            open(page);
            browser.look(page);
            browser.checkKeyboard(page);
        }
    }

    @Test
    void the_overview_goes_on_by_itself() {
        open("/overview");
        String before = measuredAt();
        await().untilAsserted(() -> assertThat(measuredAt()).isNotEqualTo(before));
    }

    private static String measuredAt() {
        return String.valueOf(browser.script("return document.querySelector('time')?.dateTime"));
    }

    @Test
    void an_operator_resumes_a_webhook_and_creates_a_client_whose_secret_is_shown_once() throws Exception {
        open("/partners/browser");
        browser.press("Suspend");
        browser.awaitText("the partner can't resume it");
        browser.look("suspend");
        browser.click(By.cssSelector("dialog button[value=yes]"));
        browser.awaitText("The webhook is held.");
        awaitPage("/partners/browser", "held by the operator");
        browser.press("Resume");
        browser.awaitText("The webhook is ");
        browser.press("Create a client");
        browser.awaitText("The secret is shown only this once.");
        browser.look("client");
        awaitPage("/partners/browser", "2 clients");
        assertThat(browser.text()).doesNotContain("shown only this once");
    }

    @Test
    void an_operator_sees_what_a_replay_would_do_before_it_is_done() throws Exception {
        open(letter);
        browser.press("Replay all of its key");
        browser.awaitText("Would be replayed");
        browser.click(By.cssSelector("dialog button[value=no]"));
        open("/dead-letters");
        browser.click(By.xpath("//tr[contains(., 'expected companyId/locationId/sku')]//button[.='Replay']"));
        browser.awaitText("Would be replayed");
        browser.look("replay");
        browser.click(By.cssSelector("dialog button[value=yes]"));
        browser.awaitText("Replayed");
        // What failed again is a letter again.
        awaitPage("/dead-letters", HOSTILE);
    }

    /** Opens a page, and waits until it has its content. */
    private static void open(String page) {
        browser.driver().get("about:blank");
        browser.driver().get(console.address() + "/#" + page);
        await().until(() -> browser.driver()
                        .findElements(By.cssSelector("main:not([aria-busy]) h1"))
                        .size()
                == 1);
    }

    private static void awaitPage(String page, String... parts) {
        await().untilAsserted(() -> {
            open(page);
            assertThat(browser.text()).contains(parts);
        });
    }
}
