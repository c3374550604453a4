package dev.partnercatalog.standalone.demo;

import com.fasterxml.jackson.databind.JsonNode;
import dev.partnercatalog.cli.listen.MessageText;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;

/** Prints what the partner's webhook receives, once that is wanted, and counts it. Thread-safe. */
final class WebhookJournal {
    private final PrintWriter out;
    private final Set<String> records = new HashSet<>();
    private boolean printing;

    WebhookJournal(PrintWriter out) {
        this.out = out;
    }

    synchronized void accept(JsonNode message) {
        JsonNode data = message.path("data");
        data.path("variants").forEach(variant -> records.add(MessageText.id(variant)));
        data.path("removed").forEach(variant -> records.remove(MessageText.id(variant)));
        notifyAll();
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

    /** Waits until the partner has this many different records; returns whether that happened in time. */
    synchronized boolean awaitRecords(long count, Duration timeout) throws InterruptedException {
        long deadline = System.nanoTime() + timeout.toNanos();
        while (records.size() < count) {
            long left = Duration.ofNanos(deadline - System.nanoTime()).toMillis();
            if (left <= 0) {
                return false;
            }
            wait(left);
        }
        return true;
    }
}
