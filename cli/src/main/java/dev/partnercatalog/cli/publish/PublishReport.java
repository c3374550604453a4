package dev.partnercatalog.cli.publish;

import dev.partnercatalog.operations.Quantity;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The result of one run.
 *
 * @param records number of records that the brokers acknowledged
 * @param tombstones number of tombstones that the brokers acknowledged
 * @param faults number of lines that did not fit, or that the brokers rejected because of their content
 * @param warnings number of other lines that are probably not what their author meant
 * @param outage why the run ended before its input did; null if it didn't
 */
public record PublishReport(
        long records,
        long tombstones,
        long faults,
        long warnings,
        @Nullable Outage outage,
        Duration time) {

    /**
     * The brokers stopped accepting records.
     *
     * @param undelivered number of records that were sent and not acknowledged
     * @param firstLine the first line among them; it is safe to publish again from there on
     */
    public record Outage(long undelivered, long firstLine, String reason) {}

    /** Whether every line of the input is published. */
    public boolean isComplete() {
        return faults == 0 && outage == null;
    }

    /** Whether the input was empty, without even a fault. */
    public boolean isEmpty() {
        return records == 0 && tombstones == 0 && faults == 0 && outage == null;
    }

    /** One line for people: counts, time and rate. */
    public String summary() {
        double seconds = Math.max(time.toNanos(), 1) / 1e9;
        return String.format(
                Locale.ROOT,
                "published %s, %s, %s in %.1f s (%,d records/s)",
                Quantity.of(records, "record"),
                Quantity.of(tombstones, "tombstone"),
                problems(),
                seconds,
                Math.round((records + tombstones) / seconds));
    }

    /** One line for people, for a run that published nothing: what it would have published. */
    public String dryRunSummary() {
        return String.format(
                Locale.ROOT,
                "would publish %s, %s; %s; nothing is published",
                Quantity.of(records, "record"),
                Quantity.of(tombstones, "tombstone"),
                problems());
    }

    /** The number of faults, and of warnings if there are any. */
    String problems() {
        return Quantity.of(faults, "fault") + (warnings == 0 ? "" : ", " + Quantity.of(warnings, "warning"));
    }
}
