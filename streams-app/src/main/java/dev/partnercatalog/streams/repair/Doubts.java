package dev.partnercatalog.streams.repair;

import dev.partnercatalog.records.RepairMark;
import dev.partnercatalog.records.RepairStep;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a task's store that an audit has in doubt. The audit first has a row noted here, then looks once more
 * whether the inputs have an event for it, and then asks for its removal. Any event of the row that arrives in between
 * ends the doubt, even one that changes nothing. So a row is removed only if the audit saw every event that the row
 * comes from.
 *
 * <p>Nothing here is stored: if the task moves or starts again, its doubts end, and nothing is removed. Not
 * thread-safe.
 */
public final class Doubts {

    /** The most rows in doubt; beyond it, the oldest doubt ends. */
    static final int MOST = 20_000;

    private final Map<String, String> ids = new LinkedHashMap<>();

    /** What is to be done with an update. */
    public enum Action {
        /** It is an event: apply it. */
        APPLY,
        /** Write again what follows from the row as it is. */
        STATE_AGAIN,
        /** Delete the row. */
        REMOVE,
        /** Nothing. */
        IGNORE
    }

    /**
     * Notes or ends a doubt, and returns what is to be done with the update.
     *
     * @param row the key that the update is about
     * @param repair the update's step, null if it is an event
     * @param now the time in epoch milliseconds
     */
    public Action take(String row, @Nullable RepairMark repair, long now) {
        if (repair == null) {
            ids.remove(row);
            return Action.APPLY;
        }
        if (repair.getStep() == RepairStep.REMOVE) {
            return ids.remove(row, repair.getId()) && now <= repair.getValidUntil() ? Action.REMOVE : Action.IGNORE;
        }
        if (now <= repair.getValidUntil()) {
            ids.put(row, repair.getId());
            if (ids.size() > MOST) {
                ids.remove(ids.keySet().iterator().next());
            }
        }
        return Action.STATE_AGAIN;
    }
}
