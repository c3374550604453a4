package dev.partnercatalog.cli.publish;

import dev.partnercatalog.cli.output.CommandOutput;
import dev.partnercatalog.schemas.fault.FaultWords;
import java.util.Locale;
import java.util.function.ObjLongConsumer;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.errors.InvalidTimestampException;
import org.apache.kafka.common.errors.RecordTooLargeException;

/** Counts what became of the lines of one run. Thread-safe: the reader and the producer's own thread report to it. */
public final class PublishReport {

    private final ObjLongConsumer<String> problems;
    private final long start = System.nanoTime();
    private long records;
    private long tombstones;
    private long faults;
    private long warnings;
    private long undelivered;
    private long firstUndelivered = Long.MAX_VALUE;
    private String outage = "";

    /** @param problems receives each line's fault or warning and its number from 1, from one thread at a time */
    public PublishReport(ObjLongConsumer<String> problems) {
        this.problems = problems;
    }

    /** A line that isn't published. */
    synchronized void fault(long line, String problem) {
        faults++;
        problems.accept(problem, line);
    }

    /** A line that fits, but hardly does what its author meant. */
    synchronized void warning(long line, String problem) {
        warnings++;
        problems.accept("warning: " + problem, line);
    }

    /** The brokers acknowledged an event. */
    synchronized void accepted(Line.Event event) {
        if (event.value() == null) {
            tombstones++;
        } else {
            records++;
        }
    }

    /** The brokers rejected an event for its content, or stopped accepting any. */
    synchronized void refused(Line.Event event, Exception refusal) {
        if (refusal instanceof RecordTooLargeException
                || refusal instanceof InvalidRecordException
                || refusal instanceof InvalidTimestampException) {
            fault(event.number(), "the broker rejected the record: " + FaultWords.of(refusal));
            return;
        }
        if (undelivered == 0) {
            outage = FaultWords.of(refusal);
        }
        undelivered++;
        firstUndelivered = Math.min(firstUndelivered, event.number());
    }

    /** Whether it is pointless to send more. */
    synchronized boolean isBroken() {
        return undelivered > 0;
    }

    /** Whether every line of the input is published. */
    public synchronized boolean isComplete() {
        return faults == 0 && undelivered == 0;
    }

    /** Whether the input was empty, without even a fault. */
    synchronized boolean isEmpty() {
        return isComplete() && records == 0 && tombstones == 0;
    }

    /** Why the run ended before its input did, in one line for people; empty if it didn't. */
    synchronized String outage() {
        return undelivered == 0
                ? ""
                : "the Kafka broker stopped accepting records: " + CommandOutput.count(undelivered, "record")
                        + " not published, the first at line " + firstUndelivered + " (" + outage
                        + "). Publishing the file again is safe.";
    }

    /** What was counted; warnings only if there are any. */
    synchronized String counts() {
        return CommandOutput.count(records, "record") + ", " + CommandOutput.count(tombstones, "tombstone") + ", "
                + CommandOutput.count(faults, "fault")
                + (warnings == 0 ? "" : ", " + CommandOutput.count(warnings, "warning"));
    }

    /** One line for people: counts, time and rate. */
    public synchronized String summary() {
        double seconds = Math.max(System.nanoTime() - start, 1) / 1e9;
        long rate = Math.round((records + tombstones) / seconds);
        return String.format(Locale.ROOT, "published %s in %.1f s (%,d records/s)", counts(), seconds, rate);
    }
}
