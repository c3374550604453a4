package dev.partnercatalog.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.logging.Level;
import org.jspecify.annotations.Nullable;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebDriverException;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** The tests' browser: Debian's, if it is installed; nothing is ever downloaded for it. It leaves screenshots. */
final class Chromium implements AutoCloseable {

    static final String HOW_TO_GET_IT = "there is no browser: install Debian's packages chromium and chromium-driver";

    private static final Path BROWSER = Path.of("/usr/bin/chromium");
    private static final Path DRIVER = Path.of("/usr/bin/chromedriver");

    /** Texts that cross the window's left edge. */
    private static final String CUT_OFF = """
        return [...document.querySelectorAll("body *")]
            .filter((e) => e.checkVisibility() && e.getBoundingClientRect().left < -1 && e.getBoundingClientRect().right > 1)
            .map((e) => e.outerHTML.slice(0, 200));
        """;

    private static final String AXE_VERSION = "/META-INF/maven/org.webjars.npm/axe-core/pom.properties";
    private static final String AXE = axe();
    private static final String RUN_AXE = """
            const done = arguments[0];
            axe.run().then(
                (result) => done(result.violations.flatMap((violation) =>
                    violation.nodes.map((node) => violation.id + ": " + node.html + " " + node.failureSummary))),
                (fault) => done([String(fault)]));
            """;

    private final ChromeDriver driver;
    private final Path screenshots;

    private Chromium(ChromeDriver driver, Path screenshots) {
        this.driver = driver;
        this.screenshots = screenshots;
    }

    static boolean isThere() {
        return Files.isExecutable(BROWSER) && Files.isExecutable(DRIVER);
    }

    /**
     * @param profile a separate folder
     * @param screenshots where they are left
     */
    static Chromium start(Path profile, Path screenshots) throws IOException {
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        ChromeOptions options = new ChromeOptions();
        options.setBinary(BROWSER.toFile());
        options.setCapability("goog:loggingPrefs", logs);
        options.addArguments(
                "--headless",
                // It has no sandbox if it runs as root, as in a container; it only opens our own pages.
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--hide-scrollbars",
                "--user-data-dir=" + profile);
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(new File(DRIVER.toString()))
                .usingAnyFreePort()
                .build();
        return new Chromium(new ChromeDriver(service, options), Files.createDirectories(screenshots));
    }

    ChromeDriver driver() {
        return driver;
    }

    String text() {
        return driver.findElement(By.tagName("body")).getText();
    }

    void awaitText(String... parts) {
        await().ignoreExceptionsInstanceOf(WebDriverException.class)
                .untilAsserted(() -> assertThat(text()).contains(parts));
    }

    void press(String button) {
        click(By.xpath("//button[.='" + button + "']"));
    }

    /** A page that goes on by itself may replace or cover what was found before it is clicked. */
    void click(By element) {
        await().ignoreExceptionsInstanceOf(WebDriverException.class)
                .untilAsserted(() -> driver.findElement(element).click());
    }

    @Nullable
    Object script(String script) {
        return driver.executeScript(script);
    }

    /** What is logged until now isn't about the page that is looked at next. */
    void forgetLog() {
        driver.manage().logs().get(LogType.BROWSER);
    }

    /** The current page fits wide and narrow windows, can be read in both color schemes, and runs nothing strange. */
    void look(String page) throws IOException {
        String name =
                page.replaceAll("[?](.*id=)?", "-").replaceAll("^/|=.*", "").replace('/', '-');
        for (String scheme : List.of("light", "dark")) {
            for (int width : new int[] {1280, 390}) {
                emulate(width, scheme);
                Files.write(
                        screenshots.resolve(name + "-" + width + "-" + scheme + ".png"),
                        driver.getScreenshotAs(OutputType.BYTES));
                assertThat(script("return document.documentElement.scrollWidth <= innerWidth"))
                        .as("%s at %d fits", page, width)
                        .isEqualTo(true);
                assertThat((List<?>) script(CUT_OFF))
                        .as("%s at %d cuts off", page, width)
                        .isEmpty();
                assertThat(warnings()).as(page).isEmpty();
                assertThat(violations())
                        .as("%s at %d in %s", page, width, scheme)
                        .isEmpty();
            }
        }
        assertThat(driver.getTitle()).as(page).endsWith("Partner Catalog");
        assertThat(driver.findElements(By.tagName("h1"))).as(page).hasSize(1);
        assertThat(driver.findElements(By.tagName("img"))).as(page).isEmpty();
        emulate(1280, "light");
    }

    /** What violates an accessibility rule of axe-core on the current page, in words. */
    private List<?> violations() {
        driver.executeScript(AXE);
        List<?> violations = (List<?>) Objects.requireNonNull(driver.executeAsyncScript(RUN_AXE));
        // What the browser advises about the rules' own script isn't about the page.
        driver.manage().logs().get(LogType.BROWSER);
        return violations;
    }

    private static String axe() {
        Properties jar = new Properties();
        try (InputStream properties = resource(AXE_VERSION)) {
            jar.load(properties);
            String path = "/META-INF/resources/webjars/axe-core/" + jar.getProperty("version") + "/axe.min.js";
            try (InputStream script = resource(path)) {
                return new String(script.readAllBytes(), StandardCharsets.UTF_8);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("reading from the class path failed", e);
        }
    }

    private static InputStream resource(String path) {
        return Objects.requireNonNull(Chromium.class.getResourceAsStream(path), path);
    }

    private List<String> warnings() {
        return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .filter(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
                .map(LogEntry::getMessage)
                // The browser itself reports that a request was refused, which the page shows.
                .filter(message -> !message.contains("Failed to load resource"))
                .toList();
    }

    /** On the current page, the keyboard skips to its content. */
    void checkKeyboard(String page) {
        script("document.querySelector('.skip').focus()");
        driver.switchTo().activeElement().sendKeys(Keys.ENTER);
        assertThat(script("return document.activeElement.tagName")).as(page).isEqualTo("MAIN");
    }

    /** Shows pages as in a window of this width; if it is narrow, as on a phone. */
    private void emulate(int width, String scheme) {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", 900, "deviceScaleFactor", 1, "mobile", width < 700));
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
    }

    @Override
    public void close() {
        driver.quit();
    }
}
