package dev.partnercatalog.standalone;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.logging.LogType;

/** The accessibility rules of axe-core, applied to a page in a browser. */
final class Axe {

    private static final String VERSION_FILE = "/META-INF/maven/org.webjars.npm/axe-core/pom.properties";
    private static final String SCRIPT = script();
    private static final String RUN = """
            const done = arguments[0];
            axe.run().then(
                (result) => done(result.violations.flatMap((violation) =>
                    violation.nodes.map((node) => violation.id + ": " + node.html + " " + node.failureSummary))),
                (fault) => done([String(fault)]));
            """;

    private Axe() {}

    /** What violates a rule on the current page, in words. */
    static List<?> violations(ChromeDriver browser) {
        browser.executeScript(SCRIPT);
        List<?> violations = (List<?>) Objects.requireNonNull(browser.executeAsyncScript(RUN));
        // What the browser advises about the rules' own script isn't about the page.
        browser.manage().logs().get(LogType.BROWSER);
        return violations;
    }

    private static String script() {
        Properties jar = new Properties();
        try (InputStream properties = resource(VERSION_FILE)) {
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
        return Objects.requireNonNull(Axe.class.getResourceAsStream(path), path);
    }
}
