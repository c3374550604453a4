package dev.partnercatalog.console.pages;

import java.time.Instant;
import java.util.List;
import java.util.function.Function;

/**
 * A page of a list that begins with the newest. The next page begins at a time, so what happened in the same millisecond
 * stays together; if there is more of it than fits, as much as fits is shown.
 *
 * @param all one more than a page shows, if there are that many
 */
record NewestFirst<T>(List<T> all, int length, Function<T, Instant> time) {

    List<T> shown() {
        if (!hasOlder()) {
            return all;
        }
        Instant cut = time.apply(all.get(length));
        List<T> whole = all.stream()
                .limit(length)
                .filter(one -> time.apply(one).isAfter(cut))
                .toList();
        return whole.isEmpty() ? all.subList(0, length) : whole;
    }

    boolean hasOlder() {
        return all.size() > length;
    }

    /** Where the next page begins. */
    Instant last() {
        List<T> shown = shown();
        return time.apply(shown.get(shown.size() - 1));
    }
}
