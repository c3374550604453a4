package dev.partnercatalog.standalone.demo;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.Set;

/** Tells in few words what the partner's webhook receives, and counts it. Thread-safe. */
final class WebhookJournal {
    private static final int LISTED = 5;

    private final PrintWriter out;
    private final Set<String> records = new HashSet<>();
    private boolean printing;

    WebhookJournal(PrintWriter out) {
        this.out = out;
    }

    synchronized void accept(JsonNode message) {
        JsonNode variants = message.path("data").path("variants");
        JsonNode removed = message.path("data").path("removed");
        variants.forEach(variant -> records.add(id(variant)));
        removed.forEach(variant -> records.remove(id(variant)));
        notifyAll();
        if (printing) {
            out.printf(
                    "%s  webhook, signature verified: %d changed, %d removed%n",
                    time(), variants.size(), removed.size());
            variants.valueStream().limit(LISTED).forEach(variant -> out.println("    " + summary(variant)));
            removed.valueStream().limit(LISTED).forEach(variant -> out.println("    removed: " + id(variant)));
            int more = Math.max(variants.size() - LISTED, 0) + Math.max(removed.size() - LISTED, 0);
            if (more > 0) {
                out.println("    and " + more + " more");
            }
            out.flush();
        }
    }

    synchronized void refuse(String reason) {
        out.println(time() + "  webhook refused: " + reason);
        out.flush();
    }

    synchronized void startPrinting() {
        printing = true;
    }

    /** Waits until the partner has this many different records; returns whether that came in time. */
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

    private static LocalTime time() {
        return LocalTime.now(ZoneId.systemDefault()).truncatedTo(ChronoUnit.SECONDS);
    }

    private static String id(JsonNode variant) {
        return "company %s, location %s, %s"
                .formatted(
                        variant.path("companyId").asText(),
                        variant.path("locationId").asText(),
                        variant.path("barcode").asText());
    }

    private static String summary(JsonNode variant) {
        String summary = id(variant) + ": " + variant.path("name").asText();
        String thc = variant.path("thc").path("avg").asText();
        return thc.isEmpty()
                ? summary
                : summary + ", THC " + thc + " "
                        + variant.path("cannabisUnitOfMeasure").asText();
    }
}
