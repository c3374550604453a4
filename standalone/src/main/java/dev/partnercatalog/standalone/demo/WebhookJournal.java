package dev.partnercatalog.standalone.demo;

import com.fasterxml.jackson.databind.JsonNode;
import dev.partnercatalog.cli.listen.MessageText;
import dev.partnercatalog.runtime.text.PrintableText;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Summarizes what the partner's webhook receives, and counts it. Thread-safe. */
final class WebhookJournal {
    private final PrintWriter out;
    private final Set<String> records = new HashSet<>();
    private boolean printing;

    WebhookJournal(PrintWriter out) {
        this.out = out;
    }

    synchronized void accept(JsonNode message) {
        JsonNode variants = message.path("data").path("variants");
        JsonNode removed = message.path("data").path("removed");
        variants.forEach(variant -> records.add(MessageText.id(variant)));
        removed.forEach(variant -> records.remove(MessageText.id(variant)));
        notifyAll();
        if (printing) {
            List<String> lines = MessageText.lines(message);
            out.println(time() + "  webhook, " + lines.get(0));
            lines.stream().skip(1).forEach(out::println);
            out.flush();
        }
    }

    synchronized void refuse(String reason) {
        out.println(time() + "  webhook rejected: " + PrintableText.of(reason));
        out.flush();
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

    /** Also at a full minute, with its seconds. */
    private static String time() {
        return LocalTime.now(ZoneId.systemDefault()).format(DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT));
    }
}
