package dev.partnercatalog.runtime.quarantine;

import dev.partnercatalog.runtime.health.HealthCheck;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether a thread computes on one record without finishing. Such a thread can't be stopped, so the record is counted as
 * failed and the process ends; the next process sets it aside. A thread that waits for
 * brokers, the registry, a lock or the disk isn't computing, and if the process was paused for a while, only one second
 * is counted.
 */
public final class StuckRecordCheck implements HealthCheck {

    static final int SECONDS = 30;

    private static final Logger LOG = LoggerFactory.getLogger(StuckRecordCheck.class);

    private record Look(RecordPosition position, int seconds) {}

    private final Quarantine quarantine;
    private final BooleanSupplier heldUp;
    private final Consumer<String> end;
    private final Map<CurrentRecord, Look> looks = new HashMap<>();

    /**
     * @param heldUp whether threads wait for the disk, which they do in native code
     * @param end ends the process at once, for the given reason
     */
    public StuckRecordCheck(Quarantine quarantine, BooleanSupplier heldUp, Consumer<String> end) {
        this.quarantine = quarantine;
        this.heldUp = heldUp;
        this.end = end;
    }

    /** Counts a second. */
    @Override
    public void look() {
        Map<CurrentRecord, Look> before = Map.copyOf(looks);
        looks.clear();
        for (CurrentRecord place : quarantine.currentRecords().all()) {
            RecordPosition position = place.position();
            Thread thread = place.thread();
            if (position == null || thread == null) {
                continue;
            }
            Look last = before.get(place);
            // Compares identity: a record that is tried again is a new object.
            int seconds = last != null && isSame(last.position(), position) ? last.seconds() : 0;
            if (!heldUp.getAsBoolean() && computes(thread)) {
                seconds++;
            }
            looks.put(place, new Look(position, seconds));
            if (seconds >= SECONDS) {
                give(position, thread);
            }
        }
    }

    @SuppressWarnings("ReferenceEquality")
    private static boolean isSame(RecordPosition one, RecordPosition other) {
        return one == other;
    }

    private void give(RecordPosition position, Thread thread) {
        LOG.error(
                "{} processed the record from {} for {} s:\n{}",
                thread.getName(),
                position,
                SECONDS,
                Arrays.stream(thread.getStackTrace())
                        .limit(50)
                        .map(frame -> "\tat " + frame)
                        .collect(Collectors.joining("\n")));
        quarantine.stuck(position, Duration.ofSeconds(SECONDS));
        end.accept("a thread makes no progress with the record from " + position
                + ", which will be set aside at the next start");
    }

    private static boolean computes(Thread thread) {
        StackTraceElement[] stack = thread.getStackTrace();
        return thread.getState() == Thread.State.RUNNABLE && stack.length > 0 && !stack[0].isNativeMethod();
    }
}
