package dev.partnercatalog.console.access;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/** What consoles would share. */
public final class SignOutsInMemory implements SignOuts {

    final Map<String, Instant> ended = new HashMap<>();
    boolean known = true;

    @Override
    public synchronized boolean contains(String session) {
        return ended.containsKey(session);
    }

    @Override
    public synchronized boolean areKnown() {
        return known;
    }

    @Override
    public synchronized void add(String session, Instant end) {
        ended.put(session, end);
    }
}
