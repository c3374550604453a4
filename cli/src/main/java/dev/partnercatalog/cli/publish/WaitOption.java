package dev.partnercatalog.cli.publish;

import dev.partnercatalog.cli.options.ConnectionOptions;
import dev.partnercatalog.operations.Quantity;
import dev.partnercatalog.operations.deadletter.DeadLetter;
import dev.partnercatalog.operations.deadletter.EventOutcomes;
import dev.partnercatalog.operations.deadletter.PublishedPositions;
import dev.partnercatalog.runtime.text.PrintableText;
import dev.partnercatalog.runtime.trace.EventPosition;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** {@code --wait}: what became of the published events. */
final class WaitOption {

    private static final int MOST_NAMED = 100;
    private static final int LONGEST_KEY = 300;

    @Option(
            names = "--wait",
            description =
                    "Wait until the resolver has processed the published records, list those that it rejected, and"
                            + " count those that changed nothing; if any was rejected, the exit status is 1. Reads"
                            + " dead-letters, unchanged-events and the progress of streams-app.")
    private boolean wait;

    /** To be called before anything is published; null without the option. */
    @Nullable
    EventOutcomes begin(ConnectionOptions connection) {
        if (!wait) {
            return null;
        }
        return EventOutcomes.from(connection.kafka(), connection.registry());
    }

    /** Waits, prints what was rejected and the counts, and returns the number of rejected records. */
    static long await(EventOutcomes outcomes, CatalogTopic topic, PublishedPositions published, CommandLine command) {
        long start = System.nanoTime();
        PrintWriter err = command.getErr();
        AtomicLong rejected = new AtomicLong();
        long unchanged = outcomes.await(topic, published, behind -> {}, rejection -> {
            if (rejected.incrementAndGet() <= MOST_NAMED) {
                err.println("rejected: " + named(rejection));
            }
        });
        if (rejected.get() > MOST_NAMED) {
            err.println("and " + Quantity.of(rejected.get() - MOST_NAMED, "more record")
                    + ": see './catalog dead-letters" + " list --summary'");
        }
        command.getOut()
                .printf(
                        Locale.ROOT,
                        "resolved %s in %.1f s: %s, %d rejected%n",
                        Quantity.of(published.count(), "record"),
                        (System.nanoTime() - start) / 1e9,
                        accepted(topic, published.count() - rejected.get(), unchanged),
                        rejected.get());
        return rejected.get();
    }

    private static String accepted(CatalogTopic topic, long accepted, long unchanged) {
        return EventPosition.isCompared(topic)
                ? accepted - unchanged + " applied, " + unchanged + " changed nothing"
                : accepted + " accepted";
    }

    private static String named(EventOutcomes.Rejection rejection) {
        DeadLetter letter = rejection.letter();
        byte[] key = letter.key();
        return (key == null ? "a record without a key" : PrintableText.of(key, LONGEST_KEY))
                + " at " + rejection.position() + ", dead letter " + letter.id() + ": "
                + PrintableText.of(letter.reason());
    }
}
