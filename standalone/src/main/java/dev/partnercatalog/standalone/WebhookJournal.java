package dev.partnercatalog.standalone;

import com.fasterxml.jackson.databind.JsonNode;
import dev.partnercatalog.cli.listen.MessageText;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Prints what the partner's webhook receives, once that is wanted, and waits for the first records. Thread-safe. */
final class WebhookJournal {
    private final PrintWriter out;
    private final Set<String> records = new HashSet<>();
    private final CountDownLatch missing;
    private boolean printing;

    /** @param expected how many different records are waited for */
    WebhookJournal(PrintWriter out, int expected) {
        this.out = out;
        this.missing = new CountDownLatch(expected);
    }

    synchronized void accept(JsonNode message) {
        for (JsonNode variant : message.at("/data/variants")) {
            if (records.add(MessageText.id(variant))) {
                missing.countDown();
            }
        }
        if (printing) {
            MessageText.print(out, "webhook, ", message);
        }
    }

    synchronized void refuse(String reason) {
        MessageText.printRejected(out, "webhook ", reason);
    }

    synchronized void startPrinting() {
        printing = true;
    }

    /** Waits until the partner has what is expected; returns whether that happened in time. */
    boolean awaitRecords(Duration timeout) throws InterruptedException {
        return missing.await(timeout.toMillis(), TimeUnit.MILLISECONDS);
    }
}
