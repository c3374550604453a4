package dev.partnercatalog.standalone;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Lets a condition take two minutes where a test names no time: on a busy machine a broker can take longer than the ten
 * seconds that Awaitility gives it. JUnit finds this extension by itself.
 */
public final class LongWaits implements BeforeAllCallback {
    @Override
    public void beforeAll(ExtensionContext context) {
        Awaitility.setDefaultTimeout(Duration.ofMinutes(2));
    }
}
