package dev.partnercatalog.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.chrome.ChromeDriver;

/** A browser in which the console is open. Its screenshots are left in {@code target/console}. */
final class ConsoleBrowser {

    private static final Duration SOON = Duration.ofMinutes(3);
    private static final Path SCREENSHOTS = Path.of("target", "console");

    private final ChromeDriver driver;
    private final URI console;

    ConsoleBrowser(ChromeDriver driver, URI console) {
        this.driver = driver;
        this.console = console;
    }

    /** Waits until the current page has these texts. */
    void awaitText(String... parts) {
        await().atMost(SOON).untilAsserted(() -> assertThat(text()).contains(parts));
    }

    /** Opens a page until it has these texts. */
    void awaitPage(String page, String... parts) {
        await().atMost(SOON).untilAsserted(() -> {
            open(page);
            assertThat(text()).contains(parts);
        });
    }

    void signIn() {
        driver.manage().deleteAllCookies();
        open("/sign-in");
        driver.findElement(By.id("token")).sendKeys(RunningConsole.TOKEN, Keys.ENTER);
        awaitText("Sign out");
    }

    /** Takes a screenshot of the current page, and looks for accessibility faults. */
    void look(String name) throws IOException {
        screenshot(name, 1280, "light");
        assertThat(Axe.violations(driver)).as(name).isEmpty();
    }

    void press(String button) {
        driver.findElement(By.xpath("//button[.='" + button + "']")).click();
    }

    void open(String page) {
        driver.get(console + page);
    }

    String text() {
        return driver.findElement(By.tagName("body")).getText();
    }

    @Nullable
    Object script(String script) {
        return driver.executeScript(script);
    }

    void screenshot(String page, int width, String scheme) throws IOException {
        Files.createDirectories(SCREENSHOTS);
        String name = page.equals("/")
                ? "overview"
                : page.substring(1).replaceAll("[?].*", "").replace('/', '-');
        Files.write(
                SCREENSHOTS.resolve(name + "-" + width + "-" + scheme + ".png"),
                driver.getScreenshotAs(OutputType.BYTES));
    }
}
