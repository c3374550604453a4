package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.webhook.state.DueMarks;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** Reads a partner's marks from the store in rounds, a page at a time. Not thread-safe. */
final class MarkRounds {

    private final String partnerId;
    private final DueMarks marks;
    private final int pageSize;
    private final Deque<ScopedVariant> page = new ArrayDeque<>();
    private @Nullable ScopedVariant cursor;
    private boolean running;
    private boolean anotherRound;

    MarkRounds(String partnerId, DueMarks marks, int pageSize) {
        this.partnerId = partnerId;
        this.marks = marks;
        this.pageSize = pageSize;
    }

    /** Reads all marks once from now on: those before the current position in another round. */
    void begin() {
        if (running) {
            anotherRound = true;
        } else {
            running = true;
        }
    }

    boolean isRunning() {
        return running;
    }

    /** Whether there is a mark to take; reads the next page if there is none in memory. */
    boolean hasNext() {
        if (!running || !page.isEmpty()) {
            return running;
        }
        page.addAll(marks.after(partnerId, cursor, pageSize));
        if (page.isEmpty()) {
            cursor = null;
            running = anotherRound;
            anotherRound = false;
            return false;
        }
        cursor = page.getLast();
        return true;
    }

    /** The next mark of the page in memory, null after the last. */
    @Nullable
    ScopedVariant pollPage() {
        return page.pollFirst();
    }
}
