package dev.partnercatalog.runtime;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * How the tests of all modules wait. A condition may take three minutes if a test sets no time: on a busy machine anything
 * can take longer than the ten seconds that Awaitility allows. A thread that ends with an exception doesn't fail a waiting test:
 * applications replace such threads, and it may be another test's. JUnit finds this extension by itself.
 */
public final class Waits implements BeforeAllCallback {
    @Override
    public void beforeAll(ExtensionContext context) {
        Awaitility.setDefaultTimeout(Duration.ofMinutes(3));
        Awaitility.doNotCatchUncaughtExceptionsByDefault();
    }
}
