package dev.partnercatalog.console.pages;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The results of forms, shown once on the following page; the latest hundred are kept. Thread-safe. */
final class Notices {

    private static final int MOST = 100;

    private final Map<String, List<String>> waiting = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, List<String>> eldest) {
            return size() > MOST;
        }
    };

    /** Keeps lines until they are taken; returns their id. */
    synchronized String put(List<String> lines) {
        String id = UUID.randomUUID().toString();
        waiting.put(id, List.copyOf(lines));
        return id;
    }

    /** The lines with an id, which are removed; none if there are none. */
    synchronized List<String> take(@Nullable String id) {
        List<String> lines = id == null ? null : waiting.remove(id);
        return lines == null ? List.of() : lines;
    }
}
