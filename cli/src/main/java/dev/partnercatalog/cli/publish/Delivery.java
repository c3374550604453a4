package dev.partnercatalog.cli.publish;

import dev.partnercatalog.operations.eventfile.Line;
import dev.partnercatalog.schemas.plain.FieldFault;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.function.ObjLongConsumer;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.errors.InvalidTimestampException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.jspecify.annotations.Nullable;

/** Counts the results of the lines of a run; the reader and the producer's own thread report to it. Thread-safe. */
final class Delivery {

    private final ObjLongConsumer<String> faulty;
    private final ObjLongConsumer<String> warned;
    private final long start = System.nanoTime();
    private long records;
    private long tombstones;
    private long faults;
    private long warnings;
    private PublishReport.@Nullable Outage outage;

    /**
     * What is wrong with a line is passed on as it happens, with the line's number from 1; never from two threads at once.
     *
     * @param faulty receives what is wrong with each line that is not published
     * @param warned receives the warnings of each line that is published although it has some
     */
    Delivery(ObjLongConsumer<String> faulty, ObjLongConsumer<String> warned) {
        this.faulty = faulty;
        this.warned = warned;
    }

    /** One that prints a line for each: the place, the line's number and the problem. */
    static Delivery printing(PrintWriter out, String place) {
        return new Delivery(
                (problem, line) -> out.println(place + line + ": " + problem),
                (warning, line) -> out.println(place + line + ": warning: " + warning));
    }

    /** A line that isn't published. */
    synchronized void fault(long line, String problem) {
        faults++;
        faulty.accept(problem, line);
    }

    /** An event that is going to be published. */
    synchronized void read(Line.Event event) {
        if (!event.warnings().isEmpty()) {
            warnings++;
            warned.accept(FieldFault.inWords(event.warnings()), event.number());
        }
    }

    /** The brokers' answer to an event that was sent; {@code refusal} is null if they accepted it. */
    synchronized void answered(Line.Event event, @Nullable Exception refusal) {
        if (refusal == null) {
            if (event.value() == null) {
                tombstones++;
            } else {
                records++;
            }
        } else if (isOfTheRecord(refusal)) {
            fault(event.number(), "the broker rejected the record: " + refusal.getMessage());
        } else if (outage == null) {
            outage = new PublishReport.Outage(1, event.number(), reason(refusal));
        } else {
            outage = new PublishReport.Outage(
                    outage.undelivered() + 1, Math.min(outage.firstLine(), event.number()), outage.reason());
        }
    }

    /** Whether it is pointless to send more. */
    synchronized boolean isBroken() {
        return outage != null;
    }

    synchronized PublishReport report() {
        return new PublishReport(
                records, tombstones, faults, warnings, outage, Duration.ofNanos(System.nanoTime() - start));
    }

    /** Whether other records can still be accepted after this. */
    private static boolean isOfTheRecord(Exception refusal) {
        return refusal instanceof RecordTooLargeException
                || refusal instanceof InvalidRecordException
                || refusal instanceof InvalidTimestampException;
    }

    private static String reason(Exception refusal) {
        return refusal.getMessage() == null ? refusal.toString() : refusal.getMessage();
    }
}
