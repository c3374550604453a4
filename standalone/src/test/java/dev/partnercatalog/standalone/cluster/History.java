package dev.partnercatalog.standalone.cluster;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The most recent actions and observations, for people looking for the cause of a failure. Thread-safe. */
final class History {
    private static final Logger LOG = LoggerFactory.getLogger(History.class);
    private static final int KEPT = 200;

    private final Deque<String> lines = new ArrayDeque<>();

    synchronized void note(String line) {
        LOG.info("{}", line);
        if (lines.size() == KEPT) {
            lines.removeFirst();
        }
        lines.addLast(Instant.now() + " " + line);
    }

    @Override
    public synchronized String toString() {
        return String.join("\n", lines);
    }
}
